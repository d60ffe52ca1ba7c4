"""Addresses of the tournaments app's pages."""

from django.urls import URLPattern

app_name = "tournaments"
urlpatterns: list[URLPattern] = []
