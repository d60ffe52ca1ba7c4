"""Addresses of one's own pages; signing in and out is allauth's, under /accounts/."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("me/", views.profile, name="profile"),
]
