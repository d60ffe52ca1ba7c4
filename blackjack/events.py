"""What happened at a table, as small frozen records with a public half and perhaps a secret one."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Event:
    """The base of all events: the hand it belongs to (0 before the first) and the seat it is about, if any.

    Fields named in `hidden` make the secret half, all others the public one. A secret half may be seen by the
    event's seat; where there is no seat it is sealed to everybody until a later public event tells (V5, L4).
    All values are JSON: lists, not tuples; text as keys; cards as "KS".
    """

    hand: int = 0
    seat: int | None = None
    hidden: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The name under which the event is stored: the name of its class."""
        return type(self).__name__

    def public(self) -> Json:
        """What everybody may know; a value that is None or hidden is left out."""
        values = self.__dict__
        return {
            key: values[name]
            for key, name in _FIELDS[self.kind].items()
            if name not in self.hidden and values[name] is not None
        }

    def secret(self) -> Json | None:
        """What only `secret_to` may know, or nobody when that is None; None when nothing is hidden."""
        return {name: self.__dict__[name] for name in self.hidden} if self.hidden else None

    @property
    def secret_to(self) -> int | None:
        """The seat that may see the secret half."""
        return self.seat if self.hidden else None


@dataclass(frozen=True, kw_only=True)
class TableOpened(Event):
    """The frozen rules, the seats with their chips, the first button and the commitment to all shoes (R1)."""

    rules: Json
    seats: list[list[int]]
    button: int
    commitment: str


@dataclass(frozen=True, kw_only=True)
class SeedsClosed(Event):
    """The list of players' hashes is closed; the server's own seeds are fixed now, unseen (fairness.md 2)."""

    hashes: Json
    server_seeds: Json


@dataclass(frozen=True, kw_only=True)
class SeedsOpened(Event):
    """Who opened a seed in time; seeds and cuts stay sealed until a shoe is revealed."""

    opened: list[int]
    seeds: Json
    cuts: Json


@dataclass(frozen=True, kw_only=True)
class ShoeStarted(Event):
    """Cards come from this shoe from now on; `cut_by` is the seat whose cut was used."""

    number: int
    attempt: int
    commitment: str
    cut_by: int


@dataclass(frozen=True, kw_only=True)
class HandStarted(Event):
    """The checkpoint of a hand: with it and the shoe the hand can be played again.

    `stacks` and `rights` (secret bets left) by seat in play; `position` is the next card of the shoe,
    `removed` the cards taken out of it because they lay on the table when it was begun.
    """

    attempt: int
    stacks: Json
    button: int
    limits: Json
    shoe: int
    shoe_attempt: int
    position: int
    removed: list[str] | None = None
    rights: Json
    elimination: bool


@dataclass(frozen=True, kw_only=True)
class BetPlaced(Event):
    """A bet in turn; the amount of a secret one is hidden."""

    secret_: bool
    amount: int
    pair: int | None = None
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CardDealt(Event):
    """A card to a hand of a seat, or to the dealer (seat None); one dealt face down is hidden from all."""

    to: int
    card: str
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class PairSettled(Event):
    """What came back for a pair bet, right after the deal."""

    back: int


@dataclass(frozen=True, kw_only=True)
class SurrenderDeclined(Event):
    """Early surrender was offered and the seat goes on."""

    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class InsuranceTaken(Event):
    """The seat insured, or took even money for its natural (`amount` 0)."""

    amount: int
    even_money: bool | None = None
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class InsuranceDeclined(Event):
    """The seat did not insure."""

    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Peeked(Event):
    """The dealer looked at the card that lies face down."""

    blackjack: bool


@dataclass(frozen=True, kw_only=True)
class Doubled(Event):
    """Chips were added to a hand, which gets one more card."""

    to: int
    amount: int
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Split(Event):
    """A pair became two hands, `to` and the one right of it; `amount` lies on the new one."""

    to: int
    amount: int
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    """The turn of a hand is over; with a secret bet a surrender looks like a stand to all others."""

    to: int
    how: str
    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class HoleShown(Event):
    """The dealer's card that lay face down."""

    card: str


@dataclass(frozen=True, kw_only=True)
class DealerPlayed(Event):
    """The dealer's final cards."""

    cards: list[str]
    total: int
    blackjack: bool
    bust: bool


@dataclass(frozen=True, kw_only=True)
class SecretRevealed(Event):
    """What a secret bet hid: the bet, the insurance, and the stake and end of each hand, left to right."""

    bet: int
    insurance: int
    hands: list[Json]


@dataclass(frozen=True, kw_only=True)
class HandSettled(Event):
    """The one settlement of the hand (H5): each seat's stack and change, each hand's stake and result."""

    seats: list[Json]


@dataclass(frozen=True, kw_only=True)
class TieDrawn(Event):
    """A tie at this table was broken by the committed draw: best first, with cards where they were drawn."""

    method: str
    label: str
    order: list[int]
    cards: Json | None = None


@dataclass(frozen=True, kw_only=True)
class SeatOut(Event):
    """A seat's play at this table is over and its place is fixed."""

    place: int
    cause: str
    chips: int


@dataclass(frozen=True, kw_only=True)
class HandVoided(Event):
    """Everything is as it was before this hand; sealed amounts of it are never shown."""

    attempt: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """Nobody can act and no clock runs."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """Play goes on."""


@dataclass(frozen=True, kw_only=True)
class ClockExtended(Event):
    """The present decision got more time."""

    seconds: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class SatOut(Event):
    """The seat is away: asked for by its player, or because its clock ended (`auto`)."""

    auto: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CameBack(Event):
    """The seat's player is back: pressed the button (`asked`) or simply acted."""

    asked: bool


@dataclass(frozen=True, kw_only=True)
class Held(Event):
    """The table waits for the tournament after this hand."""

    after_hand: int


@dataclass(frozen=True, kw_only=True)
class Released(Event):
    """The table no longer waits."""


@dataclass(frozen=True, kw_only=True)
class LastHand(Event):
    """This hand is the last one, whatever the rules planned."""

    last: int


@dataclass(frozen=True, kw_only=True)
class Ruling(Event):
    """An official decided something, in words and in its effect."""

    text: str
    effect: Json


@dataclass(frozen=True, kw_only=True)
class ShoeRevealed(Event):
    """The secret of a shoe that is never used again; number 0: the table's master secret (fairness.md 9)."""

    number: int
    proof: Json


@dataclass(frozen=True, kw_only=True)
class TableFinished(Event):
    """The round at this table is over: one row per seat, best place first."""

    places: list[Json]


KINDS: dict[str, type[Event]] = {cls.__name__: cls for cls in Event.__subclasses__()}


def _own_fields(cls: type[Event]) -> dict[str, str]:
    """The fields of a kind of event by their key in JSON, which has no underscore behind it."""
    names = [field.name for field in fields(cls) if field.name not in ("hand", "seat", "hidden")]
    return {name.rstrip("_"): name for name in names}


_FIELDS = {kind: _own_fields(cls) for kind, cls in KINDS.items()}


def event_from(kind: str, hand: int, seat: int | None, public: Json, secret: Json | None) -> Event:
    """The event as it was before `public()` and `secret()` took it apart; KeyError for an unknown kind."""
    cls = KINDS[kind]
    hidden = secret or {}
    values = {name: public[key] for key, name in _FIELDS[kind].items() if key in public}
    return cls(hand=hand, seat=seat, hidden=tuple(sorted(hidden)), **values, **hidden)
