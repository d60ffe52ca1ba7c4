"""The REST addresses under /api/v1/, each app's own list after another."""

from accounts.api import urls as accounts_urls
from tables.api import urls as tables_urls
from tournaments.api import urls as tournaments_urls

app_name = "api"
urlpatterns = [*tournaments_urls, *tables_urls, *accounts_urls]
