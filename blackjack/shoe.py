"""Shoes and draws committed to before use and checkable after: shoe-v1 and draw-v1 of fairness.md."""

from __future__ import annotations

import hmac
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

from blackjack.cards import DECK

MAX_DRAW = 65536
_BLOCK_WORDS = struct.Struct(">16H")
_WORDS = 65536


def shoe_commitment(secret: bytes) -> bytes:
    """The 32 bytes that commit to a shoe's secret, or to a table's master secret."""
    return sha256(_packed(b"shoe-v1-commit") + _packed(secret)).digest()


def shoe_secret(master: bytes, number: int) -> bytes:
    """The 32-byte secret of shoe `number` (from 1) of a table, derived from the table's master secret."""
    return hmac.digest(master, _packed(b"shoe-v1-secret") + _u32(number), "sha256")


def draw_commitment(secret: bytes) -> bytes:
    """The 32 bytes that commit to the secret of some draws."""
    return sha256(_packed(b"draw-v1-commit") + _packed(secret)).digest()


def seed_hash(seed: bytes, cut: int) -> bytes:
    """What a player's browser sends before its seed and cut position are opened."""
    return sha256(_packed(seed) + _u32(cut)).digest()


def shoe_label(*, table: str, number: int, attempt: int, decks: int, seeds: Sequence[bytes]) -> bytes:
    """The text under which a shoe is derived: table public id, shoe number, attempt, decks, seeds by seat."""
    counts = _u32(number) + _u32(attempt) + _u32(decks)
    return _packed(b"shoe-v1") + _packed(table.encode()) + counts + b"".join(_packed(seed) for seed in seeds)


def shuffle(
    secret: bytes, *, table: str, number: int, attempt: int, decks: int, seeds: Sequence[bytes], cut: int
) -> list[int]:
    """A shoe of `decks` decks in dealing order, cut at `cut` modulo its size."""
    label = shoe_label(table=table, number=number, attempt=attempt, decks=decks, seeds=seeds)
    cards = list(range(DECK)) * decks
    _permute(cards, hmac.digest(secret, label, "sha256"))
    position = cut % len(cards)
    return cards[position:] + cards[:position]


def draw(secret: bytes, label: str, count: int) -> list[int]:
    """The draw-v1 permutation of 0..count-1 under a label.

    Raises `ValueError` when count is negative or over 65536, which two-byte words cannot permute fairly.
    """
    if not 0 <= count <= MAX_DRAW:
        raise ValueError(f"A draw is among 0 to {MAX_DRAW}, not {count}.")
    order = list(range(count))
    _permute(
        order, hmac.digest(secret, _packed(b"draw-v1") + _packed(label.encode()) + _u32(count), "sha256")
    )
    return order


def knock_out_positions(secret: bytes, *, shoe: int, attempt: int, cards: int, count: int) -> list[int]:
    """Where the `count` knock-out cards lie in a shoe of `cards` cards: never in its first or last tenth."""
    low, high = -(-cards // 10), 9 * cards // 10
    order = draw(secret, f"knock-out/{shoe}/{attempt}", cards)
    return [position for position in order if low <= position < high][:count]


def continuation(next_shoe: Sequence[int], cards_on_table: Sequence[int]) -> list[int]:
    """How a shoe that runs out in mid-hand goes on (step 11): the next shoe without the cards on the table.

    For each card on the table its first occurrence in the next shoe is left out. When a shoe runs out, all of
    it that this hand began with lies on the table, so `shoe[start:] + continuation(next_shoe, shoe[start:])`
    is what a hand that began at position `start` is dealt from, whenever that list is made.
    """
    missing = Counter(cards_on_table)
    left = []
    for card in next_shoe:
        if missing[card]:
            missing[card] -= 1
        else:
            left.append(card)
    return left


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _packed(data: bytes) -> bytes:
    return _u32(len(data)) + data


def _words(key: bytes) -> Iterator[int]:
    """The endless stream of 16-bit words of a key (step 4)."""
    start = hmac.new(key, digestmod=sha256)
    block = 0
    while True:
        mac = start.copy()
        mac.update(_u32(block))
        yield from _BLOCK_WORDS.unpack(mac.digest())
        block += 1


def _permute(items: list[int], key: bytes) -> None:
    """Shuffle in place from the last position down (step 6).

    A word of the incomplete last run of `size` is skipped, so that every position is equally likely.
    """
    words = _words(key)
    for last in range(len(items) - 1, 0, -1):
        size = last + 1
        limit = _WORDS - _WORDS % size
        word = next(words)
        while word >= limit:
            word = next(words)
        chosen = word % size
        items[last], items[chosen] = items[chosen], items[last]
