"""`python -m blackjack strategy | ev | simulate`: the odds of games A and B at a prompt."""

from __future__ import annotations

import argparse
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from blackjack.refusals import BadValue
from blackjack.rules import GAMES, OPTIONS, GameRules, RulesError, rules_of
from blackjack.simulation import simulate
from blackjack.solved import solved
from blackjack.solver import UP_CARDS, NotSolved, Solution, solve

HOUSE_GAMES = ("casino", "elimination")
_MOST_ROUNDS = 10**12
# Work that takes longer than this says on standard error how far it is.
_QUIET_SECONDS = 2.0
_FACES = "  ".join(["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"])


def add_commands(commands: Any, refuse: Callable[[str], int]) -> None:
    """Add the three commands to the subparsers; `refuse` prints a sentence and returns the exit status."""

    def command(name: str, run: Callable[[argparse.Namespace], int], what: str) -> Any:
        def refusing(options: argparse.Namespace) -> int:
            try:
                return run(options)
            except BadValue as error:
                return refuse(str(error))

        parser = commands.add_parser(name, help=what, allow_abbrev=False)
        parser.add_argument("--game", required=True, choices=GAMES)
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="an option of the game, repeatable",
        )
        parser.add_argument("--json", action="store_true", help="print data")
        parser.set_defaults(run=refusing)
        return parser

    for name, run, what in (
        ("strategy", _strategy, "print the table of basic strategy"),
        ("ev", _ev, "print the expectation of a bet"),
    ):
        parser = command(name, run, what)
        parser.add_argument("--solve", action="store_true", help="solve again what is shipped solved")
    simulation = command("simulate", _simulate, "play many hands by basic strategy")
    simulation.add_argument("--hands", required=True, metavar="N", type=_hands, help="how many, at least 2")
    simulation.add_argument("--seed", metavar="HEX", type=_seed, help="for the same hands again")


def rules_from(game: str, settings: Sequence[str]) -> tuple[GameRules, int]:
    """The rules of a game with `key=value` settings, and the decks, 0 for an endless shoe.

    Raises `RulesError`. With an endless shoe the rules themselves name one deck.
    """
    if game not in HOUSE_GAMES:
        raise RulesError(
            "The odds of {game} are not solved; of {games} they are.",
            game=game,
            games=" and ".join(HOUSE_GAMES),
        )
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name:
            raise RulesError("A setting is KEY=VALUE, not {setting}.", setting=f"{setting!r:.60}")
        options[name] = _value(game, name, text)
    endless = options.get("decks") == 0
    if endless:
        options["decks"] = 1
    rules = rules_of(game).with_options(options)
    return rules, 0 if endless else rules.decks


def table_text(solution: Solution) -> str:
    """The table in the layout of reference_odds.md 1: hard, soft and pairs side by side."""
    blocks = [_block(kind, rows) for kind, rows in _rows(solution).items()]
    height = max(len(block) for block in blocks)
    width = len(blocks[0][0])
    lines = [
        "     ".join(block[line] if line < len(block) else " " * width for block in blocks).rstrip()
        for line in range(height)
    ]
    soft_12 = " ".join(f"{solution.table['soft', 12, up]:>2}" for up in UP_CARDS)
    return "\n".join([*lines, "", f"{'':16}2  3  4  5  6  7  8  9  T  A", f"AA unsplit    {soft_12}"])


def _strategy(options: argparse.Namespace) -> int:
    rules, decks = rules_from(options.game, options.set)
    solution = _solution(rules, decks, again=options.solve)
    if options.json:
        cells: dict[str, dict[str, list[str]]] = {}
        for kind, row, _ in solution.table:
            cells.setdefault(kind, {})[str(row)] = [solution.table[kind, row, up] for up in UP_CARDS]
        expectations = {"cd": round(solution.cd, 6), "td": round(solution.td, 6)}
        print(
            json.dumps({"rules": _described(rules, decks), "up": list("23456789TA"), **cells, **expectations})
        )
    else:
        print(table_text(solution))
    return 0


def _ev(options: argparse.Namespace) -> int:
    rules, decks = rules_from(options.game, options.set)
    solution = _solution(rules, decks, again=options.solve)
    if options.json:
        print(json.dumps({"cd": round(solution.cd, 6), "td": round(solution.td, 6)}))
    else:
        print(f"{solution.cd:+.6f}  best play for the exact cards held (CD)")
        print(f"{solution.td:+.6f}  play by the table of totals (TD)")
    return 0


