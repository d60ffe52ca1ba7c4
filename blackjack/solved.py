"""The solutions that are shipped as data, `solved.json`: found by the options that matter to the play.

`scripts/solve_tables.py` makes the file; the tests solve some of it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from blackjack.rules import CASINO, ELIMINATION, GameRules
from blackjack.solver import UP_CARDS, Cell, Solution, natural_value

FORMAT = 1
FILE = Path(__file__).with_name("solved.json")

_BASE = CASINO.with_options({"hole": "peek", "max_splits": 3})
_CHANGES: Iterable[tuple[GameRules, Iterable[Mapping[str, Any]]]] = (
    (
        CASINO,
        (
            {},
            {"bj_loss": "original"},
            *({"decks": decks} for decks in (1, 2, 4, 8)),
            {"h17": False},
            {"das": False},
            {"double": "9-11"},
            {"surrender": "late"},
            *({"max_splits": 3, **more} for more in ({}, {"das": False}, {"h17": False})),
            {"max_splits": 3, "decks": 8},
            {"max_splits": 3, "decks": 8, "das": False},
            {"max_splits": 3, "surrender": "late"},
            {"max_splits": 3, "surrender": "early"},
        ),
    ),
    (
        ELIMINATION,
        (
            {},
            {"surrender": "none"},
            {"surrender": "early"},
            {"h17": False},
            {"h17": False, "surrender": "none"},
            *({"decks": decks} for decks in (1, 2, 4, 8)),
            {"das": False},
            {"double": "9-11"},
            {"hole": "none"},
        ),
    ),
    (
        _BASE,
        (
            {},
            *({"decks": decks} for decks in (1, 2, 4, 5, 8)),
            {"decks": 1, "h17": False},
            {"decks": 5, "das": False},
            {"decks": 8, "h17": False},
            {"decks": 8, "h17": False, "surrender": "late"},
            {"h17": False},
            {"h17": False, "das": False},
            {"h17": False, "surrender": "late"},
            {"h17": False, "surrender": "late", "max_ace_splits": 3},
            {"das": False},
            {"double": "9-11"},
            {"double": "10-11"},
            {"surrender": "late"},
            {"surrender": "early"},
            {"max_splits": 1},
            {"max_splits": 2},
            {"max_ace_splits": 3},
            {"hit_split_aces": True},
        ),
    ),
)
SHIPPED = tuple(rules.with_options(options) for rules, changes in _CHANGES for options in changes)
"""The rules whose solutions are in the file: the presets, and what reference_odds.md 2 and 3 tell of."""


def play_options(rules: GameRules) -> dict[str, bool | int | str]:
    """The options that decide how a hand is best played; rules that agree in them share a solution."""
    return {
        "decks": rules.decks,
        "h17": rules.h17,
        "all_bets_lost": rules.hole == "none" and rules.bj_loss == "all",
        "max_splits": rules.max_splits,
        "max_ace_splits": min(rules.max_ace_splits, rules.max_splits),
        "hit_split_aces": rules.hit_split_aces,
        "split_by": rules.split_by,
        "das": rules.das,
        "double": rules.double,
        "surrender": rules.surrender,
        "charlie": rules.charlie,
    }


def options_hash(rules: GameRules) -> str:
    """The SHA-256 of the canonical JSON of `play_options`, in hexadecimal."""
    text = json.dumps(play_options(rules), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def solved(rules: GameRules) -> Solution | None:
    """The shipped solution of these rules, None where there is none; never solves anything.

    What a natural pays does not change how a hand is played: it is put in exactly.
    """
    stored = _stored().get(options_hash(rules)) if rules.game in ("casino", "elimination") else None
    if stored is None:
        return None
    naturals = natural_value(rules, decks=rules.decks)
    table: dict[Cell, str] = {
        (kind, int(row), up): cell
        for kind, rows in stored["table"].items()
        for row, line in rows.items()
        for up, cell in zip(UP_CARDS, line.split(), strict=True)
    }
    return Solution(stored["cd"] + naturals, stored["td"] + naturals, table)


def as_stored(rules: GameRules, solution: Solution) -> dict[str, Any]:
    """A solution as an entry of the file: options and their hash, values without naturals, the table."""
    naturals = natural_value(rules, decks=rules.decks)
    table: dict[str, dict[str, str]] = {}
    for kind, row, _ in solution.table:
        line = " ".join(solution.table[kind, row, up] for up in UP_CARDS)
        table.setdefault(kind, {})[str(row)] = line
    return {
        "hash": options_hash(rules),
        "options": play_options(rules),
        "cd": round(solution.cd - naturals, 9),
        "td": round(solution.td - naturals, 9),
        "table": table,
    }


@lru_cache(maxsize=1)
def _stored() -> Mapping[str, Mapping[str, Any]]:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    if document["format"] != FORMAT:
        raise ValueError(f"{FILE.name} has the format {document['format']}, not {FORMAT}.")
    return {entry["hash"]: entry for entry in document["solutions"]}
