"""Who is out after a hand and why, how ties are broken, and the places at a table (tournaments.md 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blackjack.cards import DECK, RANKS, SUITS, card_text
from blackjack.table_rules import TableRules

BUSTED, BELOW_MINIMUM, LOWEST_COUNT, DISQUALIFIED = "busted", "below_minimum", "lowest_count", "disqualified"

Draw = Callable[[str, int], list[int]]  # (label, count) -> a committed permutation of range(count)


@dataclass(frozen=True, slots=True)
class Count:
    """One seat at the count: chips now and before the hand, `position` in acting order (0 acts first)."""

    seat: int
    chips: int
    before: int
    position: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Out:
    """A seat that leaves the table with this place."""

    seat: int
    cause: str
    place: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie that the committed draw broke: seats best first, and their cards where cards were drawn."""

    method: str
    label: str
    order: tuple[int, ...]
    cards: tuple[str, ...] = ()


class TieBreaker:
    """The tie chain of a table for one hand; `ties` tells which draws it needed."""

    def __init__(self, rules: TableRules, label: str, draw: Draw) -> None:
        """`label` ends the labels of the draws: the hand, or what else is decided."""
        self._chain = rules.tie
        self._label = label
        self._draw = draw
        self._scores_drawn: list[tuple[str, dict[int, int]]] = []
        self.ties: list[Tie] = []

    def ranked(self, counts: Sequence[Count]) -> list[Count]:
        """All seats, best first: by chips, then by the chain; never a tie, for positions differ."""
        keep_or_go = ("all_stay", "all_go")  # say who goes, not who is better
        chain = [rule for rule in self._chain if rule not in keep_or_go]
        return self._ranked(sorted(counts, key=_seat), ["chips", *chain, "position"])

    def lowest(self, counts: Sequence[Count], going: int, most: int) -> list[Count]:
        """The seats with the lowest chips that go: `going` of them, or what "all stay" and "all go" make of
        it.

        Never more than `most`.
        """
        if going <= 0:
            return []
        by_chips = sorted(counts, key=_chips)
        line = by_chips[going - 1].chips
        below = [count for count in counts if count.chips < line]
        tied = [count for count in counts if count.chips == line]
        needed = going - len(below)
        return below + (tied if len(tied) == needed else self._lowest_of(tied, needed, most - len(below)))

    def _lowest_of(self, tied: list[Count], needed: int, most: int) -> list[Count]:
        """Which `needed` of seats with equal chips go, by the chain."""
        chain = list(self._chain)
        gone: list[Count] = []
        while chain and len(tied) != needed:
            rule = chain.pop(0)
            if rule == "all_stay":
                return gone
            if rule == "all_go":
                if len(tied) <= most - len(gone):
                    return gone + tied
                continue
            while tied and needed:
                worst = self._groups(rule, tied)[-1]
                if len(worst) > needed:
                    tied = worst
                    break
                gone += worst
                needed -= len(worst)
                tied = [count for count in tied if count not in worst]
            if not needed:
                return gone
        ranked = self._ranked(tied, ["position"])
        return gone + ranked[len(ranked) - needed :]

    def _ranked(self, counts: list[Count], chain: list[str]) -> list[Count]:
        if len(counts) < 2 or not chain:
            return counts
        return [count for group in self._groups(chain[0], counts) for count in self._ranked(group, chain[1:])]

    def _groups(self, rule: str, counts: list[Count]) -> list[list[Count]]:
        """The seats in groups that the rule tells apart, best group first."""
        if len(counts) == 1:
            return [counts]
        scores = self._scores(rule, counts)
        return [
            [count for count in counts if scores[count.seat] == score]
            for score in sorted(set(scores.values()), reverse=True)
        ]

    def _scores(self, rule: str, counts: list[Count]) -> dict[int, int]:
        """A number for each seat, higher is better."""
        if rule == "chips":
            return {count.seat: count.chips for count in counts}
        if rule == "start_of_hand":
            return {count.seat: count.before for count in counts}
        if rule == "position":
            return {count.seat: -count.position for count in counts}
        if rule == "earlier_bettor":  # a house rule: who bet earlier goes
            return {count.seat: count.position for count in counts}
        return self._drawn(rule, sorted(counts, key=_seat))

    def _drawn(self, rule: str, counts: list[Count]) -> dict[int, int]:
        """Lots or high cards by the committed draw, seats in seat order (fairness.md, draw-v1).

        Seats that drew together keep what they drew; another draw of the same hand has a label of its own.
        """
        seats = [count.seat for count in counts]
        for drawn_rule, scores in self._scores_drawn:
            if drawn_rule == rule and scores.keys() >= set(seats):
                return {seat: scores[seat] for seat in seats}
        name = "high-card" if rule == "high_card" else "tie"
        before = sum(drawn_rule == rule for drawn_rule, _ in self._scores_drawn)
        label = f"{name}/{self._label}" + (f"/{before + 1}" if before else "")
        cards = {}
        if rule == "high_card":
            cards = dict(zip(seats, self._draw(label, DECK), strict=False))
            scores = {seat: _height(card) for seat, card in cards.items()}
        else:
            scores = {seats[index]: -rank for rank, index in enumerate(self._draw(label, len(seats)))}
        self._scores_drawn.append((rule, scores))
        order = sorted(seats, key=lambda seat: scores[seat], reverse=True)
        self.ties.append(
            Tie(rule, label, tuple(order), tuple(card_text(cards[seat]) for seat in order if cards))
        )
        return scores


