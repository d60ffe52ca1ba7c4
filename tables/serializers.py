"""The fields of a table for the API's OpenAPI description; the values come from selectors.table_view (V1)."""

from typing import Any

from rest_framework import serializers

Out = serializers.Serializer[Any]


def _number(text: str = "", **kwargs: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text, **kwargs)


def _maybe(text: str = "") -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text, allow_null=True)


class LimitsOut(Out):
    """The bets of this hand, in chips; a maximum of 0 is none."""

    minimum = _number()
    maximum = _number()
    step = _number()


class DealerOut(Out):
    """The dealer's cards, `??` where one lies face down."""

    cards = serializers.ListField(child=serializers.CharField())
    total = _maybe()
    soft = serializers.BooleanField()
    blackjack = serializers.BooleanField()
    peeked = serializers.BooleanField(allow_null=True)
    bust = serializers.BooleanField()


class BetOut(Out):
    """A bet; amounts are null while a secret bet hides them."""

    amount = _maybe()
    secret = serializers.BooleanField()
    insurance = _maybe()
    insured = serializers.BooleanField()
    pair = _number()


class HandOut(Out):
    """One hand of a seat; more than one after a split."""

    cards = serializers.ListField(child=serializers.CharField())
    total = _number()
    soft = serializers.BooleanField()
    stake = _maybe()
    doubled = serializers.BooleanField()
    done = serializers.BooleanField()
    bust = serializers.BooleanField()
    natural = serializers.BooleanField()
    turn = serializers.BooleanField()
    result = _maybe()
    how = serializers.CharField(allow_null=True)


class OutOut(Out):
    """How a seat left play."""

    hand = _number()
    cause = serializers.CharField()
    place = _number()


class SeatOut(Out):
    """A seat as this viewer may see it."""

    seat = _number()
    stack = _number("public chips: those of the start of the hand while a secret bet is open")
    count = _number("public chips and open bets")
    rank = _maybe("at this table; null when out")
    live = serializers.BooleanField()
    away = serializers.BooleanField()
    turn = serializers.BooleanField()
    secret_left = _number()
    bet = BetOut(allow_null=True)
    hands = HandOut(many=True)
    place = _maybe()
    out = OutOut(allow_null=True)
    change = _maybe("result of the hand just settled")


class CutOut(Out):
    """Who would be out if chips were counted now, and by how much."""

    seats = serializers.ListField(child=serializers.IntegerField())
    by = _maybe()


class MeOut(Out):
    """What only the owner of a seat sees."""

    seat = _number()
    stack = _number()
    free = _number()
    count = _number()
    bet = BetOut(allow_null=True)
    legal = serializers.DictField(help_text="what may be sent now, by action, with its bounds in chips")
    secret_left = _number()
    must_act = serializers.BooleanField()


class NameOut(Out):
    """Who sits there."""

    name = serializers.CharField()
    bot = serializers.BooleanField()
    me = serializers.BooleanField()


class TableOut(Out):
    """A table as the caller may see it at this moment."""

    id = serializers.CharField()
    number = _number()
    title = serializers.CharField()
    scope = serializers.CharField(help_text="public id of the tournament")
    status = serializers.ChoiceField(choices=["seating", "playing", "between", "held", "paused", "finished"])
    phase = serializers.CharField()
    game = serializers.DictField(help_text="the rules of one hand, as options")
    hand = _number()
    hands = _number()
    attempt = _number()
    elimination = serializers.BooleanField()
    elimination_hands = serializers.ListField(child=serializers.IntegerField())
    next_elimination = _maybe()
    button = _number("seat")
    limits = LimitsOut()
    paused = serializers.BooleanField()
    held = _maybe("the hand after which the table waits for the others")
    last_hand = serializers.BooleanField()
    dealer = DealerOut()
    seats = SeatOut(many=True)
    to_act = serializers.ListField(child=serializers.IntegerField(), help_text="seats")
    cut = CutOut(allow_null=True)
    me = MeOut(allow_null=True)
    seq = _number("number of the last event shown")
    decision_seq = _maybe("what an action must name as its seq")
    deadline_at = serializers.DateTimeField(allow_null=True)
    seconds_left = _maybe()
    clock_seconds = _maybe("length of the present wait")
    server_now = serializers.DateTimeField()
    delayed = _number("how many seconds late this view is")
    names = serializers.DictField(child=NameOut(), help_text="by seat number")
    log = serializers.ListField(child=serializers.CharField(), help_text="the hand in sentences")


class EventOut(Out):
    """One event: its public half, and the caller's own secret half where there is one."""

    seq = _number()
    hand = _number()
    kind = serializers.CharField()
    seat = _maybe()
    at = serializers.DateTimeField()
    public = serializers.DictField()
    secret = serializers.DictField(required=False)


class EventsOut(Out):
    """Events in order; `last` is what to ask `after` next."""

    events = EventOut(many=True)
    last = _number()


class RefusedOut(Out):
    """Why not, and for a 409 the table as it stands now."""

    code = serializers.CharField()
    detail = serializers.CharField()
    fields = serializers.DictField()
    table = TableOut(required=False)


class StreamOut(Out):
    """Where the caller's live view of the table is sent as server-sent events with JSON data."""

    events = serializers.CharField()
