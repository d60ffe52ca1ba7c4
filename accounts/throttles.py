"""How often one visitor or one user may call the API."""

from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, UserRateThrottle


class _OpenWithoutCache:
    """Play goes on when the cache is gone (invariants section 4): the request is let through."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Is this call within the rate?"""
        try:
            return bool(super().allow_request(request, view))  # type: ignore[misc]
        except RedisError:
            return True


class ByVisitor(_OpenWithoutCache, AnonRateThrottle):
    """Calls without a user, by address."""


class ByUser(_OpenWithoutCache, UserRateThrottle):
    """Calls of one user, by session or token alike."""


class ByScope(ScopedRateThrottle):
    """Calls of one user to views of one `throttle_scope`; fails closed, since these guard more than speed."""