def eliminated(
    rules: TableRules, hand: int, counts: Sequence[Count], *, last: bool, breaker: TieBreaker
) -> list[Out]:
    """Who leaves after this hand, lowest place first; `counts` are all seats that began it.

    Causes 1 and 2 for everybody, 3 on an elimination hand. After the last hand only the count is taken:
    nobody but the disqualified leaves.
    """
    causes = {count.seat: DISQUALIFIED for count in counts if count.disqualified}
    if not last:
        minimum = rules.limits_at(hand + 1).minimum
        for count in counts:
            if count.chips == 0:
                causes.setdefault(count.seat, BUSTED)
            elif count.chips < minimum and not rules.allow_short:
                causes.setdefault(count.seat, BELOW_MINIMUM)
        if hand in rules.elimination_hands:
            left = [count for count in counts if count.seat not in causes]
            began = sum(not count.disqualified for count in counts)
            going = cut_size(rules, hand, began=began, left=len(left))
            for count in breaker.lowest(left, going, most=len(left) - rules.advance):
                causes[count.seat] = LOWEST_COUNT
    leaving = [count for count in counts if count.seat in causes]
    # A disqualified seat has lost its chips, so it stands below whoever goes with it.
    ranked = sorted(breaker.ranked(leaving), key=lambda count: causes[count.seat] == DISQUALIFIED)
    first = len(counts) - len(leaving) + 1
    places = [Out(count.seat, causes[count.seat], first + index) for index, count in enumerate(ranked)]
    return places[::-1]


def cut_size(rules: TableRules, hand: int, *, began: int, left: int) -> int:
    """How many of the `left` seats an elimination hand takes, when `began` seats started it.

    Seats that left by themselves count, unless the bust and the lowest both go; a quota says how many may
    stay; never below the places that go on.
    """
    quota = rules.quota_after(hand)
    cut = began // 2 if rules.cut == "half" else int(rules.cut)
    if quota is not None:
        going = left - quota
    elif rules.bust_and_lowest:
        going = cut
    else:
        going = cut - (began - left)
    return max(0, min(going, left - rules.advance))


def is_over(rules: TableRules, *, left: int, last: bool) -> bool:
    """Whether the round ends after a hand that leaves `left` seats (tournaments.md 1, Early end)."""
    if last or left <= 1:
        return True
    early = rules.early_end and rules.chips == "equal" and not rules.is_final
    return early and left <= rules.advance


def _seat(count: Count) -> int:
    return count.seat


def _chips(count: Count) -> int:
    return count.chips


def _height(card: int) -> int:
    """Aces high, then suits S H D C."""
    suit, rank = divmod(card, len(RANKS))
    return (rank - 1) % len(RANKS) * len(SUITS) - suit
