"""Words for the pages of a tournament: its status, the one thing it says to a viewer, rules, exits."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from tables.templatetags.figures import grouped, lasts, money, place
from tournaments.format import words
from tournaments.format.checks import is_whole
from tournaments.format.sentences import Sentence
from tournaments.format.structures import Structure
from tournaments.models import Tournament

_Status = Tournament.Status

#: Word, tone and icon of each status; the tone never stands alone.
_STATUS = {
    _Status.DRAFT: (gettext_lazy("draft"), "", "settings"),
    _Status.ANNOUNCED: (gettext_lazy("announced"), "", "info"),
    _Status.REGISTERING: (gettext_lazy("registering"), "info", "users"),
    _Status.CLOSED: (gettext_lazy("registration closed"), "attention", "lock"),
    _Status.DRAWN: (gettext_lazy("drawn"), "accent", "list"),
    _Status.RUNNING: (gettext_lazy("running"), "good", "play"),
    _Status.FINISHED: (gettext_lazy("finished"), "", "trophy"),
    _Status.CANCELLED: (gettext_lazy("cancelled"), "out", "x"),
}
_CAUSES = {
    "lowest_count": gettext_lazy("lowest count"),
    "below_minimum": gettext_lazy("less than the minimum bet"),
    "busted": gettext_lazy("no chips left"),
    "disqualified": gettext_lazy("disqualified"),
}


def status_of(tournament: Tournament, schedule: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """`{"word", "tone", "icon"}` of a tournament as it stands: paused and on a break are said first."""
    if tournament.status == _Status.RUNNING:
        if tournament.paused:
            return {"word": gettext("paused"), "tone": "paused", "icon": "pause"}
        if any(row["status"] == "ready" and row["due_at"] for row in schedule):
            return {"word": gettext("break"), "tone": "paused", "icon": "clock"}
    word, tone, icon = _STATUS[_Status(tournament.status)]
    return {"word": word, "tone": tone, "icon": icon}


def translated(sentence: Sentence) -> str:
    """A sentence of the format package in the reader's language, its numbers grouped as on the whole page."""
    shown = {name: grouped(value) if is_whole(value) else value for name, value in sentence.params.items()}
    return gettext(sentence.text).format(**shown)


def rules_of(structure: Structure) -> list[dict[str, Any]]:
    """The rules in words, section by section: `{"title", "sentences"}`."""
    pairs = [(translated(title), translated(text)) for title, text in words.rules_in_words(structure)]
    return [
        {"title": title, "sentences": [text for _title, text in section]}
        for title, section in groupby(pairs, key=lambda pair: pair[0])
    ]


def final_of(tournament: Tournament) -> int | None:
    """The number of the final, once it is drawn."""
    return tournament.rounds.filter(is_final=True).values_list("number", flat=True).first()


def exit_words(exit_: Mapping[str, Any] | None, *, final: int | None) -> str:
    """Where and why somebody left: `round 1, hand 16, lowest count`; empty for who was never seated."""
    if not exit_:
        return ""
    in_final = exit_["round"] == final
    parts = [gettext("final") if in_final else gettext("round {number}").format(number=exit_["round"])]
    if not exit_["hand"]:
        parts.append(gettext("at its end"))
    else:
        parts.append(gettext("hand {number}").format(number=exit_["hand"]))
    if exit_["cause"]:
        parts.append(str(_CAUSES.get(exit_["cause"], exit_["cause"])))
    return ", ".join(parts)


