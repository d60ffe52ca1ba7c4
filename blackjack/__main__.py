"""The rules at a prompt: `python -m blackjack` and a command, so that anyone can check them."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

from blackjack.odds_commands import add_commands
from blackjack.rules import GAMES
from blackjack.shoe import MAX_DRAW, draw, shoe_commitment, shuffle
from blackjack.worked import play_file
from blackjack.worked_format import WorkedHandError

_U32 = 2**32 - 1


class _Parser(argparse.ArgumentParser):
    """A parser that refuses with one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 done, 1 a worked hand failed, 2 refused."""
    parser = _Parser(prog="python -m blackjack", description="The rules at a prompt.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    hands = commands.add_parser("hands", help="play a file of worked hands", allow_abbrev=False)
    hands.add_argument("file", metavar="FILE", type=Path)
    hands.add_argument("--game", choices=GAMES, help="play only the hands of this game")
    hands.set_defaults(run=_hands)

    shoe = commands.add_parser("shoe", help="derive a shoe from its revealed parts", allow_abbrev=False)
    shoe.add_argument("--secret", required=True, metavar="HEX", type=_secret, help="the shoe's 32 bytes")
    shoe.add_argument("--table", required=True, metavar="ID", type=_label, help="the table's public id")
    shoe.add_argument("--number", required=True, metavar="N", type=_number(1, _U32), help="shoe number")
    shoe.add_argument("--attempt", required=True, metavar="N", type=_number(1, _U32), help="1 unless voided")
    shoe.add_argument("--decks", required=True, metavar="N", type=_number(1, 8))
    shoe.add_argument("--cut", required=True, metavar="N", type=_number(0, _U32), help="cut position")
    shoe.add_argument(
        "--seed",
        action="append",
        default=[],
        metavar="HEX",
        type=_hex,
        help="one a seat, in order",
    )
    shoe.set_defaults(run=_shoe)

    lots = commands.add_parser("draw", help="derive a draw from its revealed secret", allow_abbrev=False)
    lots.add_argument("--secret", required=True, metavar="HEX", type=_secret, help="the draw's 32 bytes")
    lots.add_argument("--label", required=True, metavar="TEXT", type=_label)
    lots.add_argument(
        "--count", required=True, metavar="N", type=_number(1, MAX_DRAW), help="size of the draw"
    )
    lots.set_defaults(run=_draw)

    add_commands(commands, _refuse)

    options = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _hands(options: argparse.Namespace) -> int:
    try:
        outcomes = play_file(options.file, options.game)
    except WorkedHandError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{options.file} cannot be read: {error.strerror}")
    failed = [outcome for outcome in outcomes if outcome.failures]
    for outcome in failed:
        print(f"FAILED {outcome.id} ({outcome.title})")
        for failure in outcome.failures:
            print(f"    {failure}")
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _shoe(options: argparse.Namespace) -> int:
    cards = shuffle(
        options.secret,
        table=options.table,
        number=options.number,
        attempt=options.attempt,
        decks=options.decks,
        seeds=options.seed,
        cut=options.cut,
    )
    commitment = shoe_commitment(options.secret).hex()
    print(json.dumps({"commitment": commitment, "cards": cards, "sha256": sha256(bytes(cards)).hexdigest()}))
    return 0


def _draw(options: argparse.Namespace) -> int:
    print(json.dumps({"order": draw(options.secret, options.label, options.count)}))
    return 0


def _refuse(sentence: str) -> int:
    print(f"python -m blackjack: {' '.join(sentence.split())}", file=sys.stderr)
    return 2


def _hex(text: str) -> bytes:
    if not re.fullmatch(r"(?:[0-9A-Fa-f]{2})*", text):
        raise argparse.ArgumentTypeError("must be pairs of hexadecimal digits")
    return bytes.fromhex(text)


def _secret(text: str) -> bytes:
    secret = _hex(text)
    if len(secret) != 32:
        raise argparse.ArgumentTypeError("must be 32 bytes, that is 64 hexadecimal digits")
    return secret


def _label(text: str) -> str:
    if not text or not text.isprintable():
        raise argparse.ArgumentTypeError("must be a printable text")
    return text


def _number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers in plain digits from low to high."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}")
        return int(text)

    return read


if __name__ == "__main__":
    sys.exit(main())
