"""Public names: what may be one, and which look alike (bad inputs 53-57)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import people
from accounts.names import checked_public_name, folded
from accounts.refusals import BadValue
from tests.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "O'Neill-Smith Jr.",
        "player_21",
        "Björn",
        "Ева Браун",
        "李小龍",
        "さくらサクラ桜",
        "김연아",
        "Αλέξης",
        "محمد",
        "अनिल",
        "Lucky 🍀",
        "♠ Ace",
        "Đặng",
        "21",
    ],
)
def test_names_of_one_script_with_digits_and_emoji_are_welcome(name: str) -> None:
    assert checked_public_name(name)[0] == name


def test_a_name_is_shown_composed_and_with_single_spaces() -> None:
    assert checked_public_name("  Bjo\u0308rn   B ")[0] == "Björn B"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("   ", "name_length"),
        ("x", "name_length"),
        ("x" * 33, "name_length"),
        ("x" * 500, "name_length"),
        ("a" + "\u0301" * 300, "name_length"),
        ("x\u0323\u0323\u0323", "name_characters"),
        ("<script>", "name_characters"),
        ('"onload=', "name_characters"),
        ("{{7*7}}", "name_characters"),
        ("=1+1", "name_characters"),
        ("@x y", "name_characters"),
        ("\tAnna", "name_characters"),
        ("An\u200bna", "name_characters"),
        ("An\u202ena", "name_characters"),
        ("Anna\u2066", "name_characters"),
        ("An\ufe0fna", "name_characters"),
        ("Ａｎｎａ", "name_characters"),
        ("ᴀɴɴᴀ", "name_characters"),
        ("𝐀nna", "name_characters"),
        ("ﬁsh", "name_characters"),
        ("Anna\ufffd", "name_characters"),
        ("Anna\x00", "name_characters"),
        ("An\ud800na", "name_characters"),
        ("١٢٣", "name_characters"),
        ("ﷺ" * 32, "name_characters"),
        ("Аdmin", "name_scripts"),
        ("Αnna", "name_scripts"),
        ("Anna 李", "name_scripts"),
        (". - _", "name_empty"),
    ],
)
def test_bad_inputs_53_to_57_other_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(BadValue) as refusal:
        checked_public_name(name)
    assert refusal.value.code == code
    assert refusal.value.fields["public_name"]


@pytest.mark.parametrize("name", ["admin", "ADM1N", "Dea1er", "аԁmin", "Pit Boss", "staff."])
def test_bad_input_55_names_of_office_cannot_be_had(name: str) -> None:
    with pytest.raises(BadValue):
        checked_public_name(name)


@pytest.mark.parametrize(
    ("taken", "alike"),
    [
        ("Anna", "anna"),
        ("Anna", "AN NA"),
        ("Anna", "a.n.n.a"),
        ("Bill", "Bi11"),
        ("Bill", "BilI"),
        ("Oleg", "0leg"),
        ("Marner", "Mamer"),
        ("Copa", "Сора"),
        ("Koxa", "Коха"),
        ("Straße", "Strasse"),
        ("Tom", "ΤΟΜ"),
    ],
)
def test_bad_input_55_a_look_alike_of_a_taken_name_is_taken(taken: str, alike: str) -> None:
    make_user(taken, username="first")
    with pytest.raises(BadValue) as refusal:
        checked_public_name(alike)
    assert refusal.value.code == "name_taken"


def test_names_that_differ_are_different() -> None:
    keys = {folded(name) for name in ["Anna", "Anne", "Ana", "Anna 2", "Änna", "Анна", "李", "🍀", "🎲"]}
    assert len(keys) == 9


@given(name=st.text(max_size=40))
def test_the_key_of_a_name_is_the_key_of_its_key(name: str) -> None:
    key = folded(name)
    assert folded(key) == key
    assert folded(unicodedata.normalize("NFD", name)) == folded(unicodedata.normalize("NFC", name))


def test_one_may_respell_ones_own_name_but_not_take_anothers() -> None:
    anna, boris = make_user("Anna"), make_user("Boris")
    people.rename(anna, "ANNA")
    anna.refresh_from_db()
    assert anna.public_name == "ANNA"
    with pytest.raises(BadValue):
        people.rename(boris, "Anna")
    boris.refresh_from_db()
    assert boris.public_name == "Boris"


def test_a_name_taken_since_it_was_checked_is_refused_by_the_database() -> None:
    anna = make_user("Anna")
    late = make_user("Boris")
    late.name_key = anna.name_key
    with pytest.raises(BadValue) as refusal:
        people.save(late, update_fields=["name_key"])
    assert refusal.value.code == "name_taken"
