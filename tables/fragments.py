"""What a table looks like in the live stream: rendered once for an audience, without anybody's request or
session.
"""

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.clock import now
from tables import log, selectors
from tables.hub import Audience, Fragment, Source
from tables.models import Seat, Table
from tables.scene import scene_of

TEMPLATE = "tables/_live.html"
# No eye follows more than four felts a second.
EVERY_SECONDS = 0.25


def render(topic: str, audience: Audience) -> Fragment | None:
    """The table as an audience sees it now; None when there is no such table."""
    table = Table.objects.filter(public_id=topic).first()
    if table is None:
        return None
    moment, seat = now(), selectors.seat_in(audience.kind)
    official = audience.kind == selectors.OFFICIAL
    with translation.override(audience.language):
        seen = selectors.table_view(table, seat, now=moment, official=official)
        data = _json(seen) if audience.form == "json" else render_table(seen, audience.language)
    delay = selectors.delay_of(table, seat, official)
    again = _seconds_to_next(table, seen["seq"], delay, moment) if delay else None
    return Fragment(event="table", data=data, version=seen["seq"], again_seconds=again)


def render_table(seen: dict[str, Any], language: str) -> SafeString:
    """The fragment that pages swap in; `seen` is a table_view. Nothing of the request or the session is in
    it.
    """
    with translation.override(language):
        return render_to_string(TEMPLATE, scene_of(seen))


def versions(topics: Sequence[str]) -> dict[str, int]:
    """The last event numbers of tables, in one query."""
    return dict(Table.objects.filter(public_id__in=topics).values_list("public_id", "seq"))


def present(pairs: Collection[tuple[str, str]]) -> None:
    """Note that the players of these seats have a stream open; this changes nothing in play (D4)."""
    seats = [(topic, selectors.seat_in(kind)) for topic, kind in pairs]
    moment = now()
    for topic, number in seats:
        if number is not None:
            Seat.objects.filter(table__public_id=topic, number=number).update(seen_at=moment)


source = Source(render=render, versions=versions, every_seconds=EVERY_SECONDS, present=present)


def _json(seen: dict[str, Any]) -> str:
    return json.dumps(seen, cls=DjangoJSONEncoder, separators=(",", ":"))


def _seconds_to_next(table: Table, seq: int, delay: int, moment: datetime) -> float | None:
    """How long until a delayed audience may see the event after `seq`."""
    at = log.time_of(table, seq + 1)
    if at is None:
        return None
    return max((at + log.TICK + timedelta(seconds=delay) - moment).total_seconds(), 0.0)