def _simulate(options: argparse.Namespace) -> int:
    rules, decks = rules_from(options.game, options.set)
    if not decks:
        raise RulesError("An endless shoe cannot be dealt from: decks is a whole number from 1 to 8.")
    seed = options.seed or secrets.token_bytes(16)
    progress = _Progress(options.hands, "hands")
    figures = simulate(rules, options.hands, seed, progress=progress.at)
    per_second = round(options.hands / progress.seconds())
    if options.json:
        data = {
            "ev": figures.ev,
            "standard_error": figures.standard_error,
            "hands": figures.rounds,
            "dealer": dict(figures.dealer),
            "hands_per_second": per_second,
            "compiled": figures.compiled,
            "seed": seed.hex(),
        }
        print(json.dumps(data))
        return 0
    print(f"{figures.ev:+.6f}  per original bet, standard error {figures.standard_error:.6f}")
    print("dealer  " + "  ".join(f"{outcome} {share:.4f}" for outcome, share in figures.dealer.items()))
    print(
        f"{figures.rounds} hands, {per_second} a second {'compiled' if figures.compiled else 'interpreted'}"
    )
    print(f"seed {seed.hex()}")
    return 0


def _solution(rules: GameRules, decks: int, *, again: bool) -> Solution:
    if rules.charlie:
        raise NotSolved("The option charlie is not solved for: simulate it.")
    shipped = solved(rules) if decks and not again else None
    return shipped or solve(rules, decks=decks, progress=_Progress(len(UP_CARDS), "up cards").at)


def _described(rules: GameRules, decks: int) -> Mapping[str, Any]:
    return {**rules.to_json(), "decks": decks}


def _value(game: str, name: str, text: str) -> Any:
    """The allowed value that is written so; else the number or text, for the rules to refuse."""
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    if name not in OPTIONS or game not in OPTIONS[name].defaults:
        return text
    for value in OPTIONS[name].allowed_in(game):
        if text == (str(value).lower() if isinstance(value, bool) else str(value)):
            return value
    return text


def _rows(solution: Solution) -> dict[str, list[tuple[str, list[str]]]]:
    """The rows to print by kind, each with its label; equal neighbours of hard 4-8 and 17-20 are one row."""

    def cells(kind: str, row: int) -> list[str]:
        return [solution.table[kind, row, up] for up in UP_CARDS]

    hard: list[tuple[str, list[str]]] = []
    for totals in (range(4, 9), *([total] for total in range(9, 17)), range(17, 21)):
        hard += _merged([(total, cells("hard", total)) for total in totals])
    soft = [(f"A{other}", cells("soft", 11 + other)) for other in range(2, 10)]
    names = {1: "A", 10: "T"}
    pairs = [(2 * names.get(value, str(value)), cells("pair", value)) for value in range(1, 11)]
    return {"hard": hard, "soft": [*soft, ("21", cells("soft", 21))], "pair": pairs}


def _merged(rows: Sequence[tuple[int, list[str]]]) -> Iterator[tuple[str, list[str]]]:
    first = 0
    for at, (total, cells) in enumerate(rows):
        if at + 1 == len(rows) or rows[at + 1][1] != cells:
            begun = rows[first][0]
            yield str(total) if begun == total else f"{begun}-{total}", cells
            first = at + 1


def _block(kind: str, rows: Sequence[tuple[str, list[str]]]) -> list[str]:
    lines = [f"{label:<6}" + " ".join(f"{cell:>2}" for cell in cells) for label, cells in rows]
    return [f"{kind:<6} {_FACES}", *lines]


class _Progress:
    """Says on standard error how much is done, once the work has taken some time."""

    def __init__(self, whole: int, of_what: str) -> None:
        self.whole, self.of_what = whole, of_what
        self.started = time.monotonic()

    def seconds(self) -> float:
        """How long the work has taken."""
        return max(time.monotonic() - self.started, 1e-9)

    def at(self, done: int) -> None:
        """Draw the bar again."""
        if self.seconds() >= _QUIET_SECONDS:
            bar = "#" * (30 * done // self.whole)
            end = "\n" if done == self.whole else ""
            print(
                f"\r[{bar:<30}] {done} of {self.whole} {self.of_what}", end=end, file=sys.stderr, flush=True
            )


def _hands(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,13}", text) or not 2 <= int(text) <= _MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 2 to {_MOST_ROUNDS}")
    return int(text)


def _seed(text: str) -> bytes:
    if not re.fullmatch(r"(?:[0-9A-Fa-f]{2}){1,64}", text):
        raise argparse.ArgumentTypeError("must be pairs of hexadecimal digits")
    return bytes.fromhex(text)
