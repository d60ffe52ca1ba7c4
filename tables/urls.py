"""Page addresses of tables."""

from django.urls import path

from tables import pages, views

app_name = "tables"
urlpatterns = [
    path("tables/<id:public_id>/", pages.detail, name="detail"),
    path("tables/<id:public_id>/hands/<int:number>/", pages.hand, name="hand"),
    path("tables/<id:public_id>/act/", views.act, name="act"),
    path("tables/<id:public_id>/seed/", views.seed, name="seed"),
    path("tables/<id:public_id>/live/", views.fragment, name="fragment"),
]
