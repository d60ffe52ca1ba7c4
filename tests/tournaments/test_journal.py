"""The journal: written by the stories, and never rewritten."""

import pytest
from django.db import DatabaseError, transaction

from tests.tournaments.builders import make_draft
from tournaments.models import Journal

pytestmark = pytest.mark.django_db


def test_a_line_of_the_journal_is_never_changed_or_deleted() -> None:
    make_draft()
    line = Journal.objects.get()
    for change in (lambda: Journal.objects.update(kind="finished"), line.delete):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            change()
    assert Journal.objects.get().kind == "created"
