"""Who people are, what they may do, and the ledger of what they paid and are owed."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """One person or bot. `username` signs in, `public_name` is what others see. Written by people.py."""

    public_name = models.CharField(_("public name"), max_length=32)
    name_key = models.CharField(
        max_length=128, unique=True, editable=False, help_text="confusable folding of the public name"
    )
    is_bot = models.BooleanField(_("bot"), default=False)
    may_organise = models.BooleanField(_("may organise tournaments"), default=False)
    language = models.CharField(max_length=10, blank=True)

    REQUIRED_FIELDS = ["public_name", "email"]

    def __str__(self) -> str:
        return self.public_name or self.username


class Role(models.Model):
    """One person's office in one scope (a tournament's public id). Written by tournaments and the admin."""

    class Name(models.TextChoices):
        DIRECTOR = "director", _("director")
        CASHIER = "cashier", _("cashier")
        FLOOR = "floor", _("floor")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    scope = models.CharField(max_length=8)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=12, choices=Name.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "user"], name="role_once_per_scope")]
        indexes = [models.Index(fields=["user", "scope"], name="role_by_user")]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.scope}"


class ApiToken(models.Model):
    """A bearer token; only its SHA-256 is kept. `scopes` is a space-separated list. Written by tokens.py."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class StoredAnswer(models.Model):
    """The result of a command that may be sent again with its key (M3). Written by idempotency.py."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="stored_answers")
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of method, path and canonical body")
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="answer_once_per_key")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class LedgerAccount(models.Model):
    """One account in one currency, with a code such as `pool:7KQ2M9XA`; its balance is the sum of its lines.

    Written by ledger.py.
    """

    code = models.CharField(max_length=64)
    currency = models.CharField(max_length=3)
    balance_cents = models.BigIntegerField(default=0)
    floor_zero = models.BooleanField(
        default=False, help_text="player, pool and refund accounts never go below zero (M2)"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code", "currency"], name="ledger_account_once"),
            models.CheckConstraint(
                condition=Q(floor_zero=False) | Q(balance_cents__gte=0), name="ledger_account_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.currency}"


class LedgerTransaction(models.Model):
    """One balanced posting (M1); `key` makes it happen once (M3). Never changed. Written by ledger.py."""

    key = models.CharField(max_length=128, unique=True)
    kind = models.CharField(max_length=32)
    scope = models.CharField(max_length=8, db_index=True)
    currency = models.CharField(max_length=3)
    memo = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class LedgerEntry(models.Model):
    """One line of a posting: cents into (+) or out of (-) an account. Never changed. Written by ledger.py."""

    transaction = models.ForeignKey(LedgerTransaction, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(LedgerAccount, on_delete=models.PROTECT, related_name="entries")
    amount_cents = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.account} {self.amount_cents:+d}"
