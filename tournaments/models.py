"""Why hands are played: tournaments, their plans, rounds and entries."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Tournament(models.Model):
    """One tournament from draft to champion; its terms are frozen and hashed when registration opens.

    Capacity, money and break repeat what `structure` says, for lists and sums. Written by setup.py (terms),
    registration.py (places), rounds.py, ranking.py and control.py (what becomes of it).
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        ANNOUNCED = "announced", _("announced")
        REGISTERING = "registering", _("registering")
        CLOSED = "closed", _("registration closed")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField(max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), blank=True, max_length=4000)
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    status = models.CharField(max_length=11, choices=Status.choices, default=Status.DRAFT)
    paused = models.BooleanField(default=False)
    unlisted = models.BooleanField(_("unlisted"), default=False)
    preset = models.CharField(max_length=32, blank=True)
    structure = models.JSONField(help_text="format.structures.Structure as JSON: rounds, money, game options")
    terms = models.JSONField(
        null=True, blank=True, help_text="what players agreed to, frozen when registration opened"
    )
    terms_hash = models.CharField(max_length=64, blank=True)
    starts_at = models.DateTimeField(_("starts at"))
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    auto_start = models.BooleanField(_("start by itself"), default=False)
    capacity = models.PositiveIntegerField(_("capacity"))
    min_entries = models.PositiveIntegerField(_("minimum field"), default=2)
    currency = models.CharField(_("currency"), max_length=3, blank=True, help_text="empty = play for points")
    buy_in_cents = models.PositiveBigIntegerField(_("buy-in"), default=0)
    fee_cents = models.PositiveBigIntegerField(_("fee"), default=0)
    dealers_cents = models.PositiveBigIntegerField(_("for the dealers"), default=0)
    staff_may_play = models.BooleanField(_("staff may play"), default=False)
    delay_seconds = models.PositiveIntegerField(_("spectator delay"), default=0)
    break_seconds = models.PositiveIntegerField(_("break between rounds"), default=600)
    bot_pace = models.FloatField(
        default=1.0, help_text="scale of the bots' thinking time; 0: they do not think"
    )
    taken = models.PositiveIntegerField(
        default=0, help_text="places held or confirmed; changed by conditional update only (E4)"
    )
    last_entry_number = models.PositiveIntegerField(default=0)
    version = models.PositiveBigIntegerField(
        default=0, help_text="rises with each visible change; the live stream carries it"
    )
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(taken__lte=F("capacity")), name="tournament_not_over_capacity"
            ),
        ]
        indexes = [models.Index(fields=["status", "starts_at"], name="tournament_by_status")]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """One round of a tournament; `plan` is the RoundPlan it is played by. Written by rounds.py."""

    class Status(models.TextChoices):
        READY = "ready", _("ready")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    is_final = models.BooleanField(default=False)
    plan = models.JSONField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.READY)
    seating = models.JSONField(
        null=True, blank=True, help_text="draw sheet: [[entry number, table, seat, stack], ...]"
    )
    tables_total = models.PositiveIntegerField(default=0)
    tables_opened = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True, help_text="when the round starts by itself")
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]
        indexes = [models.Index(fields=["due_at"], name="round_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"


class DrawSecret(models.Model):
    """A committed secret for the draws of one round (fairness.md draw-v1). Written by draws.py."""

    class Kind(models.TextChoices):
        SEATS = "seats", _("seat draw")
        LOTS = "lots", _("lots")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draw_secrets")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    commitment = models.CharField(max_length=64)
    sealed = models.BinaryField()
    committed_at = models.DateTimeField()
    revealed = models.CharField(
        max_length=64, blank=True, help_text="the secret in hex, once it may be known"
    )
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round_number", "kind"], name="draw_secret_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of round {self.round_number}"


class Entry(models.Model):
    """One paid (or waived) place of one player in one tournament.

    Written by registration.py; by rounds.py and ranking.py for what becomes of it.
    """

    class Payment(models.TextChoices):
        HELD = "held", _("to be paid")
        CONFIRMED = "confirmed", _("confirmed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")
        REFUNDED = "refunded", _("refunded")

    class Standing(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SEATED = "seated", _("seated")
        ADVANCED = "advanced", _("advanced")
        ELIMINATED = "eliminated", _("eliminated")
        WITHDRAWN = "withdrawn", _("withdrawn")

    public_id = models.CharField(max_length=8, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    payment = models.CharField(max_length=9, choices=Payment.choices)
    paid_by = models.CharField(max_length=16, blank=True, help_text="desk, card, waiver, ticket")
    paid_cents = models.PositiveBigIntegerField(default=0)
    standing = models.CharField(max_length=10, choices=Standing.choices, default=Standing.WAITING)
    bot = models.CharField(max_length=16, blank=True, help_text="policy that plays this entry's seat")
    chips = models.BigIntegerField(null=True, blank=True, help_text="chips carried into the next round")
    round_reached = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveIntegerField(null=True, blank=True)
    place_shared = models.BooleanField(default=False)
    prize_cents = models.PositiveBigIntegerField(default=0)
    exit = models.JSONField(
        null=True,
        blank=True,
        help_text="table, hand, chips and cause of the exit: what the final ranking is made from",
    )
    due_at = models.DateTimeField(null=True, blank=True, help_text="when an unpaid hold lapses")
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(payment__in=["held", "confirmed"]),
                name="one_open_entry_per_player",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="entry_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament}"


class Journal(models.Model):
    """What was done to a tournament as a whole, oldest first; append-only. Written by record.py."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    kind = models.CharField(max_length=32)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "journal"

    def __str__(self) -> str:
        return f"{self.kind} at {self.at}"
