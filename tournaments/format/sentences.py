"""Sentences with gaps: English templates that whoever shows them translates and fills in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Sentence(NamedTuple):
    """A translatable template such as `"Round {round} has {hands} hands."` and the values of its gaps.

    Doors show `gettext(sentence.text).format(**sentence.params)`; `str(sentence)` is the English of it.
    """

    text: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return self.text.format(**self.params)


def gettext_noop(text: str) -> str:
    """`text` unchanged; the name is what the message extractor looks for."""
    return text
