"""The rules of four blackjack games and of a tournament table: pure functions over immutable values.

What the rest of the platform uses is named here; nothing in this package reads a clock, a database or chance.
"""

from blackjack.actions import Action
from blackjack.autoplay import time_out
from blackjack.bots import Policy, policies
from blackjack.events import Event, event_from
from blackjack.refusals import BadValue, IllegalAction, Refused
from blackjack.replay import ReplayMismatch, replay
from blackjack.rules import ELIMINATION, GameRules, rules_of
from blackjack.state import SeatState, Shoes, TableState
from blackjack.table import clock_seconds, legal_actions, open_table, step
from blackjack.table_rules import Limits, TableRules
from blackjack.view import view

__all__ = [
    "ELIMINATION",
    "Action",
    "BadValue",
    "Event",
    "GameRules",
    "IllegalAction",
    "Limits",
    "Policy",
    "Refused",
    "ReplayMismatch",
    "SeatState",
    "Shoes",
    "TableRules",
    "TableState",
    "clock_seconds",
    "event_from",
    "legal_actions",
    "open_table",
    "policies",
    "replay",
    "rules_of",
    "step",
    "time_out",
    "view",
]
