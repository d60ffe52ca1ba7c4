"""The rules of one hand in sentences: what each option of the game means to a player (games.md 2, 3, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from blackjack.rules import GameRules
from tournaments.format.sentences import Sentence, gettext_noop

_DECKS = gettext_noop("The shoe has {decks} decks.")
_ONE_DECK = gettext_noop("The shoe is a single deck.")
_SHUFFLE = gettext_noop(
    "It is shuffled at the start of every round and, between hands, once {penetration} % of it has been "
    "dealt."
)
_SHUFFLE_EVERY_HAND = gettext_noop("It is shuffled before every hand.")
_SPLITS = gettext_noop("A pair may be split up to {splits} times, which makes up to {hands} hands.")
_ONE_SPLIT = gettext_noop("A pair may be split once, which makes two hands.")
_NO_SPLIT = gettext_noop("Pairs cannot be split.")
_NO_ACE_SPLIT = gettext_noop("Aces cannot be split.")
_ACES_ONCE = gettext_noop("Aces may be split once.")
_ACES_AGAIN = gettext_noop("Aces may be split up to {splits} times.")
_NATURAL = gettext_noop("A natural, an ace and a ten-value card as the first two cards, pays {pays}.")
_CHARLIE = gettext_noop("{cards} cards that are not over 21 win at once and pay {pays} to 1.")
_PAIR_BET = gettext_noop(
    "A bet on a pair pays {perfect} to 1 for a perfect pair, {coloured} to 1 for one colour and {mixed} to "
    "1 otherwise."
)

#: What an option says by its value; values that are not listed add nothing to the rules.
_BY_VALUE: dict[str, dict[object, str]] = {
    "h17": {
        True: gettext_noop("The dealer hits soft 17."),
        False: gettext_noop("The dealer stands on all 17s."),
    },
    "hole": {
        "peek": gettext_noop(
            "With an ace or a ten-value card up, the dealer looks at the hole card before anybody plays; "
            "with a blackjack the hand is over at once."
        ),
        "none": gettext_noop("The dealer takes the second card only after all players have played."),
    },
    "bj_loss": {
        "original": gettext_noop(
            "Against a dealer's blackjack nobody loses more than the original bet, whatever was split or "
            "doubled."
        ),
    },
    "croupier_draws": {
        "always": gettext_noop("The dealer plays out the hand even when no bet depends on it."),
    },
    "double": {
        "any2": gettext_noop("Doubling is allowed on any first two cards and brings exactly one more card."),
        "9-11": gettext_noop(
            "Doubling is allowed on a total of 9, 10 or 11 and brings exactly one more card."
        ),
        "10-11": gettext_noop("Doubling is allowed on a total of 10 or 11 and brings exactly one more card."),
    },
    "double_for_less": {
        True: gettext_noop("A double may be for any amount up to the bet."),
        False: gettext_noop("A double is for exactly the bet."),
    },
    "das": {
        True: gettext_noop("A hand from a split may be doubled."),
        False: gettext_noop("A hand from a split cannot be doubled."),
    },
    "double_on_natural": {True: gettext_noop("A natural may be doubled.")},
    "split_by": {
        "rank": gettext_noop("A pair is two cards of the same rank; a ten and a king are none."),
        "value": gettext_noop("A pair is two cards of the same value; a ten and a king are one."),
    },
    "split_for_less": {True: gettext_noop("The bet on a split hand may be less than the first.")},
    "hit_split_aces": {
        True: gettext_noop("Split aces are played like other hands."),
        False: gettext_noop("A split ace gets one card only."),
    },
    "surrender": {
        "none": gettext_noop("There is no surrender."),
        "late": gettext_noop(
            "Surrender: as the first decision, after the dealer has looked for a blackjack, half the bet is "
            "given up."
        ),
        "early": gettext_noop(
            "Early surrender: against an ace or a ten-value card, before the dealer looks, half the bet is "
            "given up."
        ),
    },
    "insurance": {
        True: gettext_noop("Against an ace, insurance costs half the bet and pays 2 to 1 on a blackjack."),
        False: gettext_noop("There is no insurance."),
    },
    "insurance_partial": {True: gettext_noop("Insurance may be for any amount up to half the bet.")},
    "even_money": {True: gettext_noop("A natural against an ace may take even money.")},
    "rounding": {
        "down": gettext_noop("What is paid or returned is cut to whole chips."),
        "up": gettext_noop("What is paid or returned is rounded up to whole chips."),
        "nearest": gettext_noop("What is paid or returned is rounded to the nearest whole chip."),
        "even_bets": gettext_noop("Bets must be even numbers, so that halves are whole chips."),
    },
    "auto_stand_21": {True: gettext_noop("A hand of 21 stands by itself.")},
}

AUTOPLAY = {
    "basic_strategy": gettext_noop(
        "For a player who is away, or whose time runs out, the hand is played by basic strategy without "
        "adding chips: hit or stand only."
    ),
    "full_basic_strategy": gettext_noop(
        "For a player who is away, or whose time runs out, the hand is played by basic strategy, with "
        "doubles, splits and surrender where the stack allows."
    ),
    "stand": gettext_noop("For a player who is away, or whose time runs out, every hand stands."),
}


def hand_in_words(rules: GameRules) -> Iterator[Sentence]:
    """The rules of a hand of game A or B, in the order a hand is played."""
    yield _plain(_ONE_DECK) if rules.decks == 1 else Sentence(_DECKS, {"decks": rules.decks})
    if rules.shuffle_every_round:
        yield _plain(_SHUFFLE_EVERY_HAND)
    else:
        yield Sentence(_SHUFFLE, {"penetration": rules.penetration})
    yield from _by_value(rules, "insurance", "hole", "bj_loss")
    if rules.insurance:
        yield from _by_value(rules, "insurance_partial", "even_money")
    yield from _by_value(rules, "surrender", "double", "double_for_less", "das", "double_on_natural")
    yield from _splits(rules)
    yield from _by_value(rules, "auto_stand_21", "h17", "croupier_draws")
    yield Sentence(_NATURAL, {"pays": rules.bj_pay})
    if rules.charlie:
        yield Sentence(_CHARLIE, {"cards": rules.charlie, "pays": rules.charlie_pay})
    if rules.pair_bet is not False:
        perfect, coloured, mixed = rules.pair_pays
        yield Sentence(_PAIR_BET, {"perfect": perfect, "coloured": coloured, "mixed": mixed})
    yield from _by_value(rules, "rounding")


def _splits(rules: GameRules) -> Iterator[Sentence]:
    if rules.max_splits == 0:
        yield _plain(_NO_SPLIT)
        return
    if rules.max_splits == 1:
        yield _plain(_ONE_SPLIT)
    else:
        yield Sentence(_SPLITS, {"splits": rules.max_splits, "hands": rules.max_splits + 1})
    yield from _by_value(rules, "split_by", "split_for_less")
    ace_splits = min(rules.max_ace_splits, rules.max_splits)
    if ace_splits == 0:
        yield _plain(_NO_ACE_SPLIT)
        return
    yield _plain(_ACES_ONCE) if ace_splits == 1 else Sentence(_ACES_AGAIN, {"splits": ace_splits})
    yield from _by_value(rules, "hit_split_aces")


def _by_value(rules: GameRules, *names: str) -> Iterator[Sentence]:
    for name in names:
        words = _BY_VALUE[name].get(getattr(rules, name))
        if words:
            yield _plain(words)


def _plain(text: str) -> Sentence:
    return Sentence(text, {})
