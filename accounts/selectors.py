"""Reads who may do what."""

from django.conf import settings

from accounts.models import Role, User

# Who may run a tournament; a cashier or a scorekeeper may not.
MANAGERS = (Role.Name.DIRECTOR, Role.Name.FLOOR)


def role_of(user: object, scope: str) -> str | None:
    """The user's office in the scope (a tournament's public id), or None; None for a visitor too."""
    if not isinstance(user, User) or not user.is_active:
        return None
    return Role.objects.filter(user=user, scope=scope).values_list("role", flat=True).first()


def may_manage(user: object, scope: str) -> bool:
    """May the user run the tournament of this scope? Its directors and floor may, and a superuser."""
    if isinstance(user, User) and user.is_active and user.is_superuser:
        return True
    return role_of(user, scope) in MANAGERS


def may_take_money(user: object, scope: str) -> bool:
    """May the user record payments of this scope?"""
    return may_manage(user, scope) or role_of(user, scope) == Role.Name.CASHIER


def is_organiser(user: object) -> bool:
    """May the user create tournaments? Those the admin named may, or anyone where ORGANISERS says so."""
    if not isinstance(user, User) or not user.is_active or user.is_bot:
        return False
    return settings.ORGANISERS == "anyone" or user.may_organise or user.is_superuser
