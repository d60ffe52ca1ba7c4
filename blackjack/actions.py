"""What people and the clock may ask of a table."""

from dataclasses import dataclass
from typing import Any

PLAYER_KINDS = frozenset(
    [
        "bet",
        "insure",
        "decline",
        "even_money",
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "continue",
        "sit_out",
        "come_back",
    ]
)
CLOCK_KINDS = frozenset(["close_seeds", "open_seeds", "next_hand", "mark_away"])
OFFICIAL_KINDS = frozenset(
    ["pause", "resume", "extend", "void", "hold", "release", "last_hand", "correct", "penalise", "disqualify"]
)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing asked of a table; what its fields mean depends on `kind`.

    `amount` is in chips (for `hold` a hand number), `auto` marks what was played for a seat whose clock
    ended, `text` is an official's reason, `data` holds whatever else the kind needs and must be JSON.
    """

    kind: str
    seat: int | None = None
    amount: int | None = None
    secret: bool = False
    pair: int = 0
    seats: tuple[int, ...] = ()
    auto: bool = False
    text: str = ""
    data: dict[str, Any] | None = None
