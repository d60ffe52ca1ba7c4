"""The addresses of the site; each app brings its own."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, register_converter
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from accounts.ids import PublicId

register_converter(PublicId, "id")

# One door for passwords: rate limits and second factors hold for the admin too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("tables.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("config.api")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("i18n/", include("django.conf.urls.i18n")),
    # What browsers ask for beside pages that name no icon, such as those of the API.
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}favicon.svg")),
]

handler400 = "config.errors.page_400"
handler403 = "config.errors.page_403"
handler404 = "config.errors.page_404"
handler500 = "config.errors.page_500"
