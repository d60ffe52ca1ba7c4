"""Ids, seals, chance and time: the seams that everything else is built on."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import clock, crypto, ids


def test_a_public_id_is_eight_characters_of_crockford_base_32() -> None:
    assert ids.public_id(lambda count: b"\x00" * count) == "00000000"
    assert ids.public_id(lambda count: b"\xff" * count) == "ZZZZZZZZ"
    assert ids.public_id(lambda count: bytes.fromhex("0123456789")) == "04HMASW9"
    assert not set("ILOU") & set(ids.ALPHABET)


@given(st.binary(min_size=5, max_size=5))
def test_every_id_is_clean_in_either_case(entropy: bytes) -> None:
    made = ids.public_id(lambda count: entropy)
    assert ids.clean(made) == ids.clean(made.lower()) == made


@pytest.mark.parametrize(
    "text", ["", "0000000", "000000000", "0000000I", "0000000 ", "0000-000", "０0000000", "0000000ß"]
)
def test_nothing_else_is_an_id(text: str) -> None:
    assert ids.clean(text) is None


def test_a_seed_gives_the_same_bytes_however_they_are_asked_for() -> None:
    one, other = ids.SeededEntropy(7), ids.SeededEntropy(7)
    assert b"".join(one(count) for count in (1, 40, 0, 23)) == other(64)
    assert ids.SeededEntropy(8)(64) != ids.SeededEntropy(7)(64)


@given(st.binary(max_size=100))
def test_V8_what_was_sealed_comes_back_and_never_looks_the_same(plain: bytes) -> None:
    sealed = crypto.seal(plain)
    assert crypto.unseal(memoryview(sealed)) == plain
    assert crypto.seal(plain) != sealed


@given(st.integers(0, 60), st.integers(1, 255))
def test_V8_one_changed_byte_breaks_the_seal(position: int, change: int) -> None:
    sealed = bytearray(crypto.seal(b"x" * 32))
    sealed[position] ^= change
    with pytest.raises(crypto.SealBroken):
        crypto.unseal(bytes(sealed))


@pytest.mark.parametrize("text", [b"", b"\x01", b"\x01" + b"x" * 12])
def test_V8_what_is_too_short_was_never_sealed(text: bytes) -> None:
    with pytest.raises(crypto.SealBroken):
        crypto.unseal(text)


def test_V8_another_key_does_not_open_the_seal(settings: object) -> None:
    settings.SHOE_KEY = "one"  # type: ignore[attr-defined]
    sealed = crypto.seal(b"secret")
    settings.SHOE_KEY = "another"  # type: ignore[attr-defined]
    with pytest.raises(crypto.SealBroken):
        crypto.unseal(sealed)


@pytest.mark.django_db
def test_D2_the_clock_is_aware_and_does_not_stand_still_in_a_transaction() -> None:
    first, second = clock.now(), clock.now()
    assert first.tzinfo is not None
    assert first < second


def test_the_doors_chance_comes_from_the_operating_system() -> None:
    assert ids.public_id.__defaults__ == (secrets.token_bytes,)
