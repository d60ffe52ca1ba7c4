"""What the pages of a tournament are put together from: cards, standings by page, tables, podium."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from tournaments import page_words, selectors, setup
from tournaments.models import Tournament
from tournaments.standings import standings

PAGE = 50
_SPOTS = (
    (35.8, 8.9),
    (33.1, 18.0),
    (27.5, 24.5),
    (20.0, 27.0),
    (12.5, 24.5),
    (6.9, 18.0),
    (4.2, 8.9),
)

Row = Mapping[str, Any]


def card_of(tournament: Tournament, user: object, now: datetime) -> dict[str, Any]:
    """One tournament as a card of the lobby."""
    structure = tournament.structure
    plan = structure["plans"][0]
    places = tournament.capacity - tournament.taken
    return {
        "tournament": tournament,
        "status": page_words.status_of(tournament),
        "price": page_words.price_words(tournament),
        "hands": plan["hands"],
        "eliminations": plan["elimination_hands"],
        "places": places,
        "soon": tournament.starts_at > now and (tournament.starts_at - now).total_seconds() < 3600,
        "can_register": tournament.status == Tournament.Status.REGISTERING
        and places > 0
        and tournament.my_payment is None,
    }


def standings_of(
    tournament: Tournament, user: object, *, now: datetime, page: int | None, find: str
) -> dict[str, Any]:
    """A page of the standings: `{"rows", "page", "pages", "my_page", "find", "in_play", "field"}`.

    Without a page it is the first one. `find` keeps the rows whose name contains it.
    """
    snapshot = standings(tournament, now=now)
    final = page_words.final_of(tournament)
    rows = [_row(row, user, final) for row in snapshot["rows"]]
    mine = next((index for index, row in enumerate(rows) if row["mine"]), None)
    if find:
        rows = [row for row in rows if find.casefold() in row["name"].casefold()]
    pages = max(1, -(-len(rows) // PAGE))
    page = min(max(page or 1, 1), pages)
    return {
        "rows": rows[(page - 1) * PAGE : page * PAGE],
        "page": page,
        "pages": pages,
        "my_page": None if mine is None or find else mine // PAGE + 1,
        "find": find,
        "in_play": snapshot["in_play"],
        "field": len(snapshot["rows"]),
        "average": snapshot["average"],
        "lowest": snapshot["lowest"],
        "round": snapshot["round"],
    }


def _row(row: Row, user: object, final: int | None) -> dict[str, Any]:
    mine = isinstance(user, User) and row["user_id"] == user.pk
    return {**row, "mine": mine, "left": page_words.exit_words(row["exit"], final=final)}


def tables_of(tournament: Tournament, user: object, *, now: datetime) -> list[dict[str, Any]]:
    """The tables of the round in play, the closest first: who is lowest there, and by how much."""
    seats: dict[str, list[Row]] = {}
    for row in standings(tournament, now=now)["rows"]:
        if row["table_id"]:
            seats.setdefault(row["table_id"], []).append(row)
    tables = [_table(table_id, rows, user) for table_id, rows in seats.items()]
    return sorted(tables, key=lambda table: (table["gap"] is None, table["gap"] or 0, table["number"]))


def _table(table_id: str, rows: Sequence[Row], user: object) -> dict[str, Any]:
    live = sorted((row for row in rows if row["live"]), key=lambda row: row["chips"] or 0)
    lowest = live[0] if len(live) > 1 else None
    my_id = user.pk if isinstance(user, User) else None
    return {
        "id": table_id,
        "number": rows[0]["table"],
        "hand": max(row["hand"] or 0 for row in rows),
        "players": len(live),
        "lowest": lowest["name"] if lowest else "",
        "gap": live[1]["chips"] - live[0]["chips"] if lowest else None,
        "leader": live[-1]["name"] if live else "",
        "mine": any(row["user_id"] == my_id for row in rows),
        "arc": _arc(rows, my_id),
    }


def _arc(rows: Iterable[Row], my_id: int | None) -> list[dict[str, Any]]:
    """The seven dots of a table's sign: who is in, out, me."""
    by_seat = {row["seat"]: row for row in rows}
    dots = []
    for number, (x, y) in enumerate(_SPOTS, start=1):
        row = by_seat.get(number)
        kind = "empty" if row is None else "out" if not row["live"] else "in"
        if row is not None and row["live"] and row["user_id"] == my_id:
            kind = "mine"
        dots.append({"x": x, "y": y, "kind": kind})
    return dots


def prizes_of(tournament: Tournament, money: Row) -> list[dict[str, Any]]:
    """The paid places: `{"place", "cents", "share"}` with the share in hundredths of a percent."""
    pool = money["pool_cents"]
    return [
        {"place": index, "cents": cents, "share": round(10_000 * cents / pool) if pool else 0}
        for index, cents in enumerate(money["prizes_cents"], start=1)
    ]


def draw_of(tournament: Tournament, user: object) -> dict[str, Any] | None:
    """The last draw sheet with the viewer's own line marked, None while nothing is drawn."""
    sheet = selectors.draw_sheet(tournament)
    my_id = user.pk if isinstance(user, User) else None
    for table in sheet["tables"] if sheet else []:
        for seat in table["seats"]:
            seat["mine"] = seat["user_id"] == my_id
    return sheet


def page_of(
    tournament: Tournament, user: User, *, now: datetime, page: int | None, find: str
) -> dict[str, Any]:
    """All that the tournament page shows, live part and still part."""
    schedule = selectors.schedule(tournament)
    money = selectors.money(tournament)
    finished = tournament.status == Tournament.Status.FINISHED
    results = selectors.results(tournament) if finished else []
    started = tournament.status in (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
    for line in results:
        line["left"] = page_words.exit_words(line["exit"], final=len(schedule))
        line["mine"] = line["user_id"] == user.pk
    return {
        "tournament": tournament,
        "now": now,
        "status": page_words.status_of(tournament, schedule),
        "bar": page_words.bar_of(tournament, selectors.my_part(user, tournament), now),
        "schedule": schedule,
        "playing": next((row for row in schedule if row["status"] == "playing"), None),
        "upcoming": next((row for row in schedule if row["status"] == "ready"), None),
        "money": money,
        "price": page_words.price_words(tournament),
        "prizes": prizes_of(tournament, money),
        "structure": setup.structure_of(tournament),
        "started": started,
        "standings": standings_of(tournament, user, now=now, page=page, find=find),
        "tables": tables_of(tournament, user, now=now),
        "draw": draw_of(tournament, user),
        "results": results,
        "podium": results[:3],
    }
