"""REST: tournaments, their entries, payments and standings, and the presets."""

import secrets
from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clock import now
from accounts.drf import CursorPages, body_of, id_of, idempotency_key, query_of
from accounts.permissions import HasScope
from tournaments import control, registration, selectors, setup
from tournaments.format import presets, structures
from tournaments.models import Entry
from tournaments.serializers import (
    DrawOut,
    EntryOut,
    LobbyQuery,
    NewPayment,
    NewTournament,
    Nothing,
    PresetOut,
    Reason,
    ReceiptOut,
    StandingsOut,
    TournamentChange,
    TournamentLine,
    TournamentOut,
)
from tournaments.standings import standings, version_of
from tournaments.verbs import VERBS

_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, required=True, description="1 to 128 visible characters"
)


class LobbyPages(CursorPages):
    """Pages of the lobby in the order asked for."""

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> Any:
        """The columns of the order."""
        return tuple(queryset.query.order_by)


class EntryPages(CursorPages):
    """Pages of entries by number."""

    ordering = "number"


class Tournaments(APIView):
    """The tournaments the caller may see."""

    permission_classes = [HasScope("tournament:manage", public=True)]

    @extend_schema(
        operation_id="tournaments_list", parameters=[LobbyQuery], responses=TournamentLine(many=True)
    )
    def get(self, request: Request) -> Response:
        """List tournaments, filtered and in order, page by page."""
        query = query_of(request, LobbyQuery)
        query["mine"] = query.get("mine") == "true"
        pages = LobbyPages()
        page = pages.paginate_queryset(selectors.lobby(request.user, **query), request, self)
        return pages.get_paginated_response(TournamentLine(page, many=True).data)

    @extend_schema(operation_id="tournaments_create", request=NewTournament, responses={201: TournamentOut})
    def post(self, request: Request) -> Response:
        """Create a draft from a preset with some fields changed."""
        fields = body_of(request, NewTournament)
        preset = fields.pop("preset")
        tournament = setup.create(
            by=request.user, fields=fields, preset=preset, now=now(), entropy=secrets.token_bytes
        )
        return Response(TournamentOut(tournament).data, status=201)


class OneTournament(APIView):
    """One tournament."""

    permission_classes = [HasScope("tournament:manage", public=True)]

    @extend_schema(operation_id="tournaments_read", responses=TournamentOut)
    def get(self, request: Request, public_id: str) -> Response:
        """Read a tournament with its structure."""
        return Response(TournamentOut(selectors.tournament_for(request.user, id_of(public_id))).data)

    @extend_schema(operation_id="tournaments_change", request=TournamentChange, responses=TournamentOut)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change the fields sent, while registration has not opened."""
        tournament = selectors.managed_tournament(request.user, id_of(public_id))
        fields = body_of(request, TournamentChange)
        changed = setup.change(tournament.public_id, by=request.user, fields=fields, now=now())
        return Response(TournamentOut(changed).data)


class Act(APIView):
    """One verb on one tournament."""

    permission_classes = [HasScope("tournament:manage")]

    def act(self, request: Request, public_id: str, verb: str) -> Response:
        """The verb on the tournament, and how it stands then."""
        tournament = selectors.managed_tournament(request.user, id_of(public_id))
        body_of(request, Nothing)
        VERBS[verb](tournament.public_id, by=request.user, now=now(), entropy=secrets.token_bytes)
        return _tournament_now(request, tournament.public_id)


class Cancel(APIView):
    """Calling a tournament off."""

    permission_classes = [HasScope("tournament:manage")]

    @extend_schema(operation_id="tournaments_cancel", request=Reason, responses=TournamentOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Cancel for good: before the start everybody is refunded, after it the published rule holds."""
        tournament = selectors.managed_tournament(request.user, id_of(public_id))
        reason = body_of(request, Reason)["reason"]
        control.cancel(
            tournament.public_id, by=request.user, now=now(), entropy=secrets.token_bytes, reason=reason
        )
        return _tournament_now(request, tournament.public_id)


def _tournament_now(request: Request, public_id: str) -> Response:
    return Response(TournamentOut(selectors.tournament_for(request.user, public_id)).data)


