"""Ready-made structures: the reference rules and fifteen published events, as data with their sources.

A preset states what its source states; the rest are the defaults of the platform (tournaments.md, Presets).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tournaments.format.sentences import gettext_noop
from tournaments.format.structures import Structure


@dataclass(frozen=True, kw_only=True)
class Preset:
    """One ready-made structure: its id, what people call it, where it was published, what else to know.

    `name` and `notes` are English texts that doors translate.
    """

    id: str
    name: str
    sources: tuple[str, ...] = ()
    notes: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def structure(self) -> Structure:
        """The structure this preset sets up."""
        return Structure.from_json(self.data)


#: Stacks and limits of the televised finals, which are also those of the reference rules.
_BIG_FINAL = {"stack": 100_000, "minimum": 1_000, "maximum": 100_000}

_ALL = (
    Preset(id="seed_default", name=gettext_noop("Reference rules")),
    Preset(
        id="ubt",
        name=gettext_noop("Ultimate Blackjack Tour, TV format"),
        sources=("qfit.com/TVTournamentRules.htm", "howtoplayblackjacks.com/ubt.htm"),
        data={
            "options": {"decks": 6, "h17": False, "das": True, "surrender": "late"},
            "plans": [{"decide_seconds": 25, "decide_elimination_seconds": 45}],
            "final": _BIG_FINAL,
        },
    ),
    Preset(
        id="wildjack_online",
        name=gettext_noop("Online, short clock on elimination hands"),
        sources=("wildjackcasino.com/elimination-blackjack.html",),
        data={
            "options": {"h17": True, "max_splits": 3, "autoplay": "stand"},
            "plans": [{"decide_seconds": 25, "decide_elimination_seconds": 10}],
            "final": _BIG_FINAL,
        },
    ),
    Preset(
        id="ultimatebet_sng",
        name=gettext_noop("Sit-and-go"),
        sources=("21tricks.com/ultimate-bet-tournament-blackjack/",),
        notes=gettext_noop("Fields of 7, 14 or 21 players; scheduled events need 30 entries."),
        data={"capacity": 21, "min_entries": 7},
    ),
    Preset(
        id="microgaming_ibl",
        name=gettext_noop("International Blackjack League, online"),
        sources=("internationalblackjackleague.com/tournamentrules/",),
        notes=gettext_noop("The list of elimination hands is free for each round; this one is an example."),
        data={
            "plans": [{"elimination_hands": [5, 9, 15], "tie": ["start_of_hand", "position"]}],
            "final": _BIG_FINAL,
        },
    ),
    Preset(
        id="wsob_s4",
        name=gettext_noop("World Series of Blackjack, season 4"),
        sources=("liquisearch.com/world_series_of_blackjack/rules", "gskingdom.blogspot.com/2007/06"),
        notes=gettext_noop("Eight tables of five; the runners-up play one more table for a place."),
        data={
            "capacity": 40,
            "seats": 5,
            "options": {
                "decks": 6,
                "h17": False,
                "double_for_less": True,
                "split_for_less": True,
                "insurance_partial": True,
            },
            "plans": [
                {
                    "hands": 25,
                    "elimination_hands": [],
                    "knock_out_cards": 2,
                    "knock_out_minimums": [2_500, 5_000],
                    "quota": [4, 3],
                    "stack": 100_000,
                    "minimum": 1_000,
                    "maximum": 50_000,
                    "secret_bets": 0,
                    "advance": 1,
                    "wildcards": 1,
                    "wildcards_by": "runners_up_table",
                    "table_prizes_cents": [25_000_00, 5_000_00],
                }
            ],
            "currency": "USD",
            "fixed_prizes_cents": [500_000_00],
        },
    ),
    Preset(
        id="casinos_austria",
        name=gettext_noop("Casinos Austria"),
        sources=("expydoc.com/doc/10260809",),
        notes=gettext_noop("Heat, semi-final and final."),
        data={
            "capacity": 70,
            "options": {"decks": 6},
            "plans": [
                {
                    "hands": 21,
                    "stack": 5_000,
                    "minimum": 100,
                    "maximum": 5_000,
                    "step": 100,
                    "advance": 2,
                    "wildcards": 1,
                    "wildcards_by": "lots",
                    "tie": ["playoff", "high_card"],
                    "playoff_hands": 5,
                    "playoff_stack": 5_000,
                }
            ],
            "currency": "EUR",
            "buy_in_cents": 100_00,
            "fee_cents": 12_00,
            "rebuy": {"when": "later_session", "price_cents": 100_00, "fee_cents": 12_00},
        },
    ),
    Preset(
        id="golden_nugget_100k",
        name=gettext_noop("Golden Nugget $100,000"),
        sources=("issuu.com/arizonagamingguide/docs/15_07_07_23",),
        notes=gettext_noop("About 200 entries; two rounds, quarter-final, semi-final and final."),
        data={
            "capacity": 200,
            "seats": 6,
            "plans": [
                {"hands": 18, "stack": 5_000, "maximum": 5_000, "advance": 2},
                {"advance": 2},
                {"advance": None},
                {"advance": None},
            ],
            "currency": "USD",
            "buy_in_cents": 500_00,
            "guarantee_cents": 100_000_00,
            "rebuy": {"when": "after_round_1", "price_cents": 500_00},
        },
    ),
    Preset(
        id="radio_8000",
        name=gettext_noop("$8,000 radio station tournament"),
        sources=("alice1059.radio.com/8000-blackjack-tournament-rules",),
        notes=gettext_noop(
            "The count is announced after hand 15. The buy-in is that of seats not given away; round 2 has "
            "room for 36 players: 30 winners and the 6 best counts."
        ),
        data={
            "capacity": 210,
            "seats": 6,
            "plans": [
                {
                    "hands": 18,
                    "stack": 1_000,
                    "maximum": 1_000,
                    "sessions": 5,
                    "advance": 1,
                    "wildcards": 6,
                    "wildcards_by": "count",
                },
                {"stack": 2_000, "maximum": 2_000, "sessions": 1, "wildcards": 0},
            ],
            "final": {"stack": 3_000, "maximum": 3_000},
            "currency": "USD",
            "buy_in_cents": 100_00,
            "fixed_prizes_cents": [4_000_00, 2_000_00, 800_00, 600_00, 300_00, 300_00],
            "payouts": [{"shares": [40, 20, 15, 10, "7.5", "7.5"]}],
        },
    ),
    Preset(
        id="diamond_jo_weekly",
        name=gettext_noop("Diamond Jo weekly"),
        sources=("blackjacktournaments.com/threads/5609", "blackjacktournaments.com/threads/5590"),
        notes=gettext_noop(
            "On Sundays the entry is $50, $3 of it for the dealers: two sessions of six tables, 25 hands, "
            "three of each table go on, and who is not through may buy in again in the second session."
        ),
        data={
            "capacity": 63,
            "currency": "USD",
            "buy_in_cents": 23_00,
            "dealers_cents": 2_00,
            "payouts": [
                {"up_to": 25, "shares": [50, 30, 20]},
                {"shares": [41, 24, 15, 10, 7, 3]},
            ],
        },
    ),
    Preset(
        id="kewadin_blowout",
        name=gettext_noop("Kewadin Blackjack Blowout"),
        sources=("kewadinsault.com (September 2015)",),
        notes=gettext_noop("The count is announced after hand 35; seven places are paid."),
        data={
            "plans": [{"hands": 42, "stack": 2_000, "minimum": 50, "maximum": 500}],
            "currency": "USD",
            "buy_in_cents": 200_00,
            "payouts": [{"shares": [35, 25, "12.5", 10, "7.5", 5, 5]}],
            "dealer_addon_cents": 5_00,
            "dealer_addon_chips": 500,
        },
    ),
    Preset(
        id="rampart_weekly",
        name=gettext_noop("Rampart Blazing Blackjack"),
        sources=("vdocuments.net: Rampart Blazing Blackjack 2017",),
        notes=gettext_noop("The first button was decided by a die; here it is drawn."),
        data={
            "options": {"h17": True},
            "plans": [{"hands": 20, "stack": 1_000, "minimum": 25, "maximum": 500}],
        },
    ),
    Preset(
        id="buffalo_run_quarterly",
        name=gettext_noop("Buffalo Run $30,000 quarterly"),
        sources=("bjinsider.com, newsletter 200",),
        notes=gettext_noop("500 chips more can be bought before the quarter-final and the semi-final."),
        data={
            "plans": [
                {"stack": 2_000, "maximum": 2_000},
                {"addon_chips": 500},
            ],
            "final": {"addon_chips": 0},
            "currency": "USD",
            "buy_in_cents": 120_00,
            "guarantee_cents": 30_000_00,
            "rebuy": {"when": "while_open", "price_cents": 120_00, "fee_cents": 10_00},
            "dealer_addon_cents": 10_00,
            "dealer_addon_chips": 500,
        },
    ),
    Preset(
        id="chicken_ranch",
        name=gettext_noop("Chicken Ranch"),
        sources=("chickenranchcasino.com/portfolio/blackjack-tournament",),
        notes=gettext_noop(
            "The five best counts and one player drawn (one ticket for each buy-in) play the final; "
            "whoever is five minutes late is out."
        ),
        data={
            "seats": 6,
            "ranking": "accumulation",
            "plans": [
                {
                    "hands": 12,
                    "stack": 500,
                    "maximum": 500,
                    "wildcards": 1,
                    "wildcards_by": "tickets",
                    "tie": ["playoff"],
                    "playoff_hands": 3,
                    "playoff_stack": 300,
                }
            ],
            "final": {"hands": 18, "wildcards": 0},
            "currency": "USD",
            "buy_in_cents": 25_00,
            "rebuy": {"when": "while_open", "price_cents": 10_00},
            "dealer_addon_cents": 5_00,
            "dealer_addon_chips": 200,
        },
    ),
    Preset(
        id="zimbler_heats",
        name=gettext_noop("Zimbler heats"),
        sources=("paulzimbler.com/how-it-works",),
        notes=gettext_noop("The first of a heat plays the final, the second a semi-final."),
        data={
            "deal_from": "box_1",
            "second_chance": True,
            "plans": [
                {
                    "hands": 11,
                    "stack": 3_000,
                    "maximum": 500,
                    "levels": [{"from_hand": 7, "minimum": 500, "maximum": None}],
                    "advance": 1,
                }
            ],
        },
    ),
    Preset(
        id="blue_chip_weekly",
        name=gettext_noop("Blue Chip weekly"),
        sources=("nwitimes.com (2019-08)",),
        notes=gettext_noop("Three heats of four tables."),
        data={
            "capacity": 84,
            "options": {"decks": 6},
            "plans": [{"hands": 14, "sessions": 3}, {"sessions": 1}],
            "final": _BIG_FINAL,
            "currency": "USD",
            "buy_in_cents": 25_00,
            "added_cents": 1_000_00,
        },
    ),
)

#: All presets by id, the reference rules first.
PRESETS: Mapping[str, Preset] = {preset.id: preset for preset in _ALL}
