"""Shoes and draws: the test vectors of fairness.md, and evenness against a biased control."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Callable, Sequence
from hashlib import sha256
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack import shoe
from blackjack.shoe import continuation, draw, knock_out_positions, shuffle

SECRET = bytes(range(32))
SEEDS = [b"\x01" * 16, b"\x02" * 16]


def six_decks(number: int, attempt: int = 1, *, seeds: Sequence[bytes] = SEEDS, cut: int = 0) -> list[int]:
    return shuffle(SECRET, table="T7M3X2", number=number, attempt=attempt, decks=6, seeds=seeds, cut=cut)


@pytest.mark.parametrize(
    ("cards", "first", "digest"),
    [
        (
            six_decks(1),
            "9 18 4 22 37 14 19 37 35 45 23 38",
            "4be30cfac0a1f7ff30e898734f9f6f383d92c5df851af31e2e0c465119b12140",
        ),
        (
            six_decks(1, 2),
            "40 19 27 39 14 51 21 15 29 24 40 32",
            "a20b8328ad972aa1412506e9b179d463aafc4a40e96a403b4cb73a2a9d5dc5a5",
        ),
        (
            six_decks(5, seeds=[*SEEDS, b""], cut=100),
            "41 44 50 24 6 3 35 32 35 21 0 6",
            "b659eefe703ca2ce7139b9369f223b1eacab898d6f8b884ae9df2c1c86ffd591",
        ),
        (
            shuffle(SECRET, table="KAMPUNG1", number=2, attempt=1, decks=1, seeds=[], cut=17),
            "11 21 6 25 8 44 7 50 26 42 9 38",
            "19968ba6803aeab42bb80f915ffb096b84f0453af28e4171b1ae83d1fb4f049c",
        ),
        # One word of the stream is skipped.
        (
            six_decks(2),
            "21 3 12 18 51 43",
            "0b0e10c5a874676ee18c6e12652ad1cde490185936de394ce121ae084a36216d",
        ),
        # A word lies exactly at the limit.
        (
            six_decks(30),
            "12 11 25 43 14 26",
            "91ff120a5e538a7f31221dfb187fa1aead3ee8c7b0e371585013b3cd835bf27c",
        ),
    ],
)
def test_fairness_vectors_of_shoes(cards: list[int], first: str, digest: str) -> None:
    assert " ".join(map(str, cards[: len(first.split())])) == first
    assert sha256(bytes(cards)).hexdigest() == digest


def test_fairness_vectors_of_commitments_secrets_and_seeds() -> None:
    assert shoe.shoe_commitment(SECRET).hex() == (
        "eed2528680ab51a1f68f3cd981b478a44c78945236f46cbeb6b6205b8ab45842"
    )
    first = shoe.shoe_secret(SECRET, 1)
    assert first.hex() == "c1103fe89bf4b4f214b4bc1f2f80b941b83f29e4f1153ec64498414c27349e37"
    assert shoe.shoe_commitment(first).hex() == (
        "7818b5aeb9fcd7781f4e8f9a6f32b6da40a6ca96fffe909720d7bee1244a27e2"
    )
    assert shoe.seed_hash(SEEDS[0], 100).hex() == (
        "4d0fc31c08dda43f2a8982e8fffdd5cd41b8e5c87847524dd8f022426b33f002"
    )
    assert shoe.draw_commitment(SECRET).hex() == (
        "2cebabbbbf759a8e7e3cebfb7a07dc911522498350a68b6a0f7044185c3b5930"
    )


def test_fairness_vectors_of_draws() -> None:
    label = "T7/round/1/seats"
    order = "12 17 5 15 10 11 1 0 13 14 2 7 16 3 18 6 8 20 4 19 9"
    assert draw(SECRET, label, 21) == [int(word) for word in order.split()]
    large = draw(SECRET, label, 10_000)
    assert large[:5] == [8062, 7260, 7579, 4652, 9062]
    assert sha256(struct.pack(">10000I", *large)).hexdigest() == (
        "f24fa2168d45e21c420aa3f95a486eb335c7886ee0d80e799f661b179d42e3e4"
    )


def by_the_text(cards: list[int], key: bytes) -> int:
    """Steps 4 to 6 word for word, in place; returns how many words were skipped."""
    words: list[int] = []
    block = used = skipped = 0
    for i in range(len(cards) - 1, 0, -1):
        m = i + 1
        while True:
            if used == len(words):
                digest = hmac.new(key, block.to_bytes(4, "big"), sha256).digest()
                words += [digest[at] << 8 | digest[at + 1] for at in range(0, 32, 2)]
                block += 1
            word = words[used]
            used += 1
            if word < 65536 - 65536 % m:
                break
            skipped += 1
        cards[i], cards[word % m] = cards[word % m], cards[i]
    return skipped


@pytest.mark.parametrize(("number", "skipped"), [(1, 0), (2, 1)])
def test_fairness_6_words_over_the_limit_are_skipped_as_the_text_says(number: int, skipped: int) -> None:
    label = shoe.shoe_label(table="T7M3X2", number=number, attempt=1, decks=6, seeds=SEEDS)
    cards = [i % 52 for i in range(312)]
    assert by_the_text(cards, hmac.new(SECRET, label, sha256).digest()) == skipped
    assert cards == six_decks(number)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_H2_a_shoe_holds_every_card_once_a_deck_and_the_cut_only_turns_it(
    secret: bytes, decks: int, cut: int
) -> None:
    whole = shuffle(secret, table="T", number=1, attempt=1, decks=decks, seeds=[], cut=0)
    assert sorted(whole) == sorted(list(range(52)) * decks)
    turned = shuffle(secret, table="T", number=1, attempt=1, decks=decks, seeds=[], cut=cut)
    assert turned == whole[cut % len(whole) :] + whole[: cut % len(whole)]


def test_fairness_3_every_part_of_the_label_changes_the_shoe() -> None:
    parts = {"table": "T", "number": 1, "attempt": 1, "decks": 2, "seeds": [b"a", b"bc"]}
    others = [
        {"table": "U"},
        {"number": 2},
        {"attempt": 2},
        {"decks": 3},
        {"seeds": [b"ab", b"c"]},
        {"seeds": [b"bc", b"a"]},
        {"seeds": [b"abc"]},
    ]
    labels = [shoe.shoe_label(**{**parts, **other}) for other in [{}, *others]]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("count", [-1, 65537])
def test_draw_v1_is_for_at_most_65536(count: int) -> None:
    with pytest.raises(ValueError, match="65536"):
        draw(SECRET, "x", count)


def test_draw_v1_orders_all_of_65536() -> None:
    assert sorted(draw(SECRET, "x", 65536)) == list(range(65536))
    assert draw(SECRET, "x", 1) == [0]
    assert draw(SECRET, "x", 0) == []


def test_fairness_10_knock_out_cards_lie_in_the_middle_eight_tenths() -> None:
    order = draw(SECRET, "knock-out/3/2", 312)
    positions = knock_out_positions(SECRET, shoe=3, attempt=2, cards=312, count=4)
    assert positions == [place for place in order if 32 <= place < 280][:4]
    assert len(knock_out_positions(SECRET, shoe=1, attempt=1, cards=52, count=52)) == 40


def test_fairness_11_a_shoe_goes_on_without_the_cards_on_the_table() -> None:
    assert continuation([5, 1, 5, 2, 1, 5], [5, 1, 5]) == [2, 1, 5]
    following = six_decks(2)
    on_table = six_decks(1)[-20:]
    left = continuation(following, on_table)
    assert sorted(left + on_table) == sorted(following)


def chi_square(cells: Sequence[int], expected: float) -> float:
    return sum((cell - expected) ** 2 / expected for cell in cells)


def band(degrees: int, share: float = 0.99) -> tuple[float, float]:
    """The central band of the chi-square distribution, by Wilson and Hilferty's approximation."""

    def quantile(p: float) -> float:
        spread = 2 / (9 * degrees)
        return degrees * (1 - spread + NormalDist().inv_cdf(p) * spread**0.5) ** 3

    return quantile((1 - share) / 2), quantile((1 + share) / 2)


