"""Audits what the locks installed: may each package stand beside the AGPL, and is it known to be vulnerable?

The licences are read from the packages themselves and are always checked. The advisories come from the
package index; where it carries none, that half says NOT RUN and counts as neither passed nor failed.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(sys.executable).parent

# Licences whose code may be combined with AGPL-3.0-or-later, as packages write them.
COMPATIBLE = {
    "0BSD",
    "Apache Software License",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD 3-Clause",
    "BSD License",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "CNRI-Python",
    "GPL-3.0-or-later",
    "ISC",
    "LGPL-3.0-only",
    "MIT",
    "MIT License",
    "MIT-0",
    "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)",
    "PSF-2.0",
    "Python Software Foundation License",
    "Zlib",
}
# Packages whose metadata says less than their licence file, which was read.
READ_BY_HAND = {
    "qrcode": "BSD-3-Clause; part of it MIT",
    "text-unidecode": "Artistic or GPL-2.0-or-later, at the user's choice",
}
# Advisories that were read and do not concern this site: id -> why.
ACCEPTED: dict[str, str] = {}
# A release with published advisories: an index that knows none of them carries no advisories at all.
KNOWN_BAD = "django==4.2.1"


def main() -> int:
    """Run both halves; returns 1 if either found something."""
    refused = incompatible_licences()
    print(f"licences: {'; '.join(refused) or 'all compatible'}")
    if not index_carries_advisories():
        print(f"vulnerabilities: NOT RUN (the package index carries no advisories, even for {KNOWN_BAD})")
        return 1 if refused else 0
    vulnerable = advisories("--local")
    print(f"vulnerabilities: {'; '.join(vulnerable) or 'none known'}")
    return 1 if refused or vulnerable else 0


def incompatible_licences() -> list[str]:
    """The installed packages whose licence is not in COMPATIBLE, as "name: licence"."""
    command = [PROGRAMS / "pip-licenses", "--from=mixed", "--format=json", "--with-system"]
    rows = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return [
        f"{row['Name']}: {row['License']}"
        for row in rows
        if row["Name"] not in READ_BY_HAND and not compatible(row["License"])
    ]


def compatible(expression: str) -> bool:
    """Does every part of "A AND B OR C" or "A; B" leave a choice that we may take?"""
    parts = re.split(r"; | AND ", expression)
    return all(any(choice in COMPATIBLE for choice in part.split(" OR ")) for part in parts)


def index_carries_advisories() -> bool:
    """Some mirrors answer without any; a release with known holes tells them apart."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write(KNOWN_BAD + "\n")
        requirements.flush()
        try:
            return bool(advisories("--no-deps", "--disable-pip", "--requirement", requirements.name))
        except json.JSONDecodeError:
            return False


def advisories(*arguments: str) -> list[str]:
    """What the index knows against these packages, as "name version: id", less what was accepted."""
    command = [PROGRAMS / "pip-audit", "--format", "json", "--progress-spinner", "off", *arguments]
    # pip-audit ends with 1 when it found something, so its status says nothing more than its report.
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    return [
        f"{row['name']} {row['version']}: {advisory['id']}"
        for row in report["dependencies"]
        for advisory in row.get("vulns", ())
        if advisory["id"] not in ACCEPTED
    ]


if __name__ == "__main__":
    sys.exit(main())
