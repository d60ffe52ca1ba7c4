"""The exact chances of games C and D through the kernel, against the figures of reference_odds.md 6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from blackjack import chinese_layout as k
from blackjack.cards import DECK, VALUES
from blackjack.chinese import apply, deal, legal, settle
from blackjack.chinese_hands import PLAY_ON, natural_result, total, two_card_class
from blackjack.rules import CHINESE, HOUSE_CHINESE, KAMPUNG, GameRules
from blackjack.shoe import shuffle
from tests.blackjack.heads_up import Hits, expectation, hits_below

# One card of each value, and how many cards of a deck have it.
CARDS = {value: value - 1 for value in range(1, 11)}
PACK = Counter(VALUES[:DECK])
# A banker's two cards outside the pack, so that it stays fresh for the seat that draws.
NINES = [8, 8]


def ordered(decks: int, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The values of the first cards of a fresh pack in their order, each with its chance."""
    cards = DECK * decks
    for values in product(CARDS, repeat=count):
        left = Counter({value: number * decks for value, number in PACK.items()})
        chance = Fraction(1)
        for drawn, value in enumerate(values):
            chance *= Fraction(left[value], cards - drawn)
            left[value] -= 1
        if chance:
            yield values, chance


def class_of(rules: GameRules, first: int, second: int) -> int:
    """The kernel's class of two cards of these values."""
    packed, log = k.pack(rules), k.new_log()
    state = k.prepare([1, 1], [1, 0])
    deal(packed, [CARDS[first], NINES[0], CARDS[second], NINES[1], *[8] * 9], state, log)
    return two_card_class(packed, state, 0)


def six_digits(chance: Fraction) -> str:
    """A chance as the reference prints it."""
    return f"{float(chance):.6f}"


@pytest.mark.parametrize(
    ("decks", "free_hand", "expected"),
    [
        (1, "best_total", (".004525", ".048265", ".084465")),
        (2, "best_total", (".005228", ".047797", ".083645")),
        (1, "hard_only", (".004525", ".048265", ".072398")),
        (2, "hard_only", (".005228", ".047797", ".071695")),
        (1, "any_count", (".004525", ".048265", ".096531")),
        (2, "any_count", (".005228", ".047797", ".095594")),
    ],
)
def test_odds_6_the_first_two_cards(decks: int, free_hand: str, expected: tuple[str, str, str]) -> None:
    rules = CHINESE.with_options({"decks": decks, "free_hand": free_hand})
    found: Counter[int] = Counter()
    for values, chance in ordered(decks, 2):
        found[class_of(rules, *values)] += chance
    assert found.total() == 1
    wanted = (k.C_BAN_BAN, k.C_BLACKJACK, k.C_FREE)
    assert tuple(six_digits(found[each])[1:] for each in wanted) == expected


def test_odds_6_exact_fractions_of_the_first_cards() -> None:
    two = dict(ordered(1, 2))
    assert two[1, 1] == Fraction(1, 221)
    assert two[1, 4] + two[4, 1] == Fraction(8, 663)
    three_sevens = [Fraction(4 * d, 52 * d) * Fraction(4 * d - 1, 52 * d - 1) for d in (1, 2)]
    assert three_sevens[0] * Fraction(2, 50) == Fraction(1, 5525)
    assert three_sevens[1] * Fraction(6, 102) == Fraction(7, 22763)
    fifteens = [values for values in two if class_of(CHINESE, *values) == k.C_FREE]
    assert sum(two[values] for values in fifteens) == Fraction(56, 663)


def test_odds_6_player_and_banker_classes_and_a_fair_naturals_phase() -> None:
    classes = {pair: class_of(CHINESE, *pair) for pair in product(CARDS, repeat=2)}
    found: Counter[tuple[int, int]] = Counter()
    for values, chance in ordered(1, 4):
        found[classes[values[0], values[2]], classes[values[1], values[3]]] += chance
    other, free, blackjack, ban_ban = range(4)
    figures = {
        (ban_ban, ban_ban): ".000004",
        (ban_ban, blackjack): ".000118",
        (ban_ban, free): ".000384",
        (ban_ban, other): ".004019",
        (blackjack, blackjack): ".001773",
        (blackjack, free): ".004098",
        (blackjack, other): ".042277",
        (free, free): ".006767",
        (free, other): ".073216",
        (other, other): ".743234",
    }
    for (player, banker), figure in figures.items():
        assert six_digits(found[player, banker])[1:] == figure
        assert found[player, banker] == found[banker, player]
    results = {pair: natural_result(k.pack(CHINESE), *pair) for pair in found}
    assert sum(found[pair] * result for pair, result in results.items() if result != PLAY_ON) == 0


def final_hands(rules: GameRules, minimum: int) -> Counter[str]:
    """The chance of each final hand of a seat that draws below `minimum` from a fresh pack, by the kernel."""
    packed, log, found = k.pack(rules), k.new_log(), Counter[str]()
    pack = {value: number * rules.decks for value, number in PACK.items()}

    def draw_on(state: list[int], left: dict[int, int], chance: Fraction) -> None:
        if not legal(packed, state, 0) or total(packed, state, 0) >= minimum:
            found[final_hand(packed, state)] += chance
            return
        for value in left:
            if left[value]:
                following = state.copy()
                log[0] = 1
                shoe = [CARDS[value]] * (following[k.POINTER] + 1)
                apply(packed, shoe, following, log, 0, k.A_HIT, 0)
                rest = left | {value: left[value] - 1}
                draw_on(following, rest, chance * left[value] / sum(left.values()))

    for (first, second), chance in ordered(rules.decks, 2):
        state = k.prepare([1, 1], [1, 0])
        log[0] = 1
        deal(packed, [CARDS[first], NINES[0], CARDS[second], NINES[1]], state, log)
        rest = Counter(pack) - Counter([first, second])
        draw_on(state, dict(rest), chance)
    return found


