"""The bodies of requests to tables, checked before any story is called."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.drf import QueryNumber, StrictBoolean, StrictSerializer, StrictText, WholeNumber
from accounts.refusals import Refusal
from blackjack import Action
from blackjack.actions import PLAYER_KINDS

PLAYER_ACTIONS = tuple(sorted(PLAYER_KINDS))
# A page of events.
EVENTS_LIMIT = 500


class ActionBody(StrictSerializer):
    """One action of the caller's seat; the hand in turn is the only one, so none is named."""

    action = serializers.ChoiceField(choices=PLAYER_ACTIONS)
    amount = WholeNumber(required=False, help_text=_("Chips: a bet, a double for less, an insurance."))
    secret = StrictBoolean(required=False, default=False, help_text=_("Hide the amount of a bet."))
    pair = WholeNumber(required=False, default=0, min_value=0, help_text=_("Chips on the pair bet."))
    seq = WholeNumber(
        required=False,
        min_value=0,
        help_text=_("decision_seq of the view; not needed to sit out or come back."),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A decision names the event that opened it."""
        if "seq" not in attrs and attrs["action"] not in ("sit_out", "come_back"):
            raise serializers.ValidationError({"seq": _("This is needed.")})
        return attrs


class SeedBody(StrictSerializer):
    """First `hash`, the SHA-256 of a seed and a cut; once the list is closed, `seed` and `cut` (fairness.md
    2).
    """

    hash = StrictText(required=False, max_length=64)
    seed = StrictText(required=False, max_length=32)
    cut = WholeNumber(required=False, min_value=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One or the other."""
        if set(attrs) not in ({"hash"}, {"seed", "cut"}):
            raise serializers.ValidationError(_("Send either a hash, or a seed and a cut."))
        return attrs


class ReasonBody(StrictSerializer):
    """Why an official does something; everybody at the table reads it."""

    reason = StrictText(max_length=500)


class EventsQuery(StrictSerializer):
    """Which events: those after number `after`, at most `limit`."""

    after = QueryNumber(required=False, default=0, min_value=0)
    limit = QueryNumber(required=False, default=EVENTS_LIMIT, min_value=1, max_value=EVENTS_LIMIT)


def action_of(body: dict[str, Any]) -> Action:
    """The action that a checked body asks for."""
    return Action(body["action"], amount=body.get("amount"), secret=body["secret"], pair=body["pair"])


def said(refusal: Refusal) -> str:
    """A refusal in the reader's language."""
    return gettext(str(refusal.message)).format(**refusal.params)
