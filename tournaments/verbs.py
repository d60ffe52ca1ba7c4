"""What officials may do to a tournament, by name: the same verbs for the desk, the API and the admin."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments import control, rounds, setup

#: Each is called as `story(public_id, by=user, now=now, entropy=entropy)` and raises refusals.
VERBS: Mapping[str, Callable[..., Any]] = {
    "publish": setup.publish,
    "announce": setup.announce,
    "close": setup.close_registration,
    "draw": rounds.draw_seats,
    "start": rounds.start_round,
    "pause": control.pause,
    "resume": control.resume,
    "cancel": control.cancel,
}
