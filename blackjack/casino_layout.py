"""How the casino kernel's flat lists of ints are read: rules, state, actions, events; see casino.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from blackjack.rules import GameRules

# Rules: the list made by `pack`, indexed by these.
(
    R_H17,
    R_PEEK,
    R_LOSE_ORIGINAL,
    R_MAX_SPLITS,
    R_MAX_ACE_SPLITS,
    R_HIT_SPLIT_ACES,
    R_SPLIT_BY_VALUE,
    R_DAS,
    R_DOUBLE_FROM,
    R_DOUBLE_TO,
    R_DOUBLE_FOR_LESS,
    R_SPLIT_FOR_LESS,
    R_SURRENDER,
    R_NATURAL_PAYS,
    R_NATURAL_TO,
    R_INSURANCE,
    R_INSURANCE_PARTIAL,
    R_EVEN_MONEY,
    R_DOUBLE_ON_NATURAL,
    R_CHARLIE,
    R_CHARLIE_PAY,
    R_PAIR_PERFECT,
    R_PAIR_COLOURED,
    R_PAIR_MIXED,
    R_ROUNDING,
    R_DEALER_ALWAYS,
    R_AUTO_STAND_21,
) = range(27)
SURRENDER_NONE, SURRENDER_LATE, SURRENDER_EARLY = range(3)
ROUND_DOWN, ROUND_UP, ROUND_NEAREST = range(3)

# State, header: one int each, then the dealer's cards. Dealer totals count a face-down card too.
PHASE = 0  # one of the P_ constants
POINTER = 1  # position in the shoe of the next card
SEAT_COUNT = 2
TURN_SEAT = 3  # seat that decides in P_SURRENDER and P_TURNS
TURN_HAND = 4  # its hand in turn, from the left
WAITING = 5  # seats that have not answered the insurance question
HOLE_SHOWN = 6  # 0 while a second dealer card lies face down
DEALER = 7  # offset of the dealer's hand block, which is laid out as a player's

# State, a hand block: relative to `hand_at(seat, hand)` or to DEALER.
COUNT = 0  # cards held
HARD = 1  # their total with every ace as 1
ACES = 2
STAKE = 3  # chips on this hand, a double included
STATUS = 4  # one of the S_ constants
PAID = 5  # chips given back when it was settled, the stake included
ORIGIN = 6  # one of the O_ constants
DOUBLED = 7  # chips added by a double
CARDS = 8  # then up to MAX_CARDS cards: no hand holds more (22 aces are over 21)
MAX_CARDS = 22
HAND_SIZE = CARDS + MAX_CARDS
MAX_HANDS = 5

# State, a seat block: relative to `seat_at(seat)`; its hands follow, left to right.
STACK = 0  # chips not on the table
BET = 1  # main bet as placed
PAIR = 2  # pair bet as placed
PAIR_PAID = 3  # chips given back for it, the bet included
INSURANCE = 4
INSURANCE_PAID = 5  # chips given back for it, the insurance included
ASKED = 6  # 1 while the insurance question waits for this seat
SPLITS = 7
HANDS = 8
CONCEALED = 9  # 1 for a secret bet: the seat is asked whatever its chips, so that no question tells its size
HANDS_AT = 10
SEAT_SIZE = HANDS_AT + MAX_HANDS * HAND_SIZE
SEATS_AT = DEALER + HAND_SIZE
MAX_SEATS = 7

# Phases. P_DEALER: nobody has a decision left and `settle` is the next call.
P_BETS, P_SURRENDER, P_INSURANCE, P_TURNS, P_DEALER, P_DONE = range(6)

# Where a hand comes from.
O_DEAL, O_SPLIT, O_SPLIT_ACES = range(3)

# Status of a hand. Up to S_STOOD it is open, from S_BUST on it is settled and PAID is final,
# but for a bust under bj_loss=original, which a croupier's blackjack may give a part back.
(
    S_PLAYING,
    S_STOOD,
    S_NATURAL,  # a natural that waits for its turn or for the dealer
    S_GIVEN_UP,  # surrendered without hole card: void if the croupier gets a blackjack
    S_BUST,
    S_SURRENDERED,
    S_EVEN_MONEY,
    S_CHARLIE,
    S_NATURAL_WON,
    S_WON,
    S_PUSHED,
    S_LOST,
) = range(12)
STATUSES = (
    "playing",
    "stood",
    "natural",
    "surrendered",
    "bust",
    "surrendered",
    "even_money",
    "charlie",
    "natural",
    "won",
    "pushed",
    "lost",
)

# Actions; a set of them is a mask of `1 << action`.
(
    A_HIT,
    A_STAND,
    A_DOUBLE,
    A_SPLIT,
    A_SURRENDER,
    A_CONTINUE,
    A_INSURE,
    A_DECLINE,
    A_EVEN_MONEY,
) = range(9)
ACTIONS = ("hit", "stand", "double", "split", "surrender", "continue", "insure", "decline", "even_money")

# Events: four ints each (kind, seat, hand, value). Seat is -1 for the dealer, hand is 0 where none is meant.
(
    E_CARD,  # value: the card, dealt face up
    E_HOLE,  # value: the dealer's card, dealt face down
    E_PAIR_SETTLED,  # value: chips given back
    E_SURRENDER_DECLINED,  # early surrender: the seat goes on
    E_INSURED,  # value: chips put down
    E_INSURANCE_DECLINED,
    E_PEEKED,  # value: 1 if the dealer has a blackjack
    E_DOUBLED,  # value: chips added
    E_SPLIT,  # hand: the one split, the new one is hand + 1; value: chips put on the new one
    E_TURN_ENDED,  # value: one of the H_ constants
    E_HOLE_SHOWN,  # value: the card
    E_INSURANCE_SETTLED,  # value: chips given back
    E_SETTLED,  # value: chips given back, the stake included; STATUS tells why
) = range(13)
EVENT_SIZE = 4
DEALER_SEAT = -1

# How the turn of a hand ended.
H_STOOD, H_21, H_BUST, H_DOUBLED, H_SPLIT_ACE, H_SURRENDERED, H_CHARLIE, H_EVEN_MONEY = range(8)
HOW = ("stood", "21", "bust", "doubled", "split_ace", "surrendered", "charlie", "even_money")

# Longer than the events of a whole round can be: 416 cards, 35 hands, 7 seats.
LOG_SIZE = 4096


def pack(rules: GameRules) -> list[int]:
    """The kernel's form of the rules of a casino or elimination game, indexed by the R_ constants."""
    low, high = {"any2": (0, 21), "9-11": (9, 11), "10-11": (10, 11)}[rules.double]
    pays, to = rules.bj_pay.split(":")
    # even_bets leaves no halves; what fraction may remain (6:5) is cut as in "down".
    rounding = {"down": ROUND_DOWN, "even_bets": ROUND_DOWN, "up": ROUND_UP, "nearest": ROUND_NEAREST}
    packed = {
        R_H17: rules.h17,
        R_PEEK: rules.hole == "peek",
        R_LOSE_ORIGINAL: rules.bj_loss == "original",
        R_MAX_SPLITS: rules.max_splits,
        R_MAX_ACE_SPLITS: rules.max_ace_splits,
        R_HIT_SPLIT_ACES: rules.hit_split_aces,
        R_SPLIT_BY_VALUE: rules.split_by == "value",
        R_DAS: rules.das,
        R_DOUBLE_FROM: low,
        R_DOUBLE_TO: high,
        R_DOUBLE_FOR_LESS: rules.double_for_less,
        R_SPLIT_FOR_LESS: rules.split_for_less,
        R_SURRENDER: ("none", "late", "early").index(rules.surrender),
        R_NATURAL_PAYS: int(pays),
        R_NATURAL_TO: int(to),
        R_INSURANCE: rules.insurance,
        R_INSURANCE_PARTIAL: rules.insurance_partial,
        R_EVEN_MONEY: rules.even_money,
        R_DOUBLE_ON_NATURAL: rules.double_on_natural,
        R_CHARLIE: rules.charlie,
        R_CHARLIE_PAY: rules.charlie_pay,
        R_PAIR_PERFECT: rules.pair_pays[0],
        R_PAIR_COLOURED: rules.pair_pays[1],
        R_PAIR_MIXED: rules.pair_pays[2],
        R_ROUNDING: rounding[rules.rounding],
        R_DEALER_ALWAYS: rules.croupier_draws == "always",
        R_AUTO_STAND_21: rules.auto_stand_21,
    }
    return [int(packed[index]) for index in range(len(packed))]


