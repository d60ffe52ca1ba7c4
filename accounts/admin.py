"""Admin: people and roles; tokens and the ledger to read."""

from django.contrib import admin

from accounts.models import User

admin.site.register(User)
