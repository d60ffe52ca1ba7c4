"""How the chinese kernel's flat lists of ints are read: rules, state, actions, events; see chinese.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackjack.rules import GameRules

# Rules: the list made by `pack`, indexed by these. Multipliers are in stakes.
(
    R_FIVE,
    R_FIVE_21,
    R_FIVE_BUST,
    R_PLAYER_21,
    R_BANKER_21,
    R_777,  # 0: three sevens are an ordinary 21
    R_777_CANCELS_ROUND,
    R_BLACKJACK,
    R_BAN_BAN,
    R_BOTH_BUST,  # what a busted hand loses to a busted banker: 0 or 1
    R_REVEAL_BUST,
    R_FREE_HAND,
    R_ESCAPE_BY_ABANDONING,
    R_WITHDRAW,
    R_MIN_TOTAL,
    R_PENALTY,
    R_BURN,
    R_BURN_SEVERAL,
    R_BURN_DOUBLES,
    R_DOUBLE_ACE,
    R_WIN_MATCHED,
) = range(21)
FREE_NONE, FREE_BEST_TOTAL, FREE_HARD_ONLY, FREE_ANY_COUNT = range(4)
ACES_BAN_BAN, ACES_ORDINARY, ACES_12, ACES_TRIPLE = range(4)

# State, header: one int each, then the seats. The banker is the last seat.
PHASE = 0  # one of the P_ constants
POINTER = 1  # position in the shoe of the next card
SEAT_COUNT = 2  # the banker included
TURN_SEAT = 3  # the seat that decides
VOID = 4  # 1 when the deal was abandoned or cancelled: nobody's chips change and it is not counted
SEATS_AT = 5

# State, a seat block: relative to `seat_at(seat)`.
STACK = 0  # chips not on the table; liabilities may reach beyond the stake into them
BET = 1  # bet as placed, 0 for the banker
STAKE = 2  # chips on the table now, raised by burns
STATUS = 3  # one of the S_ constants
RESULT = 4  # booked result in stakes, from the player's side
CHANGE = 5  # chips won or lost over the round, known when it is paid
BURNS = 6  # own burns so far
ANSWERED = 7  # 1 when a player with a free hand chose to play it
SHOWN = 8  # 1 when everyone may see these cards
COUNT = 9  # cards held
HARD = 10  # their total with every ace as 1
ACES = 11
CARDS = 12  # then up to five cards
MAX_CARDS = 5
SEAT_SIZE = CARDS + MAX_CARDS
MAX_SEATS = 16
MAX_SEATS_A_DECK = 8

# Phases, in the order of games.md 4.3 and 4.6. P_SETTLE: all is booked and `settle` is the next call.
P_BETS, P_FREE_HAND, P_BANKER_BURN, P_FOLLOW, P_BURN, P_TURNS, P_BANKER, P_SETTLE, P_DONE = range(9)

# Status of a player's hand. Up to S_777 it is unsettled, from S_NATURAL on RESULT is booked for good, but for
# a deal that becomes void. The banker's status is S_PLAYING throughout.
(
    S_PLAYING,
    S_STOOD,
    S_BUST,  # three or four cards over 21: still to be compared
    S_777,  # waits for the banker's final total
    S_NATURAL,  # settled as a natural, or against the banker's
    S_ESCAPED,  # a 15 on either side turned a natural into a push
    S_FORFEITED,
    S_WITHDRAWN,
    S_FIVE,
    S_BUST_LOST,  # shown and lost at once (reveal_bust)
    S_PENALTY,  # stood without licence: pays every other seat
    S_OPENED,
    S_RETURNED,
) = range(13)
STATUSES = (
    "playing",
    "stood",
    "bust",
    "seven777",
    "natural",
    "escaped",
    "forfeited",
    "withdrawn",
    "five_cards",
    "bust_lost",
    "penalty",
    "opened",
    "returned",
)

# Classes of two cards (games.md 4.3).
C_OTHER, C_FREE, C_BLACKJACK, C_BAN_BAN = range(4)
CLASSES = ("other", "free_hand", "blackjack", "ban_ban")

# Actions; a set of them is a mask of `1 << action`.
(
    A_HIT,
    A_STAND,
    A_BURN,
    A_KEEP,
    A_FOLLOW,
    A_FORFEIT,
    A_WITHDRAW,
    A_CONTINUE,
    A_ABANDON,
    A_OPEN,
    A_FINISH,
) = range(11)
ACTIONS = (
    "hit",
    "stand",
    "burn",
    "keep",
    "follow",
    "forfeit",
    "withdraw",
    "continue",
    "abandon",
    "open",
    "finish",
)

# Events: four ints each (kind, seat, detail, value); detail and value are 0 where nothing is said.
(
    E_CARD,  # value: the card, for its owner's eyes unless SHOWN is set
    E_SHOWN,  # from here on everyone may see this seat's cards; detail: one of the W_ constants
    E_BURNT,  # value: chips added to the stake
    E_DISCARDED,  # value: a card thrown away in a burn, seen by all
    E_KEPT,  # a 15 was not burnt
    E_FOLLOWED,  # value: chips added to the stake
    E_FORFEITED,
    E_CONTINUED,  # a free hand is played
    E_ABANDONED,
    E_CANCELLED,  # the banker's 21 against a triple seven cancels the whole deal
    E_WITHDREW,
    E_TURN_ENDED,  # detail: one of the H_ constants
    E_BOOKED,  # detail: the status, value: the result in stakes
    E_PAID,  # value: the change of the stack over the round
) = range(14)
EVENT_SIZE = 4

# Why a hand was shown.
W_NATURAL, W_ESCAPE, W_FIVE, W_777, W_BUST, W_PENALTY, W_FIFTEEN, W_OPENED = range(8)
WHY = ("natural", "escape", "five_cards", "seven777", "bust", "penalty", "fifteen", "opened")

# How the turn of a hand ended.
H_STOOD, H_21, H_BUST, H_FIVE, H_777, H_PENALTY, H_FINISHED = range(7)
HOW = ("stood", "21", "bust", "five_cards", "seven777", "penalty", "finished")

# Longer than the events of a whole round can be: 104 cards, 16 seats, a banker who burns several times.
LOG_SIZE = 8192


def pack(rules: GameRules) -> list[int]:
    """The kernel's form of the rules of a chinese or kampung game, indexed by the R_ constants.

    No payment is a fraction of a stake, so `rounding` has nothing to round. Kampung has no `ban_ban_mult` and
    no `free_hand_escape`: where its other options bring these in, they are as in the tables of games.md 4.4.
    """
    packed = {
        R_FIVE: rules.five_card_mult,
        R_FIVE_21: rules.five_card_21_mult,
        R_FIVE_BUST: rules.five_bust_mult,
        R_PLAYER_21: rules.player_21_mult,
        R_BANKER_21: rules.banker_21_mult,
        R_777: rules.seven777_mult,
        R_777_CANCELS_ROUND: rules.seven777_cancel == "round",
        R_BLACKJACK: rules.blackjack_mult,
        R_BAN_BAN: rules.ban_ban_mult,
        R_BOTH_BUST: rules.both_bust == "banker",
        R_REVEAL_BUST: rules.reveal_bust,
        R_FREE_HAND: ("none", "best_total", "hard_only", "any_count").index(rules.free_hand),
        R_ESCAPE_BY_ABANDONING: rules.free_hand_escape == "by_abandoning",
        R_WITHDRAW: rules.player_free_hand_withdraw,
        R_MIN_TOTAL: rules.min_total,
        R_PENALTY: rules.licence == "penalty",
        R_BURN: rules.burn,
        R_BURN_SEVERAL: rules.burn_limit == "several",
        R_BURN_DOUBLES: rules.burn_stack == "double",
        R_DOUBLE_ACE: ("ban_ban", "ordinary_21", "count_12", "triple").index(rules.double_ace),
        R_WIN_MATCHED: rules.win_cap == "matched",
    }
    return [int(packed[index]) for index in range(len(packed))]


def prepare(stacks: Sequence[int], bets: Sequence[int], pointer: int = 0) -> list[int]:
    """A state with the bets down, for `deal`: chips by seat from the banker's left, stacks as before any bet.

    The banker is the last seat and bets 0.
    """
    state = [0] * seat_at(len(stacks))
    state[POINTER] = pointer
    state[SEAT_COUNT] = len(stacks)
    at = SEATS_AT
    for stack, bet in zip(stacks, bets, strict=True):
        state[at + STACK] = stack - bet
        state[at + BET] = bet
        state[at + STAKE] = bet
        at += SEAT_SIZE
    return state


def seat_at(seat: int) -> int:
    """Offset of a seat's block in the state."""
    return SEATS_AT + seat * SEAT_SIZE


def cards_of(state: Sequence[int], seat: int) -> list[int]:
    """The cards a seat holds."""
    at = seat_at(seat)
    return list(state[at + CARDS : at + CARDS + state[at + COUNT]])


def action_names(mask: int) -> list[str]:
    """The words for a set of actions, sorted."""
    return sorted(name for action, name in enumerate(ACTIONS) if mask >> action & 1)


def new_log() -> list[int]:
    """An empty event buffer; its first int is the position of the next free one."""
    return [1] + [0] * (LOG_SIZE - 1)


def take_events(log: list[int]) -> Iterator[tuple[int, int, int, int]]:
    """The events (kind, seat, detail, value) written since the last call; the buffer is empty afterwards."""
    end, log[0] = log[0], 1
    written = log[1:end]
    for at in range(0, len(written), EVENT_SIZE):
        kind, seat, detail, value = written[at : at + EVENT_SIZE]
        yield kind, seat, detail, value
