"""Files of worked hands (games.md 0): every hand played by its kernel and compared with what it should be."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from blackjack import worked_casino, worked_chinese
from blackjack.rules import GAMES
from blackjack.worked_format import (
    FORMAT,
    WorkedHandError,
    a_list,
    a_text,
    an_object,
    has_banker,
    read_hand,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one worked hand went: `failures` are sentences, none when all was as its file says."""

    id: str
    game: str
    title: str
    failures: tuple[str, ...]


def play_file(path: Path, game: str | None = None) -> list[Outcome]:
    """Play the worked hands of a file, or those of one game; raises `WorkedHandError` or `OSError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise WorkedHandError(f"{path} is not a JSON text: {error}") from error
    return play_hands(data, game)


def play_hands(data: object, game: str | None = None) -> list[Outcome]:
    """Play the worked hands of a decoded file, or those of one game; raises `WorkedHandError`."""
    document = an_object(data, "The file")
    if document.get("format") != FORMAT or isinstance(document["format"], bool):
        raise WorkedHandError(f"The format is {document.get('format')!r:.40}; only format {FORMAT} is known.")
    outcomes = []
    for number, item in enumerate(a_list(document.get("hands"), "hands"), start=1):
        hand = an_object(item, f"Hand {number}")
        name = a_text(hand.get("id"), f"The id of hand {number}")
        played = a_text(hand.get("game"), f"{name}: game")
        title = a_text(hand.get("title", ""), f"{name}: title")
        if played not in GAMES:
            raise WorkedHandError(f"{name}: {played!r:.40} is no game; the games are {', '.join(GAMES)}.")
        if game not in (None, played):
            continue
        play = worked_chinese.play_hand if has_banker(played) else worked_casino.play_hand
        outcomes.append(Outcome(name, played, title, tuple(play(read_hand(name, hand)))))
    return outcomes
