"""Simulation: it plays the table, the seed decides everything, and the engine agrees with the solver."""

from __future__ import annotations

import math

import pytest

from blackjack import casino, compiled, simulated
from blackjack import casino_layout as k
from blackjack.cards import DECK, parse_cards
from blackjack.dealer_odds import dealer_outcomes
from blackjack.rules import CASINO, ELIMINATION, GameRules
from blackjack.simulated import ROUND_BET, ROUND_CHIPS, choose, pack_table, shuffle_front
from blackjack.simulation import OUTCOMES, play_chunk, simulate
from blackjack.solved import solved
from blackjack.strategy import absent_action, basic_table

SEED = bytes.fromhex("5eed")
LATE = CASINO.with_options({"surrender": "late", "max_splits": 3, "hit_split_aces": True})
EARLY = ELIMINATION.with_options({"surrender": "early"})


@pytest.mark.parametrize("rules", [CASINO, ELIMINATION, LATE])
def test_every_decision_is_that_of_an_absent_player_with_the_chips(rules: GameRules) -> None:
    rules = rules.with_options({"autoplay": "full_basic_strategy"})
    packed, plan, log = k.pack(rules), pack_table(basic_table(rules)), k.new_log()
    shoe, chance = list(range(DECK)) * rules.decks, [1, 2, 3, 4]
    decisions = 0
    for _ in range(300):
        shuffle_front(shoe, chance)
        state = k.prepare([ROUND_CHIPS], [ROUND_BET])
        log[0] = 1
        casino.deal(packed, shoe, state, log)
        while state[k.PHASE] != k.P_DEALER:
            mask = casino.legal(packed, state, 0)
            chosen = choose(plan, state, mask)
            cards = k.cards_at(state, k.hand_at(0, state[k.TURN_HAND]))
            expected = absent_action(rules, cards, state[k.DEALER + k.CARDS] % 13, k.action_names(mask))
            assert k.ACTIONS[chosen] == expected, (cards, state[k.DEALER + k.CARDS])
            casino.apply(packed, shoe, state, log, 0, chosen, 0)
            decisions += 1
    assert decisions > 300


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("TS TH 6D", "surrender"),
        ("8S TH 8D", "surrender"),
        ("TS TH 7D", "continue"),
        ("5S AH 2D", "surrender"),
        ("9S AH 9D", "continue"),
    ],
)
def test_games_6_an_early_surrender_is_taken_where_the_table_says_so(cards: str, action: str) -> None:
    packed, state = k.pack(EARLY), k.prepare([ROUND_CHIPS], [ROUND_BET])
    casino.deal(packed, parse_cards(f"{cards} 9C"), state, k.new_log())
    chosen = choose(pack_table(basic_table(EARLY)), state, casino.legal(packed, state, 0))
    assert k.ACTIONS[chosen] == action


def test_a_seed_gives_the_same_figures_on_one_core_and_on_two() -> None:
    one = simulate(ELIMINATION, 300, SEED, processes=1)
    assert one == simulate(ELIMINATION, 300, SEED, processes=2)
    assert one != simulate(ELIMINATION, 300, b"other", processes=1)


def test_every_round_is_counted_and_has_one_outcome_of_the_dealer() -> None:
    reported: list[int] = []
    figures = simulate(CASINO, 107, SEED, processes=1, progress=reported.append)
    assert figures.rounds == reported[-1] == 107
    assert list(figures.dealer) == list(OUTCOMES)
    assert sum(figures.dealer.values()) == pytest.approx(1)


def test_the_mean_and_its_error_are_those_of_the_rounds() -> None:
    tally = play_chunk(CASINO, SEED, False, (0, 50))
    figures = simulate(CASINO, 50, SEED, processes=1)
    chunks = [play_chunk(CASINO, SEED, False, (number, 2)) for number in range(25)]
    mean = sum(chunk[simulated.T_SUM] for chunk in chunks) / 50 / ROUND_BET
    squares = sum(chunk[simulated.T_SQUARES] for chunk in chunks) / ROUND_BET**2
    assert tally[simulated.T_ROUNDS] == 50
    assert figures.ev == pytest.approx(mean)
    assert figures.standard_error == pytest.approx(math.sqrt((squares - 50 * mean**2) / 49 / 50))


def test_shuffling_brings_every_card_to_the_front_as_often() -> None:
    shoe, chance, rounds = list(range(DECK)), [5, 6, 7, 8], 20_000
    counts = [0] * DECK
    for _ in range(rounds):
        shuffle_front(shoe, chance)
        counts[shoe[0]] += 1
    expected = rounds / DECK
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    # 51 degrees of freedom: beyond 87.97 lies one in a thousand.
    assert statistic < 87.97
    assert sorted(shoe) == list(range(DECK))


@pytest.mark.sim
def test_the_engine_agrees_with_the_solver_within_three_and_a_half_standard_errors() -> None:
    figures = simulate(ELIMINATION, 200_000, SEED)
    solution = solved(ELIMINATION)
    assert solution is not None
    assert abs(figures.ev - solution.td) < 3.5 * figures.standard_error
    for share, chance in zip(figures.dealer.values(), dealer_outcomes(6, h17=True)[0], strict=True):
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / figures.rounds)


@pytest.mark.sim
@pytest.mark.skipif(not compiled.IS_COMPILED, reason="the extra [sim] is not installed")
@pytest.mark.parametrize("rules", [CASINO, ELIMINATION, EARLY])
def test_compiled_and_interpreted_rounds_end_the_same(rules: GameRules) -> None:
    assert play_chunk(rules, SEED, True, (1, 5_000)) == play_chunk(rules, SEED, False, (1, 5_000))
