"""That the documents say what is so, as far as a machine can see it."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
SETTINGS = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("name", sorted(set(SETTINGS)))
def test_every_setting_is_explained(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "operations.md").read_text()
    assert re.search(rf"^#?{name}=", (ROOT / ".env.example").read_text(), re.MULTILINE)


def test_the_settings_were_found() -> None:
    assert {"SECRET_KEY", "DATABASE_URL", "TRUSTED_PROXIES"} <= set(SETTINGS)


def test_the_rules_in_words_are_those_that_are_played() -> None:
    page = runpy.run_path(str(ROOT / "scripts" / "write_rules.py"))["page"]
    assert (ROOT / "docs" / "rules.md").read_text() == page(), "run scripts/write_rules.py"


def test_every_folder_of_the_tree_is_on_the_map() -> None:
    tree = (ROOT / "README.md").read_text().partition("## The tree")[2].partition("## ")[0]
    folders = {path.parent for path in ROOT.glob("*/*.py")} | {
        ROOT / "docs",
        ROOT / "templates",
        ROOT / "static",
    }
    assert [
        path.name for path in folders if f"{path.name}/" not in tree and not path.name.startswith(".")
    ] == []
