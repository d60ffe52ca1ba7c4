"""The solver and the shipped solutions against reference_odds.md 1 to 3, and against themselves."""

from __future__ import annotations

import pytest

from blackjack.rules import CASINO, CHINESE, ELIMINATION, GameRules
from blackjack.solved import SHIPPED, options_hash, play_options, solved
from blackjack.solver import NotSolved, Solution, solve
from blackjack.solver_hands import Against, Player
from blackjack.strategy import basic_table, published_table

CD_WITHIN, TD_WITHIN = 0.00002, 0.00005
PEEK = CASINO.with_options({"hole": "peek"})
BASE = PEEK.with_options({"max_splits": 3})
NO_HOLE = CASINO.with_options({"max_splits": 3})
S17 = BASE.with_options({"h17": False})

# reference_odds.md 2, each figure marked as computed: rules, options, CD, TD.
EXPECTATIONS = [
    (BASE, {}, -0.006151, -0.006179),
    (CASINO, {}, -0.007787, -0.007820),
    (CASINO, {"bj_loss": "original"}, -0.006686, -0.006714),
    (CASINO, {"decks": 8}, -0.008089, None),
    (CASINO, {"h17": False}, -0.005658, None),
    (CASINO, {"double": "9-11"}, -0.008836, None),
    (CASINO, {"bj_pay": "6:5"}, -0.021384, None),
    (ELIMINATION, {}, -0.005256, -0.005283),
    (ELIMINATION, {"surrender": "none"}, -0.006138, -0.006165),
    (NO_HOLE, {}, -0.007266, None),
    (NO_HOLE, {"das": False}, -0.008694, None),
    (NO_HOLE, {"decks": 8}, -0.007557, None),
    (NO_HOLE, {"decks": 8, "das": False}, -0.008982, None),
    (BASE, {"decks": 8}, -0.006443, None),
    (S17, {"decks": 8}, -0.004303, None),
    (S17, {"decks": 8, "surrender": "late"}, -0.003545, None),
    (S17, {}, -0.004026, None),
    (S17, {"das": False}, -0.005444, None),
    (NO_HOLE, {"h17": False}, -0.005137, None),
    (S17, {"surrender": "late"}, -0.003300, None),
    (S17, {"surrender": "late", "max_ace_splits": 3}, -0.002612, None),
    (BASE, {"decks": 5}, -0.005917, None),
    (BASE, {"decks": 5, "das": False}, -0.007364, None),
    (BASE, {"decks": 4}, -0.005567, None),
    (BASE, {"decks": 2}, -0.003796, None),
    (BASE, {"decks": 1}, -0.000072, None),
    (S17, {"decks": 1}, 0.001839, None),
]
# reference_odds.md 3: what one change of the rules is worth (CD).
EFFECTS = [
    (BASE, {"h17": False}, 0.00213),
    (BASE, {"das": False}, -0.00145),
    (BASE, {"hole": "none"}, -0.00112),
    (BASE, {"surrender": "late"}, 0.00088),
    (NO_HOLE, {"surrender": "late"}, 0.00095),
    # The reference's 0.00713 and 0.00724 also give up 16 against a 9: games.md 6 offers that late only.
    (BASE, {"surrender": "early"}, 0.00711),
    (NO_HOLE, {"surrender": "early"}, 0.00722),
    (BASE, {"double": "9-11"}, -0.00106),
    (BASE, {"double": "10-11"}, -0.00201),
    (BASE, {"max_splits": 1}, -0.00054),
    (BASE, {"max_splits": 2}, -0.00008),
    (BASE, {"max_splits": 4}, 0.00001),
    (BASE, {"max_ace_splits": 3}, 0.00068),
    # The reference's 0.00185 doubles on split aces, which games.md 2.3 does not.
    (BASE, {"hit_split_aces": True}, 0.00177),
    (BASE, {"bj_pay": "6:5"}, -0.01360),
    (BASE, {"bj_pay": "1:1"}, -0.02266),
    (BASE, {"bj_pay": "2:1"}, 0.02266),
    (BASE, {"decks": 8}, -0.00029),
    (BASE, {"decks": 4}, 0.00058),
    (BASE, {"decks": 2}, 0.00236),
    (BASE, {"decks": 1}, 0.00608),
]


def shipped(rules: GameRules) -> Solution:
    solution = solved(rules)
    assert solution is not None, f"no solution is shipped for {play_options(rules)}"
    return solution


def agree(one: Solution, other: Solution) -> bool:
    """Whether two solutions are the same, as far as the file keeps them."""
    values = (one.cd, one.td) == pytest.approx((other.cd, other.td), abs=2e-9)
    return values and dict(one.table) == dict(other.table)


@pytest.mark.parametrize(("base", "options", "cd", "td"), EXPECTATIONS)
def test_reference_2_shipped_expectations(
    base: GameRules, options: dict[str, object], cd: float, td: float | None
) -> None:
    solution = shipped(base.with_options(options))
    assert solution.cd == pytest.approx(cd, abs=CD_WITHIN)
    if td is not None:
        assert solution.td == pytest.approx(td, abs=TD_WITHIN)


