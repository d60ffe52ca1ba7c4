"""Addresses of the tournaments app's pages."""

from django.urls import path

from tournaments import desk_pages, pages, setup_pages

app_name = "tournaments"
urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("tournaments/mine/", pages.mine, name="mine"),
    path("tournaments/new/", setup_pages.create, name="create"),
    path("tournaments/preview/", setup_pages.preview, name="preview"),
    path("tournaments/<id:public_id>/", pages.detail, name="detail"),
    path("tournaments/<id:public_id>/live/", pages.fragment, name="fragment"),
    path("tournaments/<id:public_id>/bar/", pages.bar, name="bar"),
    path("tournaments/<id:public_id>/register/", pages.register, name="register"),
    path("tournaments/<id:public_id>/withdraw/", pages.withdraw, name="withdraw"),
    path("tournaments/<id:public_id>/edit/", setup_pages.edit, name="edit"),
    path("tournaments/<id:public_id>/desk/", desk_pages.desk, name="desk"),
    path("tournaments/<id:public_id>/desk/act/", desk_pages.act, name="act"),
    path("tournaments/<id:public_id>/desk/tables/<int:number>/", desk_pages.table, name="table"),
    path("tournaments/<id:public_id>/desk/entries/<id:entry_id>/", desk_pages.entry, name="entry"),
]
