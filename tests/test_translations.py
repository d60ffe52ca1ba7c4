"""That makemessages can find every text for people."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tournaments.management.commands.makemessages import KEYWORDS

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "blackjack", "config", "tables", "tournaments")
REFUSALS = {keyword.partition(":")[0] for keyword in KEYWORDS if keyword.endswith(":2")}
# What xgettext looks for by itself, and what the command adds.
MARKERS = {"_", "translate"}


def nodes(*packages: str) -> Iterator[tuple[Path, ast.AST]]:
    """Everything that is written in the modules of these packages."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                yield path.relative_to(ROOT), node


def test_each_refusal_of_the_rules_has_its_sentence_where_the_extractor_looks() -> None:
    refusals = [
        (path, node)
        for path, node in nodes("blackjack")
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS
    ]
    hidden = [
        f"{path}:{node.lineno}"
        for path, node in refusals
        if len(node.args) != 2 or not isinstance(getattr(node.args[1], "value", None), str)
    ]
    assert len(refusals) > 40
    assert not hidden


def test_gettext_goes_by_no_name_that_the_extractor_does_not_know() -> None:
    unknown = [
        f"{path}: {name.asname}"
        for path, node in nodes(*PACKAGES)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if "gettext" in name.name and name.asname and name.asname not in MARKERS
    ]
    assert not unknown
