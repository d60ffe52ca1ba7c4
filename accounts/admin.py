"""Admin: people and their roles to change, tokens and the ledger to read."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from accounts.admin_base import DeskAdmin, ReadOnlyAdmin
from accounts.models import ApiToken, LedgerAccount, LedgerEntry, LedgerTransaction, Role, User


@admin.register(User)
class UserAdmin(DeskAdmin):
    """People: who may organise, who may come in. Names and passwords are their own business."""

    list_display = [
        "username",
        "public_name",
        "may_organise",
        "is_staff",
        "is_active",
        "is_bot",
        "last_login",
    ]
    list_filter = ["may_organise", "is_staff", "is_active", "is_bot"]
    search_fields = ["username", "public_name", "email"]
    ordering = ["username"]
    fields = [
        "username",
        "public_name",
        "email",
        "may_organise",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "last_login",
        "date_joined",
    ]
    filter_horizontal = ["groups"]
    readonly_fields = ["username", "public_name", "last_login", "date_joined"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up; nobody invents them."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Only a superuser hands out rights."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *rights]

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Write only what was changed."""
        obj.save(update_fields=[name for name in form.changed_data if name != "groups"])


@admin.register(Role)
class RoleAdmin(DeskAdmin):
    """Who holds which office in which tournament."""

    list_display = ["user", "role", "scope"]
    list_filter = ["role"]
    search_fields = ["scope", "user__public_name", "user__username"]
    fields = ["scope", "user", "role"]
    autocomplete_fields = ["user"]
    list_select_related = ["user"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An office can be taken back."""
        return bool(request.user.has_perm("accounts.delete_role"))


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """API tokens: whose, for what, when last used; never their text or digest."""

    list_display = ["name", "user", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"]
    fields = list_display
    search_fields = ["name", "user__public_name", "user__username"]
    list_select_related = ["user"]


@admin.register(LedgerAccount)
class LedgerAccountAdmin(ReadOnlyAdmin):
    """Accounts and what they hold, in cents."""

    list_display = fields = ["code", "currency", "balance_cents"]
    list_filter = ["currency"]
    search_fields = ["code"]
    ordering = ["code", "currency"]


class EntryInline(admin.TabularInline):
    """The lines of one posting."""

    model = LedgerEntry
    fields = readonly_fields = ["account", "amount_cents"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(LedgerTransaction)
class LedgerTransactionAdmin(ReadOnlyAdmin):
    """Postings with their lines; corrected by a reversal only."""

    list_display = ["at", "kind", "scope", "currency", "memo", "key"]
    list_filter = ["kind", "currency"]
    search_fields = ["key", "scope", "memo"]
    ordering = ["-at", "-pk"]
    fields = ["at", "kind", "scope", "currency", "memo", "key", "reverses"]
    inlines = [EntryInline]
