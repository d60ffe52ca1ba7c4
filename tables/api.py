"""REST: a table as the caller sees it, what the caller's seat does, events, and acts of officials."""

from typing import Any
from urllib.parse import quote

from django.urls import path
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clock import now
from accounts.drf import StrictSerializer, body_of, idempotency_key, query_of
from accounts.permissions import HasScope
from accounts.refusals import Refusal
from tables import live, play, selectors, serializers
from tables.models import Table
from tables.requests import ActionBody, EventsQuery, ReasonBody, SeedBody, action_of, said


class NoBody(StrictSerializer):
    """A command that needs no body, and takes none."""


class Door(APIView):
    """What every door here has in common: its answers may hold the caller's secrets, so nobody keeps them."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """The response, not to be stored on its way or in the browser."""
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class TableView(Door):
    """GET tables/{id}/: anybody may ask; who may see what is for the selectors."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="tables_read", responses=serializers.TableOut)
    def get(self, request: Request, public_id: str) -> Response:
        """The table as the caller may see it now."""
        return Response(_view(request, public_id))


class Actions(Door):
    """POST tables/{id}/actions/."""

    permission_classes = [HasScope("play")]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """An action arrives when its request does, before anybody is asked who sent it (D2)."""
        self.arrived_at = now()
        super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="tables_act",
        request=ActionBody,
        responses={200: serializers.TableOut, 409: serializers.RefusedOut},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Bet, play, insure, sit out or come back; the answer is the caller's own view after it.

        `seq` is the view's `decision_seq`. With an `Idempotency-Key` the same request again has the same
        answer.
        """
        body = body_of(request, ActionBody)
        key = idempotency_key(request)
        try:
            view = play.act(
                public_id,
                user=request.user,
                action=action_of(body),
                seq=body.get("seq"),
                arrived_at=self.arrived_at,
                now=now(),
                key=key,
            )
        except Refusal as refusal:
            if refusal.status != 409:
                raise
            answer = {"code": refusal.code, "detail": said(refusal), "fields": refusal.fields}
            return Response({**answer, "table": _view(request, public_id)}, status=refusal.status)
        return Response(view)


class Seed(Door):
    """POST tables/{id}/seed/."""

    permission_classes = [HasScope("play")]

    @extend_schema(operation_id="tables_seed", request=SeedBody, responses={204: None})
    def post(self, request: Request, public_id: str) -> Response:
        """First the hash of a seed and a cut; once the list is closed, the seed and the cut themselves."""
        body = body_of(request, SeedBody)
        if "hash" in body:
            play.offer_seed(public_id, user=request.user, hash_hex=body["hash"], now=now())
        else:
            play.open_seed(public_id, user=request.user, seed_hex=body["seed"], cut=body["cut"], now=now())
        return Response(status=204)


class Events(Door):
    """GET tables/{id}/events/."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="tables_events", parameters=[EventsQuery], responses=serializers.EventsOut)
    def get(self, request: Request, public_id: str) -> Response:
        """What happened after event `after`: public halves, and the caller's own secret ones."""
        query = query_of(request, EventsQuery)
        table, seat, official = _seen(request, public_id)
        after, limit = query["after"], query["limit"]
        page = selectors.events_after(table, after, seat, now=now(), official=official, limit=limit)
        return Response({"events": page, "last": page[-1]["seq"] if page else after})


class Stream(Door):
    """GET tables/{id}/stream/."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="tables_stream", responses=serializers.StreamOut)
    def get(self, request: Request, public_id: str) -> Response:
        """An address that sends the caller's view as JSON whenever it changes, for some hours."""
        table, _seat, _official = _seen(request, public_id)
        text = live.ticket(
            user_id=request.user.pk,
            # None for a token; with a session the stream ends when that is signed out.
            session_key=request.session.session_key,
            topics={table.public_id: selectors.audience_of(request.user, table)},
            language=get_language() or "en",
            form="json",
        )
        return Response({"events": f"/events/?ticket={quote(text)}"})


class Pause(Door):
    """POST tables/{id}/pause/."""

    permission_classes = [HasScope("tournament:manage")]

    @extend_schema(operation_id="tables_pause", request=NoBody, responses=serializers.TableOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Stop the table's clock; the time left is kept."""
        body_of(request, NoBody)
        table = selectors.managed_table(request.user, public_id)
        play.pause(table.pk, by=request.user, now=now())
        return Response(_view(request, public_id))


class Resume(Door):
    """POST tables/{id}/resume/."""

    permission_classes = [HasScope("tournament:manage")]

    @extend_schema(operation_id="tables_resume", request=NoBody, responses=serializers.TableOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Let the table go on with the time that was left, or 20 seconds."""
        body_of(request, NoBody)
        table = selectors.managed_table(request.user, public_id)
        play.resume(table.pk, by=request.user, now=now())
        return Response(_view(request, public_id))


class Void(Door):
    """POST tables/{id}/void/."""

    permission_classes = [HasScope("tournament:manage")]

    @extend_schema(operation_id="tables_void", request=ReasonBody, responses=serializers.TableOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Take back the hand, until the first bet of the next one; it is dealt again. This is final."""
        reason = body_of(request, ReasonBody)["reason"]
        table = selectors.managed_table(request.user, public_id)
        play.void(table.pk, by=request.user, reason=reason, now=now())
        return Response(_view(request, public_id))


def _seen(request: Request, public_id: str) -> tuple[Table, int | None, bool]:
    table, seat = selectors.table_for(request.user, public_id)
    return table, seat, seat is None and selectors.is_official(request.user, table)


def _view(request: Request, public_id: str) -> dict[str, Any]:
    table, seat, official = _seen(request, public_id)
    return selectors.table_view(table, seat, now=now(), official=official)


urls = [
    path("tables/<id:public_id>/", TableView.as_view(), name="table"),
    path("tables/<id:public_id>/actions/", Actions.as_view(), name="table-actions"),
    path("tables/<id:public_id>/seed/", Seed.as_view(), name="table-seed"),
    path("tables/<id:public_id>/events/", Events.as_view(), name="table-events"),
    path("tables/<id:public_id>/stream/", Stream.as_view(), name="table-stream"),
    path("tables/<id:public_id>/pause/", Pause.as_view(), name="table-pause"),
    path("tables/<id:public_id>/resume/", Resume.as_view(), name="table-resume"),
    path("tables/<id:public_id>/void/", Void.as_view(), name="table-void"),
]
