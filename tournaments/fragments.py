"""What a tournament is in the live stream: the version of its standings, which tells pages to fetch them."""

from collections.abc import Sequence

from django.db.models import Sum

from tables.hub import Audience, Fragment, Source
from tables.models import Table
from tournaments.models import Tournament
from tournaments.record import topic
from tournaments.standings import REBUILD_SECONDS


def versions(topics: Sequence[str]) -> dict[str, int]:
    """The present versions of these topics, in two queries."""
    scopes = [name.removeprefix("T") for name in topics]
    events = Table.objects.filter(scope__in=scopes).values_list("scope").annotate(Sum("seq"))
    moved: dict[str, int] = dict(events)
    found = Tournament.objects.filter(public_id__in=scopes)
    return {topic(each): each.version + moved.get(each.public_id, 0) for each in found}


def render(name: str, audience: Audience) -> Fragment | None:
    """The version itself: the body is fetched by its ETag, and is the same for everybody."""
    version = versions([name]).get(name)
    if version is None:
        return None
    return Fragment(event="standings", data=str(version), version=version)


#: Wired to the topics that begin with T where the site is put together.
source = Source(render=render, versions=versions, every_seconds=REBUILD_SECONDS)
