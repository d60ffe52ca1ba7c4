"""Figures as they are written on pages."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.templatetags import figures, pictures


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (500, "500"), (1500, "1 500"), (25_000, "25 000"), (1_234_567, "1 234 567"), (-350, "−350")],
)
def test_chips_are_grouped_in_thousands_with_thin_spaces(value: int, written: str) -> None:
    assert figures.chips_text(value) == written.replace(" ", "\u202f")
    assert f'value="{value}"' in figures.chips(value)


@pytest.mark.parametrize(("value", "sign"), [(500, "+500"), (-500, "−500"), (0, "±0")])
def test_a_change_carries_its_sign(value: int, sign: str) -> None:
    assert f">{sign}<" in figures.signed(value)


@pytest.mark.parametrize(
    ("cents", "currency", "written"),
    [
        (245_000, "MYR", "MYR 2'450.00"),
        (5, "EUR", "EUR 0.05"),
        (-1_250, "USD", "−USD 12.50"),
        (1_000, "JPY", "JPY 1'000"),
        (1_234, "KWD", "KWD 1.234"),
    ],
)
def test_money_has_its_currency_and_as_many_decimals_as_that_has(
    cents: int, currency: str, written: str
) -> None:
    assert figures.money(cents, currency) == written.replace(" ", "\u00a0").replace("'", "\u202f")


@pytest.mark.parametrize(
    ("seconds", "written"), [(31, "0:31"), (0, "0:00"), (-4, "0:00"), (75, "1:15"), (3_730, "1:02:10")]
)
def test_a_clock_never_shows_less_than_nothing(seconds: int, written: str) -> None:
    assert figures.clock(seconds) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_ordinals(number: int, written: str) -> None:
    assert figures.place(number) == written


@pytest.mark.parametrize(
    ("days", "text"),
    [(0, ">today 20:00<"), (1, ">tomorrow 20:00<"), (-1, ">Sat 28 Feb 2026, 20:00<"), (30, "2026, 20:00<")],
)
@pytest.mark.parametrize("hour", [1, 15])
def test_near_days_have_names_and_far_ones_a_date_and_both_their_zone(
    monkeypatch: pytest.MonkeyPatch, hour: int, days: int, text: str
) -> None:
    # Kuala Lumpur is eight hours ahead: 20:00 there is noon here, and its day ends at our 16:00.
    day = datetime(2026, 3, 1, tzinfo=UTC)
    monkeypatch.setattr("tables.templatetags.figures.timezone.now", lambda: day.replace(hour=hour))
    shown = figures.when(day.replace(hour=12) + timedelta(days=days), "Asia/Kuala_Lumpur")
    assert text in shown
    assert "Asia/Kuala_Lumpur" in shown


@pytest.mark.parametrize(
    ("card", "name"),
    [("AS", "ace of spades"), ("TD", "ten of diamonds"), ("KH", "king of hearts"), ("??", "face-down card")],
)
def test_cards_speak(card: str, name: str) -> None:
    assert f'aria-label="{name}"' in pictures.playing_card(card)


def test_V4_a_face_down_card_has_nothing_of_a_suit_or_a_rank() -> None:
    html = pictures.playing_card("??", "h1-1-d-0-1")
    assert "data-suit" not in html
    assert "<b" not in html