@pytest.mark.parametrize(("base", "options", "effect"), EFFECTS)
def test_reference_3_the_effect_of_one_rule(
    base: GameRules, options: dict[str, object], effect: float
) -> None:
    change = shipped(base.with_options(options)).cd - shipped(base).cd
    assert change == pytest.approx(effect, abs=CD_WITHIN)


@pytest.mark.parametrize(
    "rules",
    [
        CASINO,
        CASINO.with_options({"bj_loss": "original"}),
        PEEK,
        BASE,
        ELIMINATION,
        ELIMINATION.with_options({"surrender": "none"}),
        ELIMINATION.with_options({"h17": False}),
        ELIMINATION.with_options({"h17": False, "surrender": "none"}),
    ],
)
def test_reference_1_solved_tables_are_the_published_ones_cell_by_cell(rules: GameRules) -> None:
    table, published = shipped(rules).table, published_table(rules)
    assert {
        cell: (table[cell], published[cell]) for cell in published if table[cell] != published[cell]
    } == {}
    assert set(table) == set(published)


@pytest.mark.parametrize("rules", SHIPPED, ids=lambda rules: options_hash(rules)[:8])
def test_playing_by_totals_is_worth_no_more_than_playing_the_exact_cards(rules: GameRules) -> None:
    solution = shipped(rules)
    assert solution.td <= solution.cd < solution.td + 0.0005
    assert basic_table(rules) == solution.table


def test_rules_that_are_not_shipped_have_the_published_table() -> None:
    unusual = ELIMINATION.with_options({"decks": 7, "das": False})
    assert solved(unusual) is None
    assert basic_table(unusual) == published_table(unusual)
    assert solved(CHINESE) is None


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (PEEK, CASINO.with_options({"bj_loss": "original"}), True),
        (PEEK, PEEK.with_options({"bj_loss": "original"}), True),
        (CASINO, CASINO.with_options({"bj_pay": "6:5", "rounding": "up", "insurance": False}), True),
        (CASINO, CASINO.with_options({"max_ace_splits": 4}), True),
        (PEEK, CASINO, False),
        (CASINO, CASINO.with_options({"charlie": 7}), False),
        (CASINO, CASINO.with_options({"das": False}), False),
    ],
)
def test_rules_share_a_solution_when_nothing_that_differs_matters_to_the_play(
    first: GameRules, second: GameRules, same: bool
) -> None:
    assert (options_hash(first) == options_hash(second)) is same


def test_one_deck_solved_again_is_as_shipped() -> None:
    rules = BASE.with_options({"decks": 1})
    reported: list[int] = []
    assert agree(solve(rules, progress=reported.append), shipped(rules))
    assert reported == list(range(1, 11))


@pytest.mark.sim
@pytest.mark.parametrize(("base", "effect"), [(BASE, 0.00713), (NO_HOLE, 0.00724)])
def test_reference_3_early_surrender_as_the_reference_has_it(
    base: GameRules, effect: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_the_rules = Against.surrender

    def against_any_card(against: Against, removed: int) -> float | None:
        return by_the_rules(against, removed) if against.risky else -0.5

    monkeypatch.setattr(Against, "surrender", against_any_card)
    change = solve(base.with_options({"surrender": "early"})).cd - shipped(base).cd
    assert change == pytest.approx(effect, abs=CD_WITHIN)


@pytest.mark.sim
def test_reference_3_split_aces_as_the_reference_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(player: Player, value: int, drawn: int, removed: int) -> float:
        return player.two_cards(removed, value + drawn, 1 in (value, drawn), double=True)

    monkeypatch.setattr(Player, "_after_split", doubled)
    change = solve(BASE.with_options({"hit_split_aces": True})).cd - shipped(BASE).cd
    assert change == pytest.approx(0.00185, abs=CD_WITHIN)


@pytest.mark.sim
@pytest.mark.parametrize("rules", [CASINO, ELIMINATION], ids=lambda rules: rules.game)
def test_the_defaults_solved_again_are_as_shipped(rules: GameRules) -> None:
    assert agree(solve(rules), shipped(rules))


def test_an_endless_shoe_forgets_cards_so_totals_tell_all() -> None:
    """Exact cards are of no use there; only a pair played by its total may differ, and none does."""
    solution = solve(ELIMINATION, decks=0)
    assert solution.td == pytest.approx(solution.cd, abs=1e-12)


def test_games_8_original_bets_only_is_worth_what_peek_is() -> None:
    peek = solve(PEEK, decks=0)
    original = solve(CASINO.with_options({"bj_loss": "original"}), decks=0)
    assert (peek.cd, peek.td, peek.table) == (original.cd, original.td, original.table)


def test_games_6_surrender_is_worth_more_the_earlier_it_comes() -> None:
    worth = [solve(PEEK.with_options({"surrender": kind}), decks=0).cd for kind in ("none", "late", "early")]
    assert worth == sorted(set(worth))


def test_charlie_is_refused_rather_than_left_out() -> None:
    with pytest.raises(NotSolved):
        solve(CASINO.with_options({"charlie": 5}))
