"""One player against a banker in games C and D, exactly: every pair of final hands from a fresh pack."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import perm, prod

from blackjack import chinese_layout as k
from blackjack.cards import DECK, VALUES
from blackjack.chinese import apply, deal, settle
from blackjack.rules import GameRules
from tests.blackjack.chinese_model import points

# The values of a hand's cards in their order, or how many cards it holds of each value from 1 to 10.
Values = tuple[int, ...]
# Whether a hand below 21 and of fewer than five cards takes another: asked of its values and its points.
Hits = Callable[[Values, int], bool]
# What a result hangs on: the first two cards if they are a 15 or a 21, or three sevens; points; cards held.
Ending = tuple[Values, int, int]

PACK = [Counter(VALUES[:DECK])[value] for value in range(1, 11)]
MOST_CARDS = 10


def hits_below(minimum: int, four_card_16: bool = False) -> Hits:
    """Hit below a total, and perhaps on 16 in four cards."""
    return lambda values, total: total < minimum or (four_card_16 and len(values) == 4 and total == 16)


def expectation(rules: GameRules, player: Hits, banker: Hits, *, abandons: bool = False) -> Fraction:
    """The player's exact mean win in bets, from one deck; the banker abandons every 15 or none.

    The chance of two final hands together hangs on their cards alone: a pack does not know who draws first.
    """
    his = list(by_cards(rules, banker).items())
    ways: Counter[tuple[Ending, Ending]] = Counter()
    for my_cards, my_endings in by_cards(rules, player).items():
        against = endings_against(my_cards, his)
        orders = prod(map(perm, PACK, my_cards))
        for (my_ending, my_ways), (his_ending, his_ways) in product(my_endings.items(), against.items()):
            ways[my_ending, his_ending] += orders * my_ways * his_ways
    assert ways.total() == perm(DECK, MOST_CARDS)
    examples = {ending_of(rules, hand): hand for hits in (player, banker) for hand in hands(rules, (), hits)}
    won = sum(
        number * result(rules, examples[my_ending], examples[his_ending], abandons)
        for (my_ending, his_ending), number in ways.items()
    )
    return Fraction(won, ways.total())


def endings_against(my_cards: Values, his: list[tuple[Values, Counter[Ending]]]) -> Counter[Ending]:
    """How often the banker comes to each ending from the pack without these cards.

    His cards are chosen in order, and then any others up to ten with mine, so that all hands weigh alike.
    """
    left = [
        [perm(cards - gone, more) for more in range(6)] for cards, gone in zip(PACK, my_cards, strict=True)
    ]
    found: Counter[Ending] = Counter()
    for his_cards, his_endings in his:
        both = sum(my_cards) + sum(his_cards)
        orders = perm(DECK - both, MOST_CARDS - both)
        for ways, count in zip(left, his_cards, strict=True):
            if count:
                orders *= ways[count]
        for ending, number in his_endings.items():
            found[ending] += orders * number
    return found


def by_cards(rules: GameRules, hits: Hits) -> dict[Values, Counter[Ending]]:
    """The final hands of a seat: for what they hold, in how many orders it comes to which ending."""
    found: dict[Values, Counter[Ending]] = defaultdict(Counter)
    for hand in hands(rules, (), hits):
        found[tuple(hand.count(value) for value in range(1, 11))][ending_of(rules, hand)] += 1
    return found


def hands(rules: GameRules, held: Values, hits: Hits) -> Iterator[Values]:
    """Every order of values in which a seat that holds these may come to a final hand."""
    if len(held) >= 2:
        total = points_of(rules, held)
        if len(held) == 5 or total >= 21 or not hits(held, total):
            yield held
            return
    for value in range(1, 11):
        if held.count(value) < PACK[value - 1]:
            yield from hands(rules, (*held, value), hits)


def ending_of(rules: GameRules, hand: Values) -> Ending:
    """What a result can tell of a final hand."""
    first_two = tuple(sorted(hand[:2]))
    told: Values = ()
    if points_of(rules, first_two) in (15, 21):
        told = first_two
    elif hand == (7, 7, 7):
        told = hand
    return told, points_of(rules, hand), len(hand)


def points_of(rules: GameRules, hand: Values) -> int:
    """The points of cards of these values."""
    return points(rules, cards_of(hand))


def cards_of(hand: Values) -> list[int]:
    """Cards of these values."""
    return [value - 1 for value in hand]


def result(rules: GameRules, mine: Values, his: Values, abandons: bool) -> int:
    """What the kernel books when a player and a banker draw these cards, in bets."""
    packed, log, state = k.pack(rules), k.new_log(), k.prepare([100, 100], [1, 0])
    (my_first, my_second, *my_more), (his_first, his_second, *his_more) = cards_of(mine), cards_of(his)
    shoe = [my_first, his_first, my_second, his_second, *my_more, *his_more]
    deal(packed, shoe, state, log)
    while state[k.PHASE] != k.P_SETTLE:
        seat = state[k.TURN_SEAT]
        if state[k.PHASE] == k.P_FREE_HAND:
            action = k.A_ABANDON if abandons else k.A_CONTINUE
        elif state[k.seat_at(seat) + k.COUNT] < len((mine, his)[seat]):
            action = k.A_HIT
        else:
            action = (k.A_STAND, k.A_FINISH)[seat]
        apply(packed, shoe, state, log, seat, action, 0)
    settle(packed, state, log)
    assert state[k.seat_at(0) + k.CHANGE] == state[k.seat_at(0) + k.RESULT]
    return state[k.seat_at(0) + k.RESULT]