def final_hand(packed: list[int], state: list[int]) -> str:
    """The column of the reference's table that a finished hand belongs to."""
    reached = total(packed, state, 0)
    held = two_card_class(packed, state, 0)
    if held >= k.C_BLACKJACK:
        return k.CLASSES[held]
    five = state[k.seat_at(0) + k.COUNT] == k.MAX_CARDS
    if reached > 21:
        return "five bust" if five else "bust"
    if five:
        return "five 21" if reached == 21 else "five"
    return str(reached)


COLUMNS = [
    *("blackjack", "ban_ban", "15", "16", "17", "18", "19", "20", "21", "bust"),
    *("five", "five 21", "five bust"),
]
# Options that ask nothing but hit or stand.
PLAIN = {"free_hand": "none", "burn": False}


@pytest.mark.parametrize(
    ("rules", "decks", "minimum", "few_cards", "five_cards"),
    [
        (
            CHINESE,
            1,
            16,
            ".048265 .004525 - .136037 .132710 .123981 .121173 .161417 .059299 .189954",
            ".011568 .001963 .009107",
        ),
        (
            CHINESE,
            2,
            16,
            ".047797 .005228 - .136529 .131655 .124438 .119937 .163399 .058404 .188229",
            ".012967 .002052 .009366",
        ),
        (
            CHINESE,
            1,
            17,
            ".048265 .004525 - - .144301 .133836 .131051 .170967 .069171 .259970",
            ".016915 .003149 .017850",
        ),
        (
            KAMPUNG,
            1,
            15,
            ".048265 - .133468 .124682 .122767 .114286 .111176 .152214 .053890 .126805",
            ".007127 .001161 .004159",
        ),
    ],
)
def test_odds_6_final_hands_of_a_seat_that_draws_to_a_minimum(
    rules: GameRules, decks: int, minimum: int, few_cards: str, five_cards: str
) -> None:
    found = final_hands(rules.with_options({**PLAIN, "decks": decks}), minimum)
    assert found.total() == 1
    printed = [six_digits(found[column])[1:] if found[column] else "-" for column in COLUMNS]
    assert " ".join(printed) == f"{few_cards} {five_cards}"


@pytest.mark.sim
@pytest.mark.parametrize(
    ("player", "banker", "abandons", "figure"),
    [
        (hits_below(16), hits_below(16), True, -0.0210),
        (hits_below(16), hits_below(17), False, -0.0184),
        (hits_below(16, four_card_16=True), hits_below(17), False, -0.0208),
    ],
    ids=["abandons every 15", "banker to 17", "hits a four-card 16"],
)
def test_odds_6_the_exact_expectation_is_within_the_error_of_the_figure(
    player: Hits, banker: Hits, abandons: bool, figure: float
) -> None:
    """The figures were simulated, with a standard error of .0008 at most."""
    assert abs(float(expectation(CHINESE, player, banker, abandons=abandons)) - figure) < 3 * 0.0008


@pytest.mark.sim
def test_games_8_if_both_sides_hit_below_16_the_game_is_fair() -> None:
    exact = expectation(CHINESE, hits_below(16), hits_below(16))
    assert abs(exact) < Fraction(2, 1000)
    # Simulated as -0.0003 with a standard error of .0007.
    assert abs(float(exact) + 0.0003) < 3 * 0.0007


def simulated(rules: GameRules, shoes: int) -> tuple[float, float]:
    """A player's mean win per bet and its standard error when everyone draws to the minimum.

    Each shoe is dealt from several times, since every stretch of a fresh pack is one. What comes of one shoe
    is taken together, so that it does not matter that its deals are not independent.
    """
    packed, log = k.pack(rules), k.new_log()
    sums = []
    for number in range(shoes):
        shoe = shuffle(b"odds", table="ODDS", number=number, attempt=1, decks=rules.decks, seeds=[], cut=0)
        won, pointers = 0, range(0, DECK * rules.decks - 9, 10)
        for pointer in pointers:
            state = k.prepare([1000, 1000], [10, 0], pointer)
            log[0] = 1
            deal(packed, shoe, state, log)
            while state[k.PHASE] != k.P_SETTLE:
                apply(packed, shoe, state, log, state[k.TURN_SEAT], to_the_minimum(packed, state), 0)
            settle(packed, state, log)
            won += state[k.seat_at(0) + k.CHANGE]
        sums.append(won / (10 * len(pointers)))
    mean = sum(sums) / shoes
    variance = sum((each - mean) ** 2 for each in sums) / (shoes - 1)
    return mean, (variance / shoes) ** 0.5


def to_the_minimum(packed: list[int], state: list[int]) -> int:
    """Hit when nothing else is allowed; burn nothing and abandon nothing."""
    actions = legal(packed, state, state[k.TURN_SEAT])
    for action in (k.A_CONTINUE, k.A_KEEP, k.A_STAND, k.A_FINISH):
        if actions >> action & 1:
            return action
    return k.A_HIT


@pytest.mark.sim
@pytest.mark.parametrize("rules", [CHINESE, HOUSE_CHINESE, KAMPUNG], ids=["chinese", "house", "kampung"])
def test_games_8_dealt_from_real_shoes_the_mean_is_the_exact_expectation(rules: GameRules) -> None:
    minimum = hits_below(rules.min_total)
    exact = float(expectation(rules.with_options({"burn": False}), minimum, minimum))
    mean, error = simulated(rules.with_options({"burn": False}), shoes=5_000)
    assert error < 0.01
    assert abs(mean - exact) < 3 * error