def prepare(
    stacks: Sequence[int], bets: Sequence[int], pairs: Sequence[int] | None = None, pointer: int = 0
) -> list[int]:
    """A state with the bets down, for `deal`: chips by seat in dealing order, stacks as before any bet."""
    state = [0] * seat_at(len(stacks))
    state[POINTER] = pointer
    state[SEAT_COUNT] = len(stacks)
    at = SEATS_AT
    for stack, bet, pair in zip(stacks, bets, pairs or repeat(0), strict=False):
        state[at + STACK] = stack - bet - pair
        state[at + BET] = bet
        state[at + PAIR] = pair
        at += SEAT_SIZE
    return state


def seat_at(seat: int) -> int:
    """Offset of a seat's block in the state."""
    return SEATS_AT + seat * SEAT_SIZE


def hand_at(seat: int, hand: int) -> int:
    """Offset of the block of a seat's hand in the state."""
    return SEATS_AT + seat * SEAT_SIZE + HANDS_AT + hand * HAND_SIZE


def cards_at(state: Sequence[int], at: int) -> list[int]:
    """The cards of the hand block at an offset: `hand_at(...)`, or DEALER with its face-down card."""
    return list(state[at + CARDS : at + CARDS + state[at + COUNT]])


def action_names(mask: int) -> list[str]:
    """The words for a set of actions, sorted."""
    return sorted(name for action, name in enumerate(ACTIONS) if mask >> action & 1)


def new_log() -> list[int]:
    """An empty event buffer; its first int is the position of the next free one."""
    return [1] + [0] * (LOG_SIZE - 1)


def take_events(log: list[int]) -> Iterator[tuple[int, int, int, int]]:
    """The events (kind, seat, hand, value) written since the last call; the buffer is empty afterwards."""
    end, log[0] = log[0], 1
    written = log[1:end]
    for at in range(0, len(written), EVENT_SIZE):
        kind, seat, hand, value = written[at : at + EVENT_SIZE]
        yield kind, seat, hand, value
