"""What the dealer comes to, and the odds that need no play, against reference_odds.md 4 and 5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from blackjack.dealer_odds import VALUES, Dealer, Shoe, dealer_outcomes
from blackjack.odds import insurance, natural, pair_bet, pair_bet_value, two_naturals
from blackjack.rules import CASINO

# Chances in millionths of 17, 18, 19, 20, 21, bust, blackjack by up card; * is all of them.
DEALER = {
    (6, True): """
        2 130071 135978 131607 125662 120022 356661 0
        3 125900 131930 126656 122185 116371 376958 0
        4 122458 125405 122620 117830 113217 398470 0
        5 118089 123042 118216 112435 108586 419632 0
        6 115064 114574 115043 110177 105882 439259 0
        7 369208 137931 078428 078682 073816 261936 0
        8 128940 359955 128723 069219 069470 243693 0
        9 120310 117348 351854 120368 060877 229242 0
        T 111914 111669 111945 340014 034817 212471 077170
        A 057270 142822 142935 143284 065858 139149 308682
        * 133459 141205 135682 181531 074874 285760 047489""",
    (6, False): """
        2 139656 134389 130020 124019 118413 353504 0
        3 134296 130539 125226 120817 114928 374194 0
        4 130556 124062 121272 116441 111866 395805 0
        5 121843 122437 117575 111793 107945 418406 0
        6 165707 106194 106431 101551 097276 422842 0
        A 130017 130822 130594 130910 053504 115473 308682
        * 145245 139258 133685 179527 072874 281921 047489""",
    (8, True): """
        2 130087 136120 131529 125663 119924 356677 0
        3 126008 131936 126754 122089 116322 376891 0
        4 122445 125884 122654 117836 113063 398119 0
        5 118157 123009 118252 112780 108666 419136 0
        6 115008 114637 114992 110205 105845 439314 0
        7 369048 137898 078478 078668 073878 262031 0
        8 128846 359800 128684 069263 069452 243954 0
        9 120231 118011 351581 120275 060864 229037 0
        T 111791 111608 111814 340560 034738 212381 077108
        A 057326 142917 143003 143264 065965 139091 308434
        * 133409 141280 135630 181714 074841 285675 047451""",
    (8, False): """
        2 139694 134518 129929 124021 118308 353530 0
        3 134482 130524 125313 120695 114871 374115 0
        4 130539 124534 121300 116451 111707 395469 0
        5 121946 122390 117607 112134 108021 417902 0
        6 165640 106208 106390 101592 097247 422922 0
        A 130210 130813 130643 130879 053595 115426 308434
        * 145215 139318 133629 179709 072838 281839 047451""",
    (0, True): """
        2 130134 136546 131294 125665 119632 356728 0
        3 126328 131957 127055 121803 116174 376682 0
        4 122406 127307 122756 117854 112602 397075 0
        5 118359 122911 118359 113807 108905 417659 0
        6 114838 114838 114838 110286 105734 439467 0
        7 368566 137797 078625 078625 074074 262312 0
        8 128567 359336 128567 069395 069395 244741 0
        9 119995 119995 350765 119995 060824 228425 0
        T 111424 111424 111424 342194 034501 212109 076923
        A 057493 143204 143204 143204 066281 138920 307692
        * 133260 141507 135474 182262 074741 285419 047337""",
    (0, False): """
        2 139809 134907 129655 124026 117993 353608 0
        3 135034 130482 125581 120329 114700 373875 0
        4 130490 125938 121386 116485 111233 394468 0
        5 122251 122251 117700 113148 108246 416404 0
        6 165438 106267 106267 101715 097163 423150 0
        A 130789 130789 130789 130789 053866 115286 307692
        * 145126 139497 133464 180252 072731 281593 047337""",
}
UP = {"A": 1, "T": 10, "*": 0}


@pytest.mark.parametrize(("decks", "h17"), DEALER)
def test_reference_4_the_dealers_final_totals_agree_to_six_digits(decks: int, h17: bool) -> None:
    outcomes = dealer_outcomes(decks, h17=h17)
    for line in DEALER[decks, h17].split("\n")[1:]:
        up, *figures = line.split()
        found = [round(chance * 1_000_000) for chance in outcomes[UP.get(up) if up in UP else int(up)]]
        assert found == [int(figure) for figure in figures], f"up card {up}"


@pytest.mark.parametrize("decks", [6, 8, 0])
def test_reference_4_seven_to_ten_do_not_care_about_soft_17(decks: int) -> None:
    hits, stands = dealer_outcomes(decks, h17=True), dealer_outcomes(decks, h17=False)
    assert all(hits[up] == pytest.approx(stands[up], abs=1e-12) for up in (7, 8, 9, 10))


def card_by_card(counts: list[int], hard: int, ace: bool, h17: bool) -> dict[int, float]:
    """The dealer as games.md 2.4 has him, one card after the other; 22 is a bust."""
    total = hard + 10 if ace and hard <= 11 else hard
    if total > 17 or (total == 17 and not (h17 and total != hard)):
        return {min(total, 22): 1.0}
    chances = dict.fromkeys(range(17, 23), 0.0)
    for value in VALUES:
        if counts[value]:
            left = [*counts[:value], counts[value] - 1, *counts[value + 1 :]]
            for final, chance in card_by_card(left, hard + value, ace or value == 1, h17).items():
                chances[final] += chance * counts[value] / sum(counts)
    return chances


@pytest.mark.parametrize(("up", "h17"), [(6, True), (6, False), (1, True), (10, True)])
def test_the_list_of_hands_agrees_with_drawing_card_by_card_from_an_uneven_shoe(up: int, h17: bool) -> None:
    shoe = Shoe(1)
    removed = sum(shoe.unit[value] for value in (up, 5, 5, 5, 5, 10, 10, 1, 1, 2, 3, 3))
    left = shoe.left(removed)
    dealer = Dealer(shoe, h17=h17)
    blackjack = dealer.blackjack(up, left)
    expected = card_by_card([0, *left[1:]], up, up == 1, h17)
    expected[21] -= blackjack
    for place, total in enumerate((17, 18, 19, 20, 21)):
        scale = [0] * 5
        scale[place] = 1
        assert dealer.weigh(up, left, tuple(scale)) == pytest.approx(expected[total], abs=1e-12)


@pytest.mark.parametrize(
    ("decks", "chance", "both", "unknown", "no_tens", "own_natural", "two_tens"),
    [
        (1, "32/663", 0.001773, "-1/17", -0.020408, -0.081633, -0.142857),
        (2, "64/1339", 0.002014, "-7/103", -0.049505, -0.079208, -0.108911),
        (3, "96/2015", 0.002091, "-11/155", -0.058824, -0.078431, -0.098039),
        (4, "128/2691", 0.002129, "-5/69", -0.063415, -0.078049, -0.092683),
        (5, "160/3367", 0.002151, "-19/259", -0.066148, -0.077821, -0.089494),
        (6, "192/4043", 0.002167, "-23/311", -0.067961, -0.077670, -0.087379),
        (7, "224/4719", 0.002177, "-9/121", -0.069252, -0.077562, -0.085873),
        (8, "256/5395", 0.002185, "-31/415", -0.070218, -0.077482, -0.084746),
    ],
)
def test_reference_5_naturals_and_insurance(
    decks: int,
    chance: str,
    both: float,
    unknown: str,
    no_tens: float,
    own_natural: float,
    two_tens: float,
) -> None:
    assert natural(decks) == Fraction(chance)
    assert round(float(two_naturals(decks)), 6) == both
    assert insurance(decks) == Fraction(unknown)
    seen = [insurance(decks, others=2), insurance(decks, tens=1, others=1), insurance(decks, tens=2)]
    assert [round(float(value), 6) for value in seen] == [no_tens, own_natural, two_tens]


def test_reference_5_an_endless_shoe() -> None:
    assert natural(0) == Fraction(8, 169)
    assert two_naturals(0) == Fraction(8, 169) ** 2
    assert insurance(0) == insurance(0, tens=2) == Fraction(-1, 13)


@pytest.mark.parametrize(
    ("decks", "perfect", "coloured", "mixed", "value"),
    [
        (1, 0, 0.019608, 0.039216, "-8/17"),
        (2, 0.009709, 0.019417, 0.038835, "-23/103"),
        (4, 0.014493, 0.019324, 0.038647, "-7/69"),
        (6, 0.016077, 0.019293, 0.038585, "-19/311"),
        (8, 0.016867, 0.019277, 0.038554, "-17/415"),
    ],
)
def test_reference_5_the_pair_bet(
    decks: int, perfect: float, coloured: float, mixed: float, value: str
) -> None:
    assert [round(float(chance), 6) for chance in pair_bet(decks)] == [perfect, coloured, mixed]
    assert pair_bet_value(decks, CASINO.pair_pays) == Fraction(value)


@pytest.mark.parametrize(
    ("pair_bet_option", "value"),
    [("30/10/5", -0.033735), ("25/12/5", -0.079518), ("25/15/5", -0.021687), (True, -0.040964)],
)
def test_reference_5_the_other_tables_of_the_pair_bet(pair_bet_option: str | bool, value: float) -> None:
    rules = CASINO.with_options({"decks": 8, "pair_bet": pair_bet_option})
    assert round(float(pair_bet_value(rules.decks, rules.pair_pays)), 6) == value


def test_reference_5_the_pair_bet_breaks_even_at_25_decks() -> None:
    assert pair_bet_value(25, (25, 12, 6)) == 0
