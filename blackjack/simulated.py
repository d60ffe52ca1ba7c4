"""Rounds of one seat that plays a table of basic strategy, for simulation: written as the kernels are.

Ints, lists, `if`, `while`, `for range` and functions only, so that `compiled.py` can hand it to numba; the
same code runs interpreted. Chance is the generator sfc32 (32-bit words, four ints of state), seeded by the
caller: fast, the same in both, and good enough for odds. Shoes that people play are made by `shoe.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from blackjack.cards import VALUES

# All names of the layout without a prefix, as in the kernel.
from blackjack.casino import apply, deal, legal, settle
from blackjack.casino_layout import *
from blackjack.casino_settlement import dealer_blackjack, total

# Codes of the cells, in an order that tells surrenders from the rest.
CELLS = ("H", "S", "D", "Ds", "P", "Rh", "Rs", "Rp")
C_HIT, C_STAND, C_DOUBLE, C_DOUBLE_STAND, C_SPLIT, C_GIVE_HIT, C_GIVE_STAND, C_GIVE_SPLIT = range(8)
KINDS = ("hard", "soft", "pair")
PLAN_HARD, PLAN_SOFT, PLAN_PAIR = 0, 22 * 11, 44 * 11

# What a run counts.
T_ROUNDS, T_SUM, T_SQUARES, T_17, T_18, T_19, T_20, T_21, T_BUST, T_BLACKJACK = range(10)
TALLY_SIZE = 10

ROUND_BET = 100
ROUND_CHIPS = 10 * ROUND_BET
# Cards shuffled for each round. One seat and the dealer hardly ever need half of them; what lies behind is
# still in the order of earlier rounds.
FRONT = 48
_WORD = 0xFFFFFFFF


def pack_table(table: Mapping[tuple[str, int, int], str]) -> list[int]:
    """A table of basic strategy as ints: `PLAN_* + row * 11 + up` holds the code of a cell."""
    plan = [C_STAND] * (66 * 11)
    for (kind, row, up), cell in table.items():
        plan[KINDS.index(kind) * 22 * 11 + row * 11 + up] = CELLS.index(cell)
    return plan


def play_rounds(
    rules: list[int],
    plan: list[int],
    shoe: list[int],
    fresh: list[int],
    state: list[int],
    log: list[int],
    chance: list[int],
    rounds: int,
    tally: list[int],
) -> None:
    """Play some rounds, each from a freshly shuffled shoe, and add them to the tally.

    `fresh` is the prepared state that `state`, of the same size, begins each round with.
    """
    for _ in range(rounds):
        shuffle_front(shoe, chance)
        state[:] = fresh
        log[0] = 1
        deal(rules, shoe, state, log)
        while state[PHASE] != P_DEALER:
            apply(rules, shoe, state, log, 0, choose(plan, state, legal(rules, state, 0)), 0)
            log[0] = 1
        settle(rules, shoe, state, log)
        won = state[seat_at(0) + STACK] - ROUND_CHIPS
        tally[T_ROUNDS] += 1
        tally[T_SUM] += won
        tally[T_SQUARES] += won * won
        reached = total(state, DEALER)
        if dealer_blackjack(state):
            tally[T_BLACKJACK] += 1
        elif reached > 21:
            tally[T_BUST] += 1
        else:
            tally[T_17 + reached - 17] += 1


def choose(plan: list[int], state: list[int], mask: int) -> int:
    """What the table does with the hand in turn, of the actions in the mask; as `strategy.basic_action`."""
    if mask & 1 << A_DECLINE:
        return A_DECLINE
    at = hand_at(0, state[TURN_HAND])
    reached = total(state, at)
    up = VALUES[state[DEALER + CARDS]]
    gives_up = mask & (1 << A_SURRENDER) != 0
    if state[at + COUNT] == 2 and VALUES[state[at + CARDS]] == VALUES[state[at + CARDS + 1]]:
        cell = plan[PLAN_PAIR + VALUES[state[at + CARDS]] * 11 + up]
        if cell >= C_GIVE_HIT and gives_up:
            return A_SURRENDER
        if cell in (C_SPLIT, C_GIVE_SPLIT) and mask & 1 << A_SPLIT:
            return A_SPLIT
        if mask & 1 << A_CONTINUE:
            return A_CONTINUE
    kind = PLAN_HARD if reached == state[at + HARD] else PLAN_SOFT
    cell = plan[kind + reached * 11 + up]
    if cell >= C_GIVE_HIT and gives_up:
        return A_SURRENDER
    if mask & 1 << A_CONTINUE:
        return A_CONTINUE
    if cell in (C_DOUBLE, C_DOUBLE_STAND) and mask & 1 << A_DOUBLE:
        return A_DOUBLE
    if cell in (C_HIT, C_DOUBLE, C_GIVE_HIT) and mask & 1 << A_HIT:
        return A_HIT
    return A_STAND


def shuffle_front(shoe: list[int], chance: list[int]) -> None:
    """Bring FRONT cards, drawn evenly from the whole shoe, to its front.

    A word times the number of cards left, cut to its upper half, is even to one part in ten million.
    """
    size = len(shoe)
    for place in range(FRONT):
        chosen = place + (next_word(chance) * (size - place) >> 32)
        card = shoe[place]
        shoe[place] = shoe[chosen]
        shoe[chosen] = card


def next_word(chance: list[int]) -> int:
    """The next 32 bits of sfc32, Chris Doty-Humphrey's small fast counter of PractRand."""
    a, b, c, counter = chance[0], chance[1], chance[2], chance[3]
    word = (a + b + counter) & _WORD
    chance[0] = b ^ (b >> 9)
    chance[1] = (c + (c << 3)) & _WORD
    chance[2] = (((c << 21) | (c >> 11)) + word) & _WORD
    chance[3] = (counter + 1) & _WORD
    return word