def biased(items: list[int], key: bytes) -> None:
    """The control: each position is swapped with any position, which makes some orders likelier."""
    for i in range(len(items)):
        digest = hmac.digest(key, i.to_bytes(4, "big"), "sha256")
        j = int.from_bytes(digest[:4], "big") % len(items)
        items[i], items[j] = items[j], items[i]


def spread_over(order: Callable[[int], list[int]], position: int, samples: int = 3000) -> float:
    cells = [0] * 52
    for sample in range(samples):
        cells[order(sample)[position]] += 1
    return chi_square(cells, samples / 52)


def fair_order(sample: int) -> list[int]:
    return draw(SECRET, f"even/{sample}", 52)


def biased_order(sample: int) -> list[int]:
    items = list(range(52))
    biased(items, sample.to_bytes(4, "big"))
    return items


@pytest.mark.parametrize("position", [0, 26, 51])
def test_fairness_every_card_is_equally_likely_on_top_in_the_middle_and_last(position: int) -> None:
    low, high = band(51)
    assert low < spread_over(fair_order, position) < high


def test_fairness_pairs_of_neighbours_are_equally_likely() -> None:
    low, high = band(51)
    cells = [0] * 52
    for sample in range(3000):
        first, second = fair_order(sample)[:2]
        cells[(second - first) % 52] += 1
    assert cells[0] == 0
    assert low < chi_square(cells[1:], 3000 / 51) < high


def places_of_cards(order: Callable[[int], list[int]], samples: int = 3000) -> float:
    """Chi-square of how often each of 52 cards lay at each of 52 places.

    Every row and column of these counts has a fixed sum, so they have 51 * 51 degrees of freedom, and spread
    52 / 51 times as wide as independent counts would.
    """
    cells = [0] * (52 * 52)
    for sample in range(samples):
        for place, card in enumerate(order(sample)):
            cells[place * 52 + card] += 1
    return chi_square(cells, samples / 52) * 51 / 52


def test_fairness_a_biased_shuffle_is_found_by_the_same_check() -> None:
    low, high = band(51 * 51)
    assert low < places_of_cards(fair_order) < high
    assert places_of_cards(biased_order) > high
