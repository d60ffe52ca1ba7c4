"""The shape of the tree, as far as a machine can see it; import-linter has the order of the packages."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "tables", "tournaments")

# Where the outside comes in: these parse, check the right, call one story and show.
DOORS = {
    "adapter",
    "admin",
    "api",
    "apps",
    "authentication",
    "clockwork",
    "drf",
    "forms",
    "fragments",
    "live",
    "management",
    "one_process",
    "page",
    "pages",
    "parts",
    "permissions",
    "requests",
    "scene",
    "serializers",
    "tasks",
    "templatetags",
    "throttles",
    "urls",
    "views",
}
WEB_AND_QUEUE = ("rest_framework", "drf_spectacular", "celery", "allauth", "django.http", "django.shortcuts")
# The key that seals secrets, who may organise, which bus there is: facts of the site, not rules of play.
# Models name the user model through the settings.
READ_SITE_SETTINGS = {
    "accounts.crypto",
    "accounts.selectors",
    "tables.bus",
    *(f"{app}.models" for app in APPS),
}
# Each of these tables of the database has one writer, and its rows are met nowhere else.
OWNED = {
    "TableEvent": {"tables.log"},
    "Shoe": {"tables.log", "tables.play", "tables.shoes"},
    "LedgerAccount": {"accounts.ledger"},
    "LedgerEntry": {"accounts.ledger"},
    "LedgerTransaction": {"accounts.ledger"},
}


def modules(*packages: str) -> dict[str, Path]:
    """Dotted names and files of all modules of our own in these packages, without migrations."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def tree(path: Path) -> ast.Module:
    """The parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """The dotted names that a module imports, each imported member as one of its own."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def is_door(name: str) -> bool:
    """Does the name below the app, or a word of it, say that it is a door? (setup_forms are forms.)"""
    module = name.partition(".")[2].partition(".")[0]
    return module in DOORS or not DOORS.isdisjoint(module.split("_"))


STORIES = {name: path for name, path in modules(*APPS).items() if not is_door(name)}


def test_every_package_of_the_architecture_is_looked_at() -> None:
    assert {name.split(".")[0] for name in modules(*APPS, "blackjack", "config")} == {
        *APPS,
        "blackjack",
        "config",
    }
    assert {"accounts.ledger", "tables.log", "tournaments.registration"} <= set(STORIES)


@pytest.mark.parametrize(
    ("package", "own"), [("blackjack", {"blackjack"}), ("tournaments/format", {"blackjack", "tournaments"})]
)
def test_layers_1_the_rules_need_the_standard_library_only(package: str, own: set[str]) -> None:
    # compiled.py runs the same kernels under numba where that is installed.
    allowed = {*sys.stdlib_module_names, *own}
    for name, path in modules(package).items():
        extra = {"numba", "numpy"} if name == "blackjack.compiled" else set()
        foreign = {imported for imported in imports(path) if imported.split(".")[0] not in allowed | extra}
        assert not foreign, f"{name} imports {foreign}"


def test_layers_1_the_format_knows_nothing_else_of_tournaments() -> None:
    for name, path in modules("tournaments/format").items():
        above = {
            i for i in imports(path) if i.startswith("tournaments") and not i.startswith("tournaments.format")
        }
        assert not above, f"{name} imports {above}"


@pytest.mark.parametrize("name", STORIES)
def test_layers_3_stories_and_selectors_know_no_door(name: str) -> None:
    found = imports(STORIES[name])
    doors = {i for i in found if i.split(".")[0] in (*APPS, "config") and is_door(i)}
    outside = {i for i in found if i.startswith(WEB_AND_QUEUE)}
    settings = {i for i in found if i == "django.conf.settings" and name not in READ_SITE_SETTINGS}
    assert not doors | outside | settings


@pytest.mark.parametrize("model", OWNED)
def test_layers_4_rows_with_one_writer_are_met_nowhere_else(model: str) -> None:
    users = {
        name
        for name, path in modules(*APPS, "config").items()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
        and node.attr in ("objects", "_default_manager")
        and isinstance(node.value, ast.Name)
        and node.value.id == model
    }
    assert users, f"nobody uses {model}: was it renamed?"
    assert users <= OWNED[model]


def test_layers_5_no_signals_for_rules() -> None:
    for name, path in modules(*APPS, "blackjack", "config").items():
        signals = {i for i in imports(path) if "signals" in i.split(".") or i.startswith("django.dispatch")}
        assert not signals, f"{name} imports {signals}"


def test_layers_6_the_rules_neither_read_a_clock_nor_draw() -> None:
    rules = {**modules("blackjack"), **modules("tournaments/format")}
    # A door: it times a simulation and gives it a seed.
    del rules["blackjack.odds_commands"]
    for name, path in rules.items():
        found = {i for i in imports(path) if f"{i}.".startswith(("random.", "secrets.", "time."))}
        assert not found, f"{name} imports {found}"


@pytest.mark.parametrize("name", sorted(set(STORIES) - {"accounts.clock"}))
def test_layers_6_the_time_is_an_argument_of_every_story(name: str) -> None:
    clocks = [
        ast.unparse(node)
        for node in ast.walk(tree(STORIES[name]))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func)
        in ("timezone.now", "datetime.now", "datetime.utcnow", "date.today", "time.time")
    ]
    assert not clocks
    assert not [i for i in imports(STORIES[name]) if i.startswith("accounts.clock")]


@pytest.mark.parametrize("package", [*APPS, "blackjack", "config"])
def test_wince_1_files_functions_and_classes_stay_short(package: str) -> None:
    for name, path in modules(package).items():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, name
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{name}.{node.name}"
            elif isinstance(node, ast.ClassDef):
                public = [
                    member.name
                    for member in node.body
                    if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef) and member.name[0] != "_"
                ]
                assert len(public) <= 12, f"{name}.{node.name}"


# Columns that hold what others may not know yet, and the modules that read or write them (V4, V7, V8).
SECRET_COLUMNS = {"secret", "salt", "secret_sealed", "seed_sealed", "lots_sealed", "sealed"}
KNOW_SECRETS = {
    "tables.log",
    "tables.opening",
    "tables.shoes",
    "tournaments.draws",
    "tournaments.invariants",
}


def test_wince_5_secret_columns_are_touched_by_few() -> None:
    touched = {
        name
        for name, path in modules(*APPS, "config").items()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
        and node.attr in SECRET_COLUMNS
        and not (isinstance(node.value, ast.Name) and node.value.id in ("draws", "crypto"))
    }
    assert touched == KNOW_SECRETS
