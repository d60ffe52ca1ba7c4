"""Simulates games A and B by basic strategy: the expectation with its standard error, the dealer's outcomes.

One seat, every round from a freshly shuffled shoe, as reference_odds.md has it. The dealer always plays out
his hand (`croupier_draws=always`), which changes no result and makes his outcomes those of all rounds. Rounds
are played in chunks, each with chance of its own from the seed, so that a seed gives the same figures on any
number of cores, compiled or not.
"""

from __future__ import annotations

import hmac
import math
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from blackjack import simulated as s
from blackjack.cards import DECK
from blackjack.casino_layout import new_log, pack, prepare
from blackjack.compiled import IS_COMPILED, numbers, play_rounds
from blackjack.rules import GameRules
from blackjack.strategy import basic_table

OUTCOMES = ("17", "18", "19", "20", "21", "bust", "blackjack")
_MOST_CHUNK = 2_000_000
_FEWEST_CHUNKS = 20
# Below this, compiling takes longer than playing interpreted.
_WORTH_COMPILING = 500_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came out: rounds, mean win per original bet, its standard error, shares of dealer's outcomes.

    `compiled` says how it was found, not what: the figures are the same either way.
    """

    rounds: int
    ev: float
    standard_error: float
    dealer: Mapping[str, float]
    compiled: bool


def simulate(
    rules: GameRules,
    rounds: int,
    seed: bytes,
    *,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulated:
    """Play at least 2 rounds, on all cores unless `processes` says; `progress` is told how many are done."""
    compiled = IS_COMPILED and rounds >= _WORTH_COMPILING
    if compiled:
        # Here, once: the processes forked below have it too.
        play_chunk(rules, seed, True, (0, 1))
    chunk = max(1, min(_MOST_CHUNK, rounds // _FEWEST_CHUNKS))
    sizes = [min(chunk, rounds - begun) for begun in range(0, rounds, chunk)]
    tally = [0] * s.TALLY_SIZE
    with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
        for part in pool.map(partial(play_chunk, rules, seed, compiled), enumerate(sizes)):
            tally = [sum(pair) for pair in zip(tally, part, strict=True)]
            progress(tally[s.T_ROUNDS])
    return _figures(tally, compiled)


def play_chunk(rules: GameRules, seed: bytes, compiled: bool, chunk: tuple[int, int]) -> list[int]:
    """The tally of one chunk: its number, which picks its chance, and how many rounds it has."""
    number, rounds = chunk
    play, form = (play_rounds, numbers) if compiled else (s.play_rounds, list)
    fresh = prepare([s.ROUND_CHIPS], [s.ROUND_BET])
    tally = form([0] * s.TALLY_SIZE)
    key = hmac.digest(seed, b"simulate" + number.to_bytes(4, "big"), "sha256")
    play(
        form(pack(rules.with_options({"croupier_draws": "always"}))),
        form(s.pack_table(basic_table(rules))),
        form(list(range(DECK)) * rules.decks),
        form(fresh),
        form(fresh),
        form(new_log()),
        form([int.from_bytes(key[at : at + 4], "big") for at in range(0, 16, 4)]),
        rounds,
        tally,
    )
    return [int(count) for count in tally]


def _figures(tally: list[int], compiled: bool) -> Simulated:
    rounds = tally[s.T_ROUNDS]
    mean = tally[s.T_SUM] / rounds
    variance = (tally[s.T_SQUARES] - rounds * mean * mean) / (rounds - 1)
    outcomes = zip(OUTCOMES, tally[s.T_17 :], strict=True)
    return Simulated(
        rounds,
        mean / s.ROUND_BET,
        math.sqrt(variance / rounds) / s.ROUND_BET,
        {outcome: count / rounds for outcome, count in outcomes},
        compiled,
    )
