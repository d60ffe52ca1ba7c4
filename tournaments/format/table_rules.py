"""The rules a table of a round is opened with: the round's plan in the terms of the rules package."""

from __future__ import annotations

from blackjack.table_rules import Limits, TableRules
from tournaments.format.outline import Round, round_for
from tournaments.format.structures import Structure


def table_rules(structure: Structure, round_: Round) -> TableRules:
    """The frozen rules of every table of a round: its plan, the game, the clocks, the places that go on.

    Whether chips are kept is a matter of the round that follows: only where it begins with new stacks may a
    table end as soon as nobody can lose his place.
    """
    plan = round_.plan
    following = plan if round_.is_final else round_for(structure, round_.number + 1, round_.going_on).plan
    limits = [Limits(1, plan.minimum, plan.maximum or 0, plan.step)]
    limits += [Limits(level.from_hand, level.minimum, level.maximum or 0, plan.step) for level in plan.levels]
    return TableRules(
        game=structure.rules,
        hands=plan.hands,
        elimination_hands=plan.elimination_hands,
        cut=plan.cut,
        quota=plan.quota,
        bust_and_lowest=plan.bust_and_lowest,
        tie=plan.tie,
        advance=round_.advance,
        is_final=round_.is_final,
        chips="equal" if following.chips == "equal" else "keep",
        early_end=plan.early_end,
        limits=tuple(limits),
        allow_short=plan.allow_short,
        secret_bets=plan.secret_bets,
        secret_from_hand=plan.secret_from_hand,
        secret_last_hand_only=plan.secret_last_hand_only,
        secret_reveal=plan.secret_reveal,
        secret_hides=plan.secret_hides,
        decide_seconds=plan.decide_seconds,
        decide_elimination_seconds=plan.decide_elimination_seconds,
        between_seconds=structure.between_seconds,
        between_elimination_seconds=structure.between_elimination_seconds,
        seat_seconds=structure.seat_seconds,
        open_seconds=structure.open_seconds,
    )
