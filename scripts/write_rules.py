"""Writes docs/rules.md: the reference rules in words, from the same data that is played."""

import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tournaments.format.presets import PRESETS  # noqa: E402
from tournaments.format.words import rules_in_words  # noqa: E402

REFERENCE = "seed_default"
HEAD = """# Rules in words

The reference rules, written by `scripts/write_rules.py` from the rules data.
The rules of your tournament are on its own page.
"""


def page() -> str:
    """The whole file."""
    lines = [HEAD]
    rules = rules_in_words(PRESETS[REFERENCE].structure)
    for title, sentences in groupby(rules, key=lambda line: str(line[0])):
        lines += [f"## {title}\n", *(f"- {sentence}" for _title, sentence in sentences), ""]
    others = [preset for preset in PRESETS.values() if preset.id != REFERENCE]
    lines += [
        "## Other ready-made structures\n",
        *(f"- **{each.name}.** {each.notes}".rstrip() for each in others),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "rules.md").write_text(page())
