"""The rules of a tournament in plain sentences, made from its structure: rules sheet, terms and pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.format.game_words import AUTOPLAY, hand_in_words
from tournaments.format.plans import RoundPlan
from tournaments.format.prizes import PUBLISHED, Payout
from tournaments.format.sentences import Sentence, gettext_noop
from tournaments.format.structures import Structure, percent_text

STRUCTURE = gettext_noop("Structure")
ROUNDS = gettext_noop("Rounds before the final")
ROUND = gettext_noop("Round {round}")
FROM_ROUND = gettext_noop("Round {round} and later rounds")
FINAL = gettext_noop("Final")
HAND = gettext_noop("A hand")
MONEY = gettext_noop("Money")
RANKING = gettext_noop("Ranking")
FAIRNESS = gettext_noop("Draws and faults")

_SEATS = gettext_noop(
    "A table has at most {seats} players; tables of a round differ by at most one player, and seats are "
    "drawn anew for every round."
)
_FIELD = gettext_noop(
    "There are places for {capacity} entries; with fewer than {min_entries} it is cancelled."
)
_BREAK_SECONDS = gettext_noop("Break between rounds: {seconds} s.")
_BREAK_MINUTES = gettext_noop("Break between rounds: {minutes} min.")
_BREAK_BOTH = gettext_noop("Break between rounds: {minutes} min {seconds} s.")
_BUTTON = gettext_noop(
    "The first button is drawn. Bets are placed and hands are played in turn from the button, which moves "
    "to the next player in play after every hand."
)
_BET_ONCE = gettext_noop("A bet is obligatory in every hand, seen by all, and final once placed.")

_HANDS = gettext_noop("A round has {hands} hands.")
_EQUAL = gettext_noop("Every player begins with {stack} chips.")
_KEEP = gettext_noop("Players keep the chips of the round before.")
_KEEP_FLOOR = gettext_noop(
    "Players keep the chips of the round before, and nobody begins with less than {floor}."
)
_LIMITS = gettext_noop("Bets are from {minimum} to {maximum} chips, in steps of {step}.")
_NO_MAXIMUM = gettext_noop("Bets are at least {minimum} chips, without a maximum, in steps of {step}.")
_LEVEL = gettext_noop("From hand {hand} on bets are from {minimum} to {maximum} chips.")
_LEVEL_NO_MAXIMUM = gettext_noop("From hand {hand} on bets are at least {minimum} chips, without a maximum.")
_SHORT = gettext_noop("A player with less than the minimum may bet all of it.")
_CLOCK = gettext_noop(
    "The time for a bet or a decision is {seconds} seconds, on elimination hands {elimination} seconds."
)
_TIMED_OUT = gettext_noop("When the time for a bet runs out, the minimum is bet.")
_NO_ELIMINATION = gettext_noop("There are no elimination hands.")
_ELIMINATION = gettext_noop("Elimination hands: {hands}.")
_CUT = gettext_noop("After each of them the {cut} players with the fewest chips are out.")
_CUT_ONE = gettext_noop("After each of them the player with the fewest chips is out.")
_CUT_HALF = gettext_noop("After each of them the half of the players with the fewest chips is out.")
_QUOTA = gettext_noop("They cut down to this many players: {quota}. Whoever went out before counts.")
_BUST_COUNTS = gettext_noop("A player who loses the last chips on that hand is the one who goes.")
_BUST_AND_LOWEST = gettext_noop(
    "Players who lose their last chips on that hand are out, and so is the lowest of the others."
)
_OUT = gettext_noop("A player without chips, or with less than the minimum of the next hand, is out.")
_ADVANCE = gettext_noop("The first {places} of each table go on.")
_ADVANCE_ONE = gettext_noop("The first of each table goes on.")
_ADVANCE_OPEN = gettext_noop(
    "How many of each table go on follows from the entries: two where the next round cannot be the final, "
    "else as many as fit at one table, at most two."
)
_CHAMPION = gettext_noop("The last player left, or the first after the last hand, wins the tournament.")
_EARLY_END = gettext_noop(
    "A round ends early when one player is left, or when all who are left go on with new stacks."
)
_SECRET = {
    0: gettext_noop("There are no secret bets."),
    1: gettext_noop("Every player may make one bet secretly; an unused right is not carried over."),
}
_SECRETS = gettext_noop("Every player may make {bets} bets secretly; unused rights are not carried over.")
_SECRET_FROM = gettext_noop("Secret bets are allowed from hand {hand} on.")
_SECRET_LAST = gettext_noop("Secret bets are allowed on the last hand only.")
_SECRET_HIDES = {
    "all": gettext_noop("A secret bet hides every amount and a surrender until it is revealed."),
    "bet": gettext_noop("A secret bet hides the amount of the bet until it is revealed."),
}
_SECRET_REVEAL = {
    "settlement": gettext_noop("It is revealed when the hand is settled."),
    "own_hand": gettext_noop("It is revealed when that player's own hand is finished."),
}
_TIE = gettext_noop("Equal counts are decided by these rules in turn:")
_TIE_RULES = {
    "start_of_hand": gettext_noop("Of equal players the one with more chips before that hand stays."),
    "position": gettext_noop("Of equal players the one furthest clockwise from the first to act goes."),
    "earlier_bettor": gettext_noop("Of equal players the one who had to bet earlier goes."),
    "high_card": gettext_noop("Equal players draw a card: rank, then suit ♠ ♥ ♦ ♣."),
    "lots": gettext_noop("Equal players draw lots."),
    "all_stay": gettext_noop("When players are equal for the lowest count all of them stay."),
    "all_go": gettext_noop("When players are equal for the lowest count all of them go."),
    "playoff": gettext_noop("Equal players play off with chips of their own."),
}

_POINTS = gettext_noop("It is played for points: there is no buy-in and no prize money.")
_BUY_IN = gettext_noop("An entry costs {total}: {buy_in} for the prize pool and {fee} for the house.")
_BUY_IN_WITH_DEALERS = gettext_noop(
    "An entry costs {total}: {buy_in} for the prize pool, {fee} for the house and {dealers} for the dealers."
)
_PUBLISHED = gettext_noop("The pool is divided by the number of paid entries, first place first.")
_ROW = gettext_noop("Up to {entries} entries: {shares} %.")
_ANY_ROW = gettext_noop("More entries: {shares} %.")
_ONLY_ROW = gettext_noop("The pool is divided, first place first: {shares} %.")
_OVER = gettext_noop(
    "Over {entries} entries one in ten is paid, rounded up: the first seven share 80 % in the same "
    "proportions, the others 20 % equally."
)
_CENTS = gettext_noop(
    "Shares are cut to whole cents and the cents left over go to the first place; equal parts get one odd "
    "cent each by lowest entry number."
)
_SHARED = gettext_noop("Players who share a place share the prizes of the places they take up.")
_WITHDRAW = gettext_noop("Until registration closes an entry can be withdrawn and is refunded in full.")

#: The published rule for a tournament that is cancelled (`prizes.refunds` and `prizes.abandonment`).
CANCELLATION = (
    gettext_noop("Cancelled before a round is closed: every entry gets back all it paid, the fee included."),
    gettext_noop(
        "Cancelled later: places already fixed keep their prizes; the prizes of all open places are put "
        "together and divided equally among the players still in; the fees stay with the house."
    ),
    gettext_noop("A place is fixed when its round is closed, in the final as soon as the player is out."),
)

_ORDER = (
    gettext_noop(
        "Places go by the round reached; then who played a round to its end is before who was out; then by "
        "the later hand, more chips, and more chips at the start of that hand."
    ),
    gettext_noop("Players of different tables who are still equal share the place."),
    gettext_noop("Every player has one place, that of the best entry."),
    gettext_noop("Disqualified players are last in their round and win no prize."),
)
_FAIR = (
    gettext_noop(
        "Shuffles and draws are committed to before they are used and revealed afterwards, so that anybody "
        "can check them."
    ),
    gettext_noop("After a failure a table goes on from the last decision; only a void hand is dealt again."),
)


def rules_in_words(structure: Structure) -> list[tuple[Sentence, Sentence]]:
    """The rules of a tournament in reading order, as pairs of section title and sentence."""
    sections: list[tuple[Sentence, Iterator[Sentence]]] = [(_plain(STRUCTURE), _structure(structure))]
    for number, plan in enumerate(structure.plans, start=1):
        sections.append((_round_title(number, len(structure.plans)), _round(plan, number == 1, False)))
    sections += [
        (_plain(FINAL), _round(structure.final, False, True)),
        (_plain(HAND), _hand(structure)),
        (_plain(RANKING), map(_plain, _ORDER)),
        (_plain(MONEY), _money(structure)),
        (_plain(FAIRNESS), map(_plain, _FAIR)),
    ]
    return [(title, sentence) for title, sentences in sections for sentence in sentences]


def money_text(cents: int, currency: str) -> str:
    """An amount of cents for a sentence: `25.00 EUR`."""
    return f"{cents // 100}.{cents % 100:02d} {currency}"


def _plain(text: str) -> Sentence:
    return Sentence(text, {})


def _round_title(number: int, plans: int) -> Sentence:
    if plans == 1:
        return _plain(ROUNDS)
    return Sentence(FROM_ROUND if number == plans else ROUND, {"round": number})


def _structure(structure: Structure) -> Iterator[Sentence]:
    yield Sentence(_FIELD, {"capacity": structure.capacity, "min_entries": structure.min_entries})
    yield Sentence(_SEATS, {"seats": structure.seats})
    if structure.break_seconds:
        yield _break(structure.break_seconds)


def _break(length_seconds: int) -> Sentence:
    """The break to the second, in unit symbols: they need no plural in any language."""
    minutes, seconds = divmod(length_seconds, 60)
    if length_seconds < 120:
        return Sentence(_BREAK_SECONDS, {"seconds": length_seconds})
    if not seconds:
        return Sentence(_BREAK_MINUTES, {"minutes": minutes})
    return Sentence(_BREAK_BOTH, {"minutes": minutes, "seconds": seconds})


def _round(plan: RoundPlan, is_first: bool, is_final: bool) -> Iterator[Sentence]:
    yield Sentence(_HANDS, {"hands": plan.hands})
    yield from _chips(plan, is_first)
    yield Sentence(_CLOCK, {"seconds": plan.decide_seconds, "elimination": plan.decide_elimination_seconds})
    yield from _secret_bets(plan)
    yield from _elimination(plan)
    if is_final:
        yield _plain(_CHAMPION)
    else:
        yield from _going_on(plan)


def _chips(plan: RoundPlan, is_first: bool) -> Iterator[Sentence]:
    """What players begin with and what they may bet; in round 1 there is nothing to keep."""
    if is_first or plan.chips == "equal":
        yield Sentence(_EQUAL, {"stack": plan.stack})
    elif plan.chips == "keep":
        yield _plain(_KEEP)
    else:
        yield Sentence(_KEEP_FLOOR, {"floor": plan.floor})
    limits = {"minimum": plan.minimum, "maximum": plan.maximum, "step": plan.step}
    yield Sentence(_LIMITS if plan.maximum else _NO_MAXIMUM, limits)
    for level in plan.levels:
        values = {"hand": level.from_hand, "minimum": level.minimum, "maximum": level.maximum}
        yield Sentence(_LEVEL if level.maximum else _LEVEL_NO_MAXIMUM, values)
    yield _plain(_SHORT if plan.allow_short else _OUT)


def _secret_bets(plan: RoundPlan) -> Iterator[Sentence]:
    if plan.secret_bets in _SECRET:
        yield _plain(_SECRET[plan.secret_bets])
    else:
        yield Sentence(_SECRETS, {"bets": plan.secret_bets})
    if not plan.secret_bets:
        return
    if plan.secret_last_hand_only:
        yield _plain(_SECRET_LAST)
    elif plan.secret_from_hand > 1:
        yield Sentence(_SECRET_FROM, {"hand": plan.secret_from_hand})
    yield _plain(_SECRET_HIDES[plan.secret_hides])
    yield _plain(_SECRET_REVEAL[plan.secret_reveal])


def _elimination(plan: RoundPlan) -> Iterator[Sentence]:
    if not plan.elimination_hands:
        yield _plain(_NO_ELIMINATION)
    else:
        yield Sentence(_ELIMINATION, {"hands": _listed(plan.elimination_hands)})
        if plan.quota:
            yield Sentence(_QUOTA, {"quota": _listed(plan.quota)})
        elif plan.cut == "half":
            yield _plain(_CUT_HALF)
        else:
            yield _plain(_CUT_ONE) if plan.cut == 1 else Sentence(_CUT, {"cut": plan.cut})
        yield _plain(_BUST_AND_LOWEST if plan.bust_and_lowest else _BUST_COUNTS)
    yield _plain(_TIE)
    for rule in plan.tie:
        yield _plain(_TIE_RULES[rule])


def _going_on(plan: RoundPlan) -> Iterator[Sentence]:
    if plan.advance is None:
        yield _plain(_ADVANCE_OPEN)
    else:
        yield _plain(_ADVANCE_ONE) if plan.advance == 1 else Sentence(_ADVANCE, {"places": plan.advance})
    if plan.early_end:
        yield _plain(_EARLY_END)


def _hand(structure: Structure) -> Iterator[Sentence]:
    yield _plain(_BUTTON)
    yield _plain(_BET_ONCE)
    yield from hand_in_words(structure.rules)
    yield _plain(_TIMED_OUT)
    yield _plain(AUTOPLAY[structure.rules.autoplay])


def _money(structure: Structure) -> Iterator[Sentence]:
    if not structure.currency:
        yield _plain(_POINTS)
        return
    currency = structure.currency
    costs = {"buy_in": structure.buy_in_cents, "fee": structure.fee_cents, "dealers": structure.dealers_cents}
    costs["total"] = sum(costs.values())
    text = _BUY_IN_WITH_DEALERS if structure.dealers_cents else _BUY_IN
    yield Sentence(text, {name: money_text(cents, currency) for name, cents in costs.items()})
    yield from _shares(structure.payouts)
    yield _plain(_CENTS)
    yield _plain(_SHARED)
    yield _plain(_WITHDRAW)
    yield from map(_plain, CANCELLATION)


def _shares(payouts: Sequence[Payout]) -> Iterator[Sentence]:
    """How the pool is divided: one list, or a row for each size of field."""
    if len(payouts) == 1:
        yield Sentence(_ONLY_ROW, {"shares": _percentages(payouts[0].shares)})
        return
    yield _plain(_PUBLISHED)
    for row in payouts or PUBLISHED:
        words = _ANY_ROW if row.up_to is None else _ROW
        yield Sentence(words, {"entries": row.up_to, "shares": _percentages(row.shares)})
    if not payouts:
        yield Sentence(_OVER, {"entries": PUBLISHED[-1].up_to})


def _percentages(shares: Sequence[Fraction]) -> str:
    return " / ".join(percent_text(share) for share in shares)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