def bar_of(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """The one-thing bar: `{"tone", "icon", "title", "line", "url", "label"}` and what a kind adds."""
    bar = _BARS[part["kind"]](tournament, part, now)
    return {"kind": part["kind"], "tone": "", "icon": "info", "line": "", "url": "", "label": ""} | bar


def price_words(tournament: Tournament) -> str:
    """What a place costs: `EUR 25.00 + EUR 3.00 fee`, or that it is free."""
    extra = tournament.fee_cents + tournament.dealers_cents
    if not tournament.buy_in_cents and not extra:
        return gettext("free")
    price = money(tournament.buy_in_cents, tournament.currency)
    if not extra:
        return price
    return gettext("{price} + {fee} fee").format(price=price, fee=money(extra, tournament.currency))


def _places_left(tournament: Tournament) -> str:
    left = tournament.capacity - tournament.taken
    return ngettext("{n} place left", "{n} places left", left).format(n=left)


def _register(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    line = gettext("Free to enter.")
    if tournament.buy_in_cents or tournament.fee_cents:
        line = gettext("{price}, paid at the desk. Given back in full until registration closes.")
        line = line.format(price=price_words(tournament))
    title = gettext("Register: {places}").format(places=_places_left(tournament))
    return {"icon": "users", "title": title, "line": line, "register": True}


def _visitor(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    login = f"{reverse('account_login')}?next={reverse('tournaments:detail', args=[tournament.public_id])}"
    return _register(tournament, part, now) | {
        "register": False,
        "url": login,
        "label": gettext("Sign in to register"),
    }


def _pay(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "tone": "attention",
        "icon": "coins",
        "title": gettext("Pay {price} at the desk").format(
            price=money(part["price_cents"], tournament.currency)
        ),
        "line": gettext("Your place is held. Unpaid places lapse when registration closes."),
        "entry": part["entry"],
    }


def _registered(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    closed = tournament.status != _Status.REGISTERING
    line = (
        gettext("Seats are drawn next.") if closed else gettext("Seats are drawn when registration closes.")
    )
    return {
        "tone": "mine",
        "icon": "check",
        "title": gettext("You are in"),
        "line": line,
        "entry": None if closed else part["entry"],
        "deadline": tournament.starts_at if tournament.starts_at > now else None,
    }


def _seat(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "tone": "mine",
        "icon": "users",
        "title": gettext("You play at table {table}, seat {seat}").format(**part),
        "line": gettext("Round {round} has not started yet.").format(**part),
        "deadline": part["due_at"],
    }


def _table(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    url = reverse("tables:detail", args=[part["table_id"]])
    return {
        "tone": "mine",
        "icon": "play",
        "title": gettext("You play at table {table}, seat {seat}").format(**part),
        "line": gettext("The round is being played now."),
        "url": url,
        "label": gettext("Go to your table"),
        "my_table": url,
    }


def _out_at_table(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "icon": "eye",
        "title": gettext("You are out at table {table}").format(**part),
        "line": gettext("Your place is known when the round ends."),
        "url": reverse("tables:detail", args=[part["table_id"]]),
        "label": gettext("Keep watching"),
    }


def _waiting(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "tone": "mine",
        "icon": "trophy",
        "title": gettext("You go through to the next round"),
        "line": gettext("Its seats are drawn when every table is done."),
    }


def _out(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    title = gettext("You finished {place} of {field}")
    entry = part["entry"]
    line = exit_words(entry.exit, final=final_of(tournament))
    if entry.prize_cents:
        won = gettext("You won {prize}.").format(prize=money(entry.prize_cents, tournament.currency))
        line = f"{won} {line}"
    return {
        "icon": "list",
        "title": title.format(place=place(part["place"]), field=tournament.taken),
        "line": line,
        "url": reverse("tournaments:lobby"),
        "label": gettext("More tournaments"),
    }


def _won(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    prize = part["entry"].prize_cents
    line = gettext("Congratulations.")
    if prize:
        line = gettext("{prize} is credited to you.").format(prize=money(prize, tournament.currency))
    return {"tone": "mine", "icon": "trophy", "title": gettext("You won"), "line": line}


def _full(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    title = gettext("All {capacity} places are taken").format(capacity=tournament.capacity)
    line = gettext("A place is free again when somebody withdraws.")
    return {"tone": "attention", "icon": "users", "title": title, "line": line}


def _may_not(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "icon": "shield",
        "title": gettext("You run this tournament"),
        "line": gettext("Its terms do not let organisers and staff play."),
    }


def _not_open(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    line = gettext("Come back when registration opens; the start is planned for the time below.")
    return {"icon": "clock", "title": gettext("Registration is not open yet"), "line": line}


def _not_in(tournament: Tournament, part: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    if tournament.status == _Status.FINISHED:
        return {"icon": "trophy", "title": gettext("This tournament is finished")}
    if tournament.status == _Status.CANCELLED:
        return {
            "tone": "out",
            "icon": "x",
            "title": gettext("This tournament is cancelled"),
            "line": gettext("What was paid was given back by the published rule."),
        }
    if tournament.status == _Status.RUNNING:
        return {
            "icon": "eye",
            "title": gettext("You are watching"),
            "line": gettext("Shown {delay} late.").format(delay=lasts(tournament.delay_seconds))
            if tournament.delay_seconds
            else gettext("Open a table to see its cards."),
        }
    return {"icon": "lock", "title": gettext("Registration is closed")}


_BARS = {
    "visitor": _visitor,
    "register": _register,
    "full": _full,
    "may_not": _may_not,
    "not_open": _not_open,
    "not_in": _not_in,
    "pay": _pay,
    "registered": _registered,
    "seat": _seat,
    "table": _table,
    "out_at_table": _out_at_table,
    "waiting": _waiting,
    "out": _out,
    "won": _won,
}
