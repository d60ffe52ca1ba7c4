"""The API's shapes of tournaments: what may be sent, field by field, and what is shown."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.drf import StrictBoolean, StrictSerializer, StrictText, WholeNumber
from tournaments import registration, selectors
from tournaments.models import Entry, Tournament

#: More plans or payouts than any structure has; the structure itself checks what they must be.
_MOST_ITEMS = 200


class Moment(serializers.DateTimeField):
    """A date and time that says its offset."""

    default_error_messages = {"naive": _("Say the offset from UTC, such as 2026-12-24T20:00:00+01:00.")}

    def enforce_timezone(self, value: datetime) -> datetime:
        """The moment in UTC. Raises ValidationError for one without an offset."""
        if value.tzinfo is None:
            self.fail("naive")
        return super().enforce_timezone(value)


class TournamentChange(StrictSerializer):
    """The fields of a tournament and of its structure that an organiser sets; all may be left out."""

    name = StrictText(required=False, max_length=80)
    description = StrictText(required=False, allow_blank=True, max_length=4000)
    venue = StrictText(required=False, allow_blank=True, max_length=120)
    starts_at = Moment(required=False)
    zone = StrictText(required=False, max_length=64)
    auto_start = StrictBoolean(required=False)
    unlisted = StrictBoolean(required=False)
    staff_may_play = StrictBoolean(required=False)
    delay_seconds = WholeNumber(required=False)

    game = StrictText(required=False, max_length=20)
    options = serializers.DictField(required=False)
    seats = WholeNumber(required=False)
    plans = serializers.ListField(child=serializers.DictField(), required=False, max_length=_MOST_ITEMS)
    final = serializers.DictField(required=False)
    capacity = WholeNumber(required=False)
    min_entries = WholeNumber(required=False)
    ranking = StrictText(required=False, max_length=20)
    deal_from = StrictText(required=False, max_length=20)
    second_chance = StrictBoolean(required=False)
    currency = StrictText(required=False, allow_blank=True, max_length=3)
    buy_in_cents = WholeNumber(required=False)
    fee_cents = WholeNumber(required=False)
    dealers_cents = WholeNumber(required=False)
    payouts = serializers.ListField(child=serializers.DictField(), required=False, max_length=_MOST_ITEMS)
    fixed_prizes_cents = serializers.ListField(child=WholeNumber(), required=False, max_length=_MOST_ITEMS)
    added_cents = WholeNumber(required=False)
    guarantee_cents = WholeNumber(required=False)
    rebuy = serializers.DictField(required=False, allow_null=True)
    dealer_addon_cents = WholeNumber(required=False)
    dealer_addon_chips = WholeNumber(required=False)
    break_seconds = WholeNumber(required=False)
    between_seconds = WholeNumber(required=False)
    between_elimination_seconds = WholeNumber(required=False)
    seat_seconds = WholeNumber(required=False)
    open_seconds = WholeNumber(required=False)


class NewTournament(TournamentChange):
    """A tournament to create: from which preset, and what differs from it."""

    preset = StrictText(default="seed_default", max_length=32)
    name = StrictText(max_length=80)
    starts_at = Moment()


class Nothing(StrictSerializer):
    """A body without fields."""


class Reason(StrictSerializer):
    """Why something is done; everybody can read it."""

    reason = StrictText(required=False, allow_blank=True, default="", max_length=500)


class NewPayment(StrictSerializer):
    """How a place was paid. The amount is the tournament's, never the sender's."""

    method = serializers.ChoiceField(choices=registration.METHODS, default="desk")


class LobbyQuery(StrictSerializer):
    """Filters and order of the list of tournaments."""

    status = serializers.ChoiceField(choices=list(selectors.LOBBY_STATUSES), required=False)
    game = StrictText(required=False, max_length=20)
    mine = serializers.ChoiceField(choices=["true", "false"], required=False)
    search = StrictText(required=False, max_length=100)
    order = serializers.ChoiceField(choices=list(selectors.LOBBY_ORDERS), required=False)


class TournamentLine(serializers.Serializer[Tournament]):
    """A tournament in a list."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    paused = serializers.BooleanField()
    organiser = serializers.CharField(source="organiser.public_name")
    venue = serializers.CharField()
    starts_at = serializers.DateTimeField()
    zone = serializers.CharField()
    preset = serializers.CharField()
    capacity = serializers.IntegerField()
    taken = serializers.IntegerField()
    currency = serializers.CharField()
    buy_in_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    dealers_cents = serializers.IntegerField()


