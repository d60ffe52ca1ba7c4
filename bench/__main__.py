"""Runs the benchmarks, or those named: python -m bench [NAME ...]. Prints one JSON line for each figure."""

import importlib
import json
import os
import pkgutil
import sys

import django

import bench

TOOLS = {"__main__", "databases", "figures"}


def main(wanted: list[str]) -> int:
    """Run them in the order of their names; returns 1 if one of the names is unknown."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    names = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in TOOLS]
    unknown = set(wanted) - set(names)
    if unknown:
        print(
            f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(names)}.",
            file=sys.stderr,
        )
        return 1
    for name in wanted or names:
        for figure in importlib.import_module(f"bench.{name}").run():
            print(json.dumps(figure.as_json()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
