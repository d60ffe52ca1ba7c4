"""What a benchmark yields, and how its work is timed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured value, beside the floor or peer that was measured in the same run, in the same unit."""

    name: str
    value: float
    unit: str
    against: str
    against_value: float

    def as_json(self) -> dict[str, Any]:
        """The figure as one JSON object; ratio is value / the value it is held against."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "against": f"{self.against}: {round(self.against_value, 3)}",
            "ratio": round(self.value / self.against_value, 3),
        }


def per_second(work: Callable[[], int], seconds: float = 2.0) -> float:
    """How many pieces `work` gets done in a second of CPU time; it returns the pieces of each time."""
    work()
    pieces, started = 0, time.process_time()
    while (elapsed := time.process_time() - started) < seconds:
        pieces += work()
    return pieces / elapsed
