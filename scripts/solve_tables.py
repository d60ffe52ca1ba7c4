"""Makes blackjack/solved.json anew by solving every rule set of blackjack.solved.SHIPPED: some minutes."""

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from blackjack.solved import FILE, FORMAT, SHIPPED, as_stored, options_hash
from blackjack.solver import solve


def main() -> None:
    """Solve on all cores, one entry a line so that a change of one rule set is a change of one line."""
    once = {options_hash(rules): rules for rules in SHIPPED}
    entries = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        solutions = pool.map(solve, once.values())
        for done, (rules, solution) in enumerate(zip(once.values(), solutions, strict=True), start=1):
            entries.append(json.dumps(as_stored(rules, solution), separators=(",", ":")))
            print(f"{done} of {len(once)}", file=sys.stderr)
    lines = ",\n".join(entries)
    FILE.write_text(f'{{"format":{FORMAT},"solutions":[\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
