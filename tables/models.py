"""Where hands are played: tables, their seats, their shoes and the log of what happened."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """One table of one round (or a practice table). `state` is the projection of its log. Written by
    sitting.py.
    """

    class Phase(models.TextChoices):
        SEATING = "seating", _("seating")
        OPENING = "opening", _("opening")
        BETTING = "betting", _("betting")
        SURRENDER = "surrender", _("early surrender")
        INSURANCE = "insurance", _("insurance")
        PLAYING = "playing", _("playing")
        BETWEEN = "between", _("between hands")
        FINISHED = "finished", _("finished")

    public_id = models.CharField(max_length=8, unique=True)
    round = models.ForeignKey(
        "tournaments.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    number = models.PositiveIntegerField(default=1)
    scope = models.CharField(
        max_length=8, db_index=True, help_text="public id of the tournament, or of the practice table"
    )
    title = models.CharField(max_length=120)
    public = models.BooleanField(default=True, help_text="anybody may watch")
    delay_seconds = models.PositiveIntegerField(default=0, help_text="spectators see the table this late")
    bot_pace = models.FloatField(
        default=1.0, help_text="scale of the bots' thinking time; 0: they do not think"
    )
    rules = models.JSONField(help_text="TableRules, frozen when the table opened")
    state = models.JSONField()
    phase = models.CharField(max_length=9, choices=Phase.choices)
    hand_number = models.PositiveIntegerField(default=0)
    seq = models.PositiveBigIntegerField(default=0, help_text="number of the last event")
    head_hash = models.CharField(max_length=64, blank=True, help_text="hash of the last event (L3)")
    event_at = models.DateTimeField(help_text="time of the last event; times in a log never decrease (L2)")
    decision_seq = models.PositiveBigIntegerField(
        default=0, help_text="the event that opened the present decision"
    )
    secret_sealed = models.BinaryField(help_text="master secret of the shoes, sealed (V8)")
    lots_sealed = models.BinaryField(null=True, blank=True, help_text="the round's lots secret, sealed")
    lots_prefix = models.CharField(max_length=80, blank=True)
    phase_at = models.DateTimeField(help_text="when the present wait began")
    deadline_at = models.DateTimeField(null=True, blank=True, help_text="shown to players")
    due_at = models.DateTimeField(null=True, blank=True, help_text="when a sweep must look (D2)")
    paused_at = models.DateTimeField(null=True, blank=True)
    left_seconds = models.FloatField(
        null=True, blank=True, help_text="time left on the clock when the table was paused (D3)"
    )
    opened_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.title}, table {self.number}"

    @property
    def is_over(self) -> bool:
        """Nobody will act here any more: played to the end, or abandoned."""
        return self.finished_at is not None


class Seat(models.Model):
    """One player's place at one table; but for who sits there, a projection of the log. Written by
    sitting.py.

    Others are shown `public_stack`, never `stack` (V2). `seen_at` alone is written by the live stream.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    scope = models.CharField(max_length=8)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=16, blank=True, help_text="name of the policy that plays this seat")
    stack = models.BigIntegerField()
    public_stack = models.BigIntegerField()
    public_count = models.BigIntegerField(
        help_text="public stack and open bets; what standings are made from (V3)"
    )
    live = models.BooleanField(default=True, help_text="still in play at an unfinished table")
    away = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    out_hand = models.PositiveIntegerField(null=True, blank=True)
    out_cause = models.CharField(max_length=16, blank=True)
    seed_hash = models.CharField(
        max_length=64, blank=True, help_text="the browser's promise of a seed and a cut (fairness.md)"
    )
    seed_sealed = models.BinaryField(
        null=True, blank=True, help_text="the seat's part in the shoes, seed and cut, until a shoe's reveal"
    )
    seen_at = models.DateTimeField(null=True, blank=True)

    # The player's public name, on rows read by selectors.seats_of.
    player_name: str | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once_per_table"),
            models.UniqueConstraint(
                fields=["scope", "user"], condition=Q(live=True), name="one_live_seat_per_player"
            ),
            models.CheckConstraint(
                condition=Q(stack__gte=0) & Q(public_stack__gte=0) & Q(public_count__gte=0),
                name="seat_stack_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class Shoe(models.Model):
    """One shoe (or attempt) that a table began: its promise, and when it was revealed. Written by log.py.

    The cards are derived (shoes.py), not stored.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="shoes")
    number = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField(default=1)
    decks = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    started_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "attempt"], name="shoe_attempt_once")
        ]

    def __str__(self) -> str:
        return f"shoe {self.number}.{self.attempt} of table {self.table_id}"


class TableEvent(models.Model):
    """One fact at one table: append-only, gapless, hash-chained (L1-L4). Never updated. Written and read by
    log.py only.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField()
    hand_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    public = models.JSONField()
    secret = models.JSONField(null=True, blank=True)
    secret_to = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the seat that may see the secret half; none = sealed"
    )
    salt = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="event_number_once_per_table")]
        indexes = [models.Index(fields=["table", "hand_number"], name="event_by_hand")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.seq} {self.kind}"


class Pulse(models.Model):
    """When the sweeps last finished: tells an outage from a slow player (D3). One row per sweep name. Written
    by sweeps.py.
    """

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
