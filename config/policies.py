"""The Content-Security-Policy of each answer: strict, with an own policy for the few paths that need one."""

from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ContentPolicy(CSPMiddleware):
    """django-csp, choosing the directives by path from CONTENT_POLICIES_BY_PATH."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The parts that django-csp builds the header from; a view's own decorators still win."""
        parts = super().get_policy_parts(request, response, report_only)
        if parts.config is None and not report_only:
            parts.config = _own_policy(request.path_info)
        return parts


def _own_policy(path: str) -> Any:
    policies = settings.CONTENT_POLICIES_BY_PATH.items()
    return next((policy for prefix, policy in policies if path.startswith(prefix)), None)
