"""The rules of play as data: every option of games.md 6, the four games, and the check of option values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from blackjack.refusals import BadValue

Value = bool | int | str

GAMES = ("casino", "elimination", "chinese", "kampung")
_HOUSE = ("casino", "elimination")
_BANKER = ("chinese", "kampung")


class RulesError(BadValue):
    """An option a game does not have, or a value it may not have."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__("bad_rules", message, **params)


@dataclass(frozen=True, slots=True)
class Option:
    """One row of games.md 6: its default in each game that has it, and the values it may have.

    `allowed` lists every value of the option in all its games; `by_game` narrows it where a game differs.
    """

    defaults: Mapping[str, Value]
    allowed: tuple[Value, ...]
    by_game: Mapping[str, tuple[Value, ...]]

    def allowed_in(self, game: str) -> tuple[Value, ...]:
        """The values this option may have in `game`."""
        return self.by_game.get(game, self.allowed)


_YES_NO = (True, False)


def _house(default: Value, *allowed: Value, elimination: Value | None = None) -> Option:
    """An option of games A and B."""
    defaults = {"casino": default, "elimination": default if elimination is None else elimination}
    return Option(defaults, allowed, {})


def _banker(default: Value, *allowed: Value, kampung: Value | None = None) -> Option:
    """An option of games C and D."""
    defaults = {"chinese": default, "kampung": default if kampung is None else kampung}
    return Option(defaults, allowed, {})


def _chinese(default: Value, *allowed: Value) -> Option:
    """An option of game C alone."""
    return Option({"chinese": default}, allowed, {})


