"""The shoes of one table: from the sealed master secret and the seats' seeds to cards, promises and proofs
(fairness.md).
"""

import hmac
import json
from functools import cached_property, lru_cache
from typing import Any

from accounts.crypto import seal, unseal
from blackjack import shoe
from tables.models import Seat, Table


class TableShoes:
    """The `Shoes` that `blackjack.step` and `blackjack.replay` ask for cards.

    Nothing is decrypted before it is needed. Seeds are read from the seats each time, because they are put
    there while the list of seeds is being closed and opened.
    """

    def __init__(self, table: Table, seats: list[Seat]) -> None:
        self._table = table
        self._seats = seats

    @cached_property
    def master(self) -> bytes:
        """The table's master secret of 32 bytes: every shoe follows from it."""
        return unseal(self._table.secret_sealed)

    def cards(self, number: int, attempt: int, first_seat: int) -> list[int]:
        """The whole shoe as card indexes in dealing order, cut where `first_seat` chose (fairness.md 3-7).

        The list is shared and must not be changed.
        """
        decks: int = self._table.rules["game"]["decks"]
        seeds = tuple(bytes.fromhex(part["seed"]) for part in self._parts().values())
        cut: int = self._parts()[first_seat]["cut"]
        secret = shoe.shoe_secret(self.master, number)
        return _shuffled(secret, self._table.public_id, number, attempt, decks, seeds, cut)

    def commitment(self, number: int) -> str:
        """The promise of one shoe's secret, in hex; number 0 is the master secret itself."""
        return shoe.shoe_commitment(self._secret(number)).hex()

    def reveal(self, number: int) -> dict[str, Any]:
        """All that is needed to derive a shoe again, whatever its attempt: its secret, and seeds and cuts by
        seat. Number 0: the master secret.
        """
        if number == 0:
            return {"secret": self.master.hex()}
        parts = self._parts()
        return {
            "secret": self._secret(number).hex(),
            "seeds": {str(seat): part["seed"] for seat, part in parts.items()},
            "cuts": {str(seat): part["cut"] for seat, part in parts.items()},
            "made_by": {str(seat): part["by"] for seat, part in parts.items()},
        }

    def lots(self, label: str, count: int) -> list[int]:
        """The committed draw of the round for a tie or a high card at this table (draw-v1)."""
        # A practice table belongs to no round; its lots come from its own committed secret.
        secret = unseal(self._table.lots_sealed) if self._table.lots_sealed else self.master
        return shoe.draw(secret, f"{self._table.lots_prefix}/{label}", count)

    def chance(self, label: str) -> float:
        """A number from 0 up to 1 for a bot: the same for the same label, and nobody's to know before the
        end.
        """
        digest = hmac.digest(self.master, f"bot-v1/{self._table.public_id}/{label}".encode(), "sha256")
        return int.from_bytes(digest[:8], "big") / 2**64

    def _secret(self, number: int) -> bytes:
        return shoe.shoe_secret(self.master, number) if number else self.master

    def _parts(self) -> dict[int, dict[str, Any]]:
        """What each seat put in, in seat order."""
        return {seat.number: opened_part(seat) for seat in self._seats}


def sealed_part(seed: bytes, cut: int, by: str) -> bytes:
    """A seat's part in the shoes as `Seat.seed_sealed` keeps it; `by` is player, hash or server (fairness.md
    2).
    """
    return seal(json.dumps({"seed": seed.hex(), "cut": cut, "by": by}).encode())


def opened_part(seat: Seat) -> dict[str, Any]:
    """The reverse of `sealed_part`: `{"seed": hex, "cut": int, "by": str}`."""
    part: dict[str, Any] = _opened(bytes(seat.seed_sealed or b""))
    return part


@lru_cache(maxsize=2048)
def _opened(sealed: bytes) -> dict[str, Any]:
    part: dict[str, Any] = json.loads(unseal(sealed))
    return part


@lru_cache(maxsize=256)
def _shuffled(
    secret: bytes, table: str, number: int, attempt: int, decks: int, seeds: tuple[bytes, ...], cut: int
) -> list[int]:
    return shoe.shuffle(
        secret, table=table, number=number, attempt=attempt, decks=decks, seeds=seeds, cut=cut
    )
