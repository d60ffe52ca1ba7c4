"""Addresses of one's own pages; signing in and out is allauth's, under /accounts/."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("me/", views.profile, name="profile"),
    path("me/tokens/", views.make_token, name="make-token"),
    path("me/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke-token"),
]
