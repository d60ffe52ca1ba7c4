"""Seeds: promised, opened, kept back; and shoes that anyone can derive again (fairness.md)."""

from typing import Any

import pytest

from accounts.models import User
from accounts.refusals import BadValue, Conflict, NotAllowed
from blackjack import shoe
from blackjack.cards import card_text
from tables import log, play
from tables.models import Table, TableEvent
from tables.shoes import opened_part
from tests.builders import make_user
from tests.tables.builders import START, assert_replays, first_hand, run_to_the_end, seconds, table

pytestmark = pytest.mark.django_db

SEED, CUT = "01" * 16, 100
# The test vector of fairness.md.
HASH = "4d0fc31c08dda43f2a8982e8fffdd5cd41b8e5c87847524dd8f022426b33f002"


@pytest.fixture
def opened(ann: User) -> Table:
    return table([ann, make_user("Ben"), "steady"])


def offer(opened: Table, user: User, hash_hex: str = HASH, **fields: Any) -> None:
    play.offer_seed(opened.public_id, user=user, hash_hex=hash_hex, **{"now": START, **fields})


def open_up(opened: Table, user: User, seed: str = SEED, cut: int = CUT, **fields: Any) -> None:
    play.open_seed(opened.public_id, user=user, seed_hex=seed, cut=cut, **{"now": START, **fields})


def close_list(opened: Table) -> None:
    assert play.advance(opened.pk, now=START + seconds(15))
    opened.refresh_from_db()


def event(opened: Table, kind: str) -> TableEvent:
    return TableEvent.objects.filter(table=opened, kind=kind).latest("seq")


def test_R1_the_promise_of_all_shoes_is_the_first_thing_in_the_log(opened: Table) -> None:
    first = TableEvent.objects.get(table=opened, seq=1)
    assert first.kind == "TableOpened"
    assert len(first.public["commitment"]) == 64


def test_a_table_waits_for_browsers_and_not_where_there_are_none(opened: Table) -> None:
    assert (opened.phase, opened.due_at) == ("seating", START + seconds(15))
    bots = table(["steady", "bold"], scope="BOTSONLY")
    assert bots.due_at == START


def test_a_seed_that_was_promised_and_opened_makes_and_cuts_the_shoe(ann: User, opened: Table) -> None:
    offer(opened, ann)
    close_list(opened)
    assert (opened.phase, opened.due_at) == ("opening", START + seconds(20))
    open_up(opened, ann)
    opened.refresh_from_db()
    # Everybody who promised has opened, so nobody waits for the rest of the five seconds.
    assert play.advance(opened.pk, now=START)
    assert opened_part(opened.seats.get(number=1)) == {"seed": SEED, "cut": CUT, "by": "player"}
    assert event(opened, "SeedsOpened").public == {"opened": [1]}
    assert event(opened, "SeedsOpened").secret_to is None
    end = run_to_the_end(opened, START)
    assert end > START
    assert_replays(opened)


def test_R1_anyone_can_derive_a_revealed_shoe_from_the_log(ann: User, opened: Table) -> None:
    offer(opened, ann)
    close_list(opened)
    open_up(opened, ann)
    run_to_the_end(opened, START)
    events = log.events_after(opened, 0, None)
    promised = next(each["public"] for each in events if each["kind"] == "ShoeStarted")
    proof = next(
        each["public"]["proof"]
        for each in events
        if each["kind"] == "ShoeRevealed" and each["public"]["number"] == promised["number"]
    )
    # One secret for all attempts of a number; which were dealt is told when each is started.
    assert set(proof) == {"secret", "seeds", "cuts", "made_by"}
    secret = bytes.fromhex(proof["secret"])
    assert shoe.shoe_commitment(secret).hex() == promised["commitment"]
    cards = shoe.shuffle(
        secret,
        table=opened.public_id,
        number=1,
        attempt=1,
        decks=6,
        seeds=[bytes.fromhex(proof["seeds"][seat]) for seat in ("1", "2", "3")],
        cut=proof["cuts"][str(promised["cut_by"])],
    )
    dealt = [each["public"] for each in events if each["kind"] == "CardDealt" and each["hand"] == 1]
    assert [each["card"] for each in dealt if "card" in each][:3] == [card_text(card) for card in cards[:3]]
    master = next(each["public"] for each in events[::-1] if each["kind"] == "ShoeRevealed")
    assert master["number"] == 0
    assert (
        shoe.shoe_commitment(bytes.fromhex(master["proof"]["secret"])).hex()
        == events[0]["public"]["commitment"]
    )


def test_R3_nothing_of_a_shoe_is_known_before_its_last_hand(opened: Table) -> None:
    first_hand(opened, START)
    known = str(log.events_after(opened, 0, 1))
    parts = [opened_part(seat)["seed"] for seat in opened.seats.all()]
    assert not any(seed in known for seed in parts)
    assert not TableEvent.objects.filter(table=opened, kind="ShoeRevealed").exists()


def test_a_promise_that_is_not_opened_stands_in_for_its_seed(ann: User, opened: Table) -> None:
    offer(opened, ann)
    close_list(opened)
    assert play.advance(opened.pk, now=START + seconds(20))
    assert opened_part(opened.seats.get(number=1)) == {"seed": HASH, "cut": 0, "by": "hash"}
    assert opened_part(opened.seats.get(number=2))["by"] == "server"


def test_the_list_closes_early_when_every_person_has_promised(ann: User) -> None:
    alone = table([ann, "steady"])
    offer(alone, ann)
    alone.refresh_from_db()
    assert alone.due_at == START
    assert play.advance(alone.pk, now=START)
    alone.refresh_from_db()
    assert alone.phase == "opening"


def test_the_same_promise_again_is_quiet_and_another_is_refused(ann: User, opened: Table) -> None:
    offer(opened, ann)
    offer(opened, ann)
    with pytest.raises(Conflict):
        offer(opened, ann, "00" * 32)


def test_seeds_that_differ_come_early_or_late_or_from_strangers(ann: User, opened: Table) -> None:
    with pytest.raises(NotAllowed):
        offer(opened, make_user())
    with pytest.raises(BadValue):
        offer(opened, ann, "00" * 31)
    offer(opened, ann)
    with pytest.raises(Conflict):
        open_up(opened, ann)
    close_list(opened)
    for seed, cut in ((SEED, CUT + 1), ("02" * 16, CUT), ("01" * 15, CUT), (SEED, -1), (SEED, 2**32)):
        with pytest.raises(BadValue):
            open_up(opened, ann, seed, cut)
    open_up(opened, ann)
    play.advance(opened.pk, now=START)
    open_up(opened, ann)
    with pytest.raises(Conflict):
        offer(opened, User.objects.get(public_name="Ben"), "00" * 32)