class TournamentOut(TournamentLine):
    """A tournament with its structure; the terms' hash is there once registration has opened."""

    description = serializers.CharField()
    auto_start = serializers.BooleanField()
    unlisted = serializers.BooleanField()
    staff_may_play = serializers.BooleanField()
    delay_seconds = serializers.IntegerField()
    min_entries = serializers.IntegerField()
    break_seconds = serializers.IntegerField()
    terms_hash = serializers.CharField()
    version = serializers.IntegerField()
    structure = serializers.DictField()


class EntryOut(serializers.Serializer[Entry]):
    """An entry as everybody may see it."""

    id = serializers.CharField(source="public_id")
    tournament = serializers.CharField(source="tournament.public_id")
    number = serializers.IntegerField()
    name = serializers.CharField(source="user.public_name")
    payment = serializers.ChoiceField(choices=Entry.Payment.choices)
    standing = serializers.ChoiceField(choices=Entry.Standing.choices)
    place = serializers.IntegerField(allow_null=True)
    place_shared = serializers.BooleanField()
    prize_cents = serializers.IntegerField()


class ReceiptOut(serializers.Serializer[dict[str, Any]]):
    """What was paid for an entry."""

    entry = serializers.CharField()
    payment = serializers.CharField()
    method = serializers.CharField()
    amount_cents = serializers.IntegerField()
    currency = serializers.CharField(allow_blank=True)
    confirmed_at = serializers.DateTimeField()


class StandingsRow(serializers.Serializer[dict[str, Any]]):
    """One entry in the standings, from public figures."""

    rank = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    id = serializers.CharField()
    name = serializers.CharField()
    bot = serializers.BooleanField()
    live = serializers.BooleanField()
    chips = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    table_id = serializers.CharField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    out_hand = serializers.IntegerField(allow_null=True)
    prize_cents = serializers.IntegerField()


class StandingsOut(serializers.Serializer[dict[str, Any]]):
    """The standings at one version."""

    version = serializers.IntegerField()
    status = serializers.CharField()
    paused = serializers.BooleanField()
    round = serializers.IntegerField()
    in_play = serializers.IntegerField()
    average = serializers.IntegerField(allow_null=True)
    lowest = serializers.IntegerField(allow_null=True)
    rows = StandingsRow(many=True)


class PromiseOut(serializers.Serializer[dict[str, Any]]):
    """The promise of one draw secret, and the secret itself once it is used up."""

    commitment = serializers.CharField()
    committed_at = serializers.DateTimeField()
    secret = serializers.CharField(allow_blank=True, help_text="hex; empty while it is sealed")


class DrawnSeat(serializers.Serializer[dict[str, Any]]):
    """Who drew a seat."""

    seat = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()


class DrawnTable(serializers.Serializer[dict[str, Any]]):
    """The seats of one table; it has an id once it is open."""

    number = serializers.IntegerField()
    id = serializers.CharField(allow_null=True)
    seats = DrawnSeat(many=True)


class DrawOut(serializers.Serializer[dict[str, Any]]):
    """The draws of one round: of its seats, and of its lots (first buttons, ties, wildcards)."""

    round = serializers.IntegerField()
    seats = PromiseOut(allow_null=True)
    lots = PromiseOut(allow_null=True)
    tables = DrawnTable(many=True)


class PresetOut(serializers.Serializer[dict[str, Any]]):
    """A ready-made structure; one that needs what is not built yet says which, and cannot be published."""

    id = serializers.CharField()
    name = serializers.CharField()
    notes = serializers.CharField()
    sources = serializers.ListField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.CharField())
    structure = serializers.DictField()