class Entries(APIView):
    """The entries of one tournament."""

    permission_classes = [HasScope("entries:write")]

    @extend_schema(operation_id="entries_list", responses=EntryOut(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the entries by number, page by page."""
        tournament = selectors.tournament_for(request.user, id_of(public_id))
        pages = EntryPages()
        page = pages.paginate_queryset(selectors.entries_of(tournament), request, self)
        return pages.get_paginated_response(EntryOut(page, many=True).data)

    @extend_schema(operation_id="entries_register", request=Nothing, responses={201: EntryOut})
    def post(self, request: Request, public_id: str) -> Response:
        """Register the caller; the price is the tournament's and is paid at the desk."""
        tournament = selectors.tournament_for(request.user, id_of(public_id))
        body_of(request, Nothing)
        entry = registration.register(
            tournament.public_id, user=request.user, now=now(), entropy=secrets.token_bytes
        )
        return Response(EntryOut(entry).data, status=201)


class Standings(APIView):
    """The live standings of one tournament."""

    permission_classes = [HasScope("tournament:manage", public=True)]

    @extend_schema(operation_id="standings_read", responses={200: StandingsOut, 304: None})
    def get(self, request: Request, public_id: str) -> Response:
        """Read the standings; with If-None-Match the answer is 304 while nothing has moved."""
        tournament = selectors.tournament_for(request.user, id_of(public_id))
        tag = f'"{tournament.public_id}-{version_of(tournament)}"'
        if request.headers.get("If-None-Match") == tag and not tournament.delay_seconds:
            return Response(status=304, headers={"ETag": tag})
        snapshot = standings(tournament, now=now())
        tag = f'"{tournament.public_id}-{snapshot["version"]}"'
        return Response(StandingsOut(snapshot).data, headers={"ETag": tag})


class Draws(APIView):
    """The draws of one tournament."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="draws_read", responses=DrawOut(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """Read, round by round, what was promised for the draws, what is revealed, and who sits where."""
        tournament = selectors.tournament_for(request.user, id_of(public_id))
        return Response(DrawOut(selectors.draws(tournament), many=True).data)


class Withdraw(APIView):
    """Giving a place back."""

    permission_classes = [HasScope("entries:write")]

    @extend_schema(operation_id="entries_withdraw", request=Nothing, responses=EntryOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Withdraw an entry while registration is open; what was paid is refunded."""
        entry = selectors.own_entry(request.user, id_of(public_id))
        body_of(request, Nothing)
        return Response(EntryOut(registration.withdraw(entry.public_id, by=request.user, now=now())).data)


class Payments(APIView):
    """What was paid for one entry."""

    permission_classes = [HasScope("tournament:manage", read="money:read")]

    @extend_schema(operation_id="payments_list", responses=ReceiptOut(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """Read what was paid for an entry of the caller, or of a tournament the caller runs."""
        entry = selectors.own_entry(request.user, id_of(public_id))
        return Response(ReceiptOut(_receipts(entry), many=True).data)

    @extend_schema(
        operation_id="payments_record", parameters=[_KEY], request=NewPayment, responses={201: ReceiptOut}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Record that the price of a held place was paid. The same key and body give the same receipt."""
        key = idempotency_key(request, required=True)
        entry = selectors.entry_to_charge(request.user, id_of(public_id))
        method = body_of(request, NewPayment)["method"]
        receipt = registration.record_payment(
            entry.public_id, by=request.user, key=key or "", now=now(), method=method
        )
        return Response(ReceiptOut(receipt).data, status=201)


def _receipts(entry: Entry) -> list[dict[str, Any]]:
    return [registration.receipt_of(entry)] if entry.confirmed_at else []


class Presets(APIView):
    """The ready-made structures."""

    permission_classes = [HasScope("tournament:manage", public=True)]

    @extend_schema(operation_id="presets_list", responses=PresetOut(many=True))
    def get(self, request: Request) -> Response:
        """List the presets, the reference rules first."""
        rows = [
            {
                "id": preset.id,
                "name": preset.name,
                "notes": preset.notes,
                "sources": list(preset.sources),
                "missing": [setup.in_words(words) for words in structures.missing_options(preset.structure)],
                "structure": preset.structure.to_json(),
            }
            for preset in presets.PRESETS.values()
        ]
        return Response(PresetOut(rows, many=True).data)


def _act(verb: str, summary: str) -> Any:
    """The view of one verb, with an operation of its own in the schema."""

    @extend_schema(
        operation_id=f"tournaments_{verb}", description=summary, request=Nothing, responses=TournamentOut
    )
    def post(self: Act, request: Request, public_id: str) -> Response:
        return self.act(request, public_id, verb)

    return type(f"{verb.capitalize()}Tournament", (Act,), {"post": post}).as_view()


_SUMMARIES = {
    "publish": "Open registration: the terms are frozen and hashed.",
    "announce": "Show a draft to everybody; its terms may still change.",
    "close": "Close registration; unpaid holds lapse.",
    "draw": "Draw the seats of round 1, closing registration first.",
    "start": "Start the round that is ready.",
    "pause": "Stop every table; new rounds wait.",
    "resume": "Let every table go on.",
}


urls = [
    path("presets/", Presets.as_view(), name="presets"),
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path("tournaments/<str:public_id>/", OneTournament.as_view(), name="tournament"),
    path("tournaments/<str:public_id>/cancel/", Cancel.as_view(), name="tournament-cancel"),
    *[
        path(f"tournaments/<str:public_id>/{verb}/", _act(verb, summary), name=f"tournament-{verb}")
        for verb, summary in _SUMMARIES.items()
    ],
    path("tournaments/<str:public_id>/entries/", Entries.as_view(), name="entries"),
    path("tournaments/<str:public_id>/standings/", Standings.as_view(), name="standings"),
    path("tournaments/<str:public_id>/draws/", Draws.as_view(), name="draws"),
    path("entries/<str:public_id>/withdraw/", Withdraw.as_view(), name="entry-withdraw"),
    path("entries/<str:public_id>/payments/", Payments.as_view(), name="entry-payments"),
]
