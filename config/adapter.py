"""Where signing in and out meets the rest of the site."""

from django.http import HttpRequest

from accounts.adapter import AccountAdapter
from tables import live


class SiteAccountAdapter(AccountAdapter):
    """The accounts' adapter, which also ends the live streams of a session."""

    def logout(self, request: HttpRequest) -> None:
        """Sign out: what the session was shown live ends with it."""
        session_key = request.session.session_key
        super().logout(request)
        if session_key:
            live.end_streams(session_key)