OPTIONS: Mapping[str, Option] = {
    "decks": Option(
        {"casino": 6, "elimination": 6, "chinese": 1, "kampung": 1},
        tuple(range(1, 9)),
        {"chinese": (1, 2), "kampung": (1, 2)},
    ),
    "rounding": Option(
        dict.fromkeys(GAMES, "down"),
        ("down", "up", "nearest", "even_bets"),
        {},
    ),
    "h17": _house(True, *_YES_NO),
    "hole": _house("none", "none", "peek", elimination="peek"),
    "bj_loss": _house("all", "all", "original"),
    "max_splits": _house(1, *range(5), elimination=4),
    "max_ace_splits": _house(1, *range(5)),
    "hit_split_aces": _house(False, *_YES_NO),
    "split_by": _house("rank", "rank", "value"),
    "das": _house(True, *_YES_NO),
    "double": _house("any2", "any2", "9-11", "10-11"),
    "double_for_less": _house(False, *_YES_NO),
    "split_for_less": _house(False, *_YES_NO),
    "autoplay": _house(
        "full_basic_strategy", "full_basic_strategy", "basic_strategy", "stand", elimination="basic_strategy"
    ),
    "surrender": _house("none", "none", "late", "early", elimination="late"),
    "bj_pay": _house("3:2", "3:2", "6:5", "1:1", "2:1"),
    "insurance": _house(True, *_YES_NO),
    "insurance_partial": _house(False, *_YES_NO),
    "even_money": _house(False, *_YES_NO),
    "double_on_natural": _house(False, *_YES_NO),
    "charlie": _house(0, 0, 5, 6, 7),
    "charlie_pay": _house(1, 1, 2),
    "pair_bet": _house(True, True, False, "30/10/5", "25/12/5", "25/15/5", elimination=False),
    "penetration": _house(75, *range(10, 96)),
    "shuffle_every_round": _house(False, *_YES_NO),
    "croupier_draws": _house("needed", "needed", "always"),
    "auto_stand_21": _house(True, *_YES_NO),
    "max_bet": _banker("stack", "stack", "reserve"),
    "bank_limit": _banker("none", "none", "bank"),
    "five_card_mult": _banker(2, 2, 3),
    "five_card_21_mult": _banker(2, 2, 3, kampung=3),
    "five_bust_mult": _banker(2, 1, 2),
    "player_21_mult": _banker(1, 1, 2, kampung=2),
    "banker_21_mult": _banker(1, 1, 2, kampung=2),
    "seven777_mult": _banker(0, 0, *range(5, 22), kampung=7),
    "blackjack_mult": _banker(2, 1, 2, 3),
    "ban_ban_mult": _chinese(3, 1, 2, 3),
    "look_seconds": _banker(5, *range(61)),
    "deal_direction": _banker("clockwise", "clockwise", "anticlockwise"),
    "banker_dealt": _banker("last", "last", "first"),
    "bank_rounds": _banker(3, *range(1, 10)),
    "bank_max_rounds": _banker(9, *range(1, 100)),
    "seven777_cancel": _banker("bet", "bet", "round"),
    "both_bust": _banker("push", "push", "banker"),
    "reveal_bust": _banker(False, *_YES_NO),
    "free_hand": _banker("best_total", "best_total", "hard_only", "any_count", "none", kampung="none"),
    "free_hand_escape": _chinese("automatic", "automatic", "by_abandoning"),
    "player_free_hand_withdraw": _chinese(False, *_YES_NO),
    "min_total": _banker(16, 15, 16, 17, kampung=15),
    "licence": _banker("forced", "forced", "penalty"),
    "burn": _banker(False, *_YES_NO, kampung=True),
    "burn_limit": _banker(1, 1, "several"),
    "burn_stack": _banker("add", "add", "double"),
    "double_ace": _banker("ban_ban", "ban_ban", "ordinary_21", "count_12", "triple", kampung="ordinary_21"),
    "win_cap": _banker("none", "none", "matched"),
    "bank_rotation": _banker("rounds", "rounds", "winning_rounds", "every_round", "fixed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The rules one game is played by (games.md 6); every instance is checked when it is made.

    An option that the game does not have keeps the value written here, is never read and is not in its JSON.
    Raises `RulesError` for an unknown game, a value that is not allowed, or a changed option of another game.
    """

    game: str
    decks: int = 6
    rounding: str = "down"
    # Games A and B.
    h17: bool = True
    hole: str = "none"
    bj_loss: str = "all"
    max_splits: int = 1
    max_ace_splits: int = 1
    hit_split_aces: bool = False
    split_by: str = "rank"
    das: bool = True
    double: str = "any2"
    double_for_less: bool = False
    split_for_less: bool = False
    autoplay: str = "full_basic_strategy"
    surrender: str = "none"
    bj_pay: str = "3:2"
    insurance: bool = True
    insurance_partial: bool = False
    even_money: bool = False
    double_on_natural: bool = False
    charlie: int = 0
    charlie_pay: int = 1
    pair_bet: bool | str = True
    penetration: int = 75
    shuffle_every_round: bool = False
    croupier_draws: str = "needed"
    auto_stand_21: bool = True
    # Games C and D.
    max_bet: str = "stack"
    bank_limit: str = "none"
    five_card_mult: int = 2
    five_card_21_mult: int = 2
    five_bust_mult: int = 2
    player_21_mult: int = 1
    banker_21_mult: int = 1
    seven777_mult: int = 0
    blackjack_mult: int = 2
    ban_ban_mult: int = 3
    look_seconds: int = 5
    deal_direction: str = "clockwise"
    banker_dealt: str = "last"
    bank_rounds: int = 3
    bank_max_rounds: int = 9
    seven777_cancel: str = "bet"
    both_bust: str = "push"
    reveal_bust: bool = False
    free_hand: str = "best_total"
    free_hand_escape: str = "automatic"
    player_free_hand_withdraw: bool = False
    min_total: int = 16
    licence: str = "forced"
    burn: bool = False
    burn_limit: int | str = 1
    burn_stack: str = "add"
    double_ace: str = "ban_ban"
    win_cap: str = "none"
    bank_rotation: str = "rounds"

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise _unknown_game(self.game)
        for name, option in OPTIONS.items():
            value = getattr(self, name)
            if self.game in option.defaults:
                _check_value(self.game, name, value)
            elif not _same(value, GameRules.__dataclass_fields__[name].default):
                raise _unknown_option(self.game, name)

    @property
    def pair_pays(self) -> tuple[int, int, int]:
        """What a pair bet pays to one: perfect, coloured, mixed; three zeros when there is no pair bet."""
        if self.pair_bet is False:
            return (0, 0, 0)
        table = "25/12/6" if self.pair_bet is True else str(self.pair_bet)
        perfect, coloured, mixed = table.split("/")
        return (int(perfect), int(coloured), int(mixed))

    def with_options(self, options: Mapping[str, Any]) -> GameRules:
        """These rules with some options changed; raises `RulesError` for an unknown option or a bad value."""
        for name in options:
            if name not in OPTIONS or self.game not in OPTIONS[name].defaults:
                raise _unknown_option(self.game, name)
        return replace(self, **options)

    def to_json(self) -> dict[str, Value]:
        """The game and all its options, so that a later change of a default cannot touch rules in force."""
        values = asdict(self)
        options = {name: values[name] for name, option in OPTIONS.items() if self.game in option.defaults}
        return {"game": self.game, **options}

    @classmethod
    def from_json(cls, data: object) -> GameRules:
        """Rules from `{"game": ..., option: value, ...}`; options left out have the game's default.

        Raises `RulesError` when `data` is no such object, or an option or value is not the game's.
        """
        if not isinstance(data, Mapping):
            raise RulesError("Game rules are an object of option names and values.")
        options = {str(name): value for name, value in data.items() if name != "game"}
        return rules_of(data.get("game")).with_options(options)


def _same(left: object, right: object) -> bool:
    """Equality that tells true from 1, as JSON does and Python does not."""
    return type(left) is type(right) and left == right


def _check_value(game: str, name: str, value: object) -> None:
    allowed = OPTIONS[name].allowed_in(game)
    if not any(_same(value, choice) for choice in allowed):
        message = "The option {name} of {game} must be {choices}, not {value}."
        raise RulesError(message, name=name, game=game, choices=_choices(allowed), value=f"{value!r:.60}")


def _unknown_game(game: object) -> RulesError:
    return RulesError(
        "{game} is no game; the games are {games}.", game=f"{game!r:.60}", games=", ".join(GAMES)
    )


def _unknown_option(game: str, name: str) -> RulesError:
    return RulesError("The game {game} has no option {name}.", game=game, name=f"{name!r:.60}")


def _choices(allowed: tuple[Value, ...]) -> str:
    """The allowed values as words: `one of 1, 2` or `a whole number from 1 to 8`."""
    numbers = [value for value in allowed if type(value) is int]
    if len(numbers) == len(allowed) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"a whole number from {numbers[0]} to {numbers[-1]}"
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in allowed]
    return f"one of {', '.join(words)}"


def _game(game: str) -> GameRules:
    defaults: dict[str, Any] = {
        name: option.defaults[game] for name, option in OPTIONS.items() if game in option.defaults
    }
    return GameRules(game=game, **defaults)


CASINO = _game("casino")
ELIMINATION = _game("elimination")
CHINESE = _game("chinese")
KAMPUNG = _game("kampung")
HOUSE_CHINESE = CHINESE.with_options(
    {"five_card_21_mult": 3, "player_21_mult": 2, "banker_21_mult": 2, "seven777_mult": 21}
)


def rules_of(game: object) -> GameRules:
    """The default rules of the game of that name; raises `RulesError` when there is none."""
    for rules in (CASINO, ELIMINATION, CHINESE, KAMPUNG):
        if rules.game == game:
            return rules
    raise _unknown_game(game)
