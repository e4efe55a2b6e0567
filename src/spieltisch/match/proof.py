"""The proof that a deal was fixed before the first move.

Before play everybody sees the commitment, SHA-256 over salt and deal; the record reveals both at the end, so that
anybody can compute it again. The salt keeps a seat from finding the deal by trying out the few that fit its hand.
"""

import hashlib
import secrets
from typing import Annotated

import msgspec

from spieltisch.games.table import Deal

SALT_BYTES = 16

Digits = Annotated[str, msgspec.Meta(max_length=64)]
"""SHA-256 in hex has so many; a salt has no more."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown before the game (the commitment) and what is revealed after it (the salt)."""

    commitment: Digits
    salt: Digits


def canonical(deal: Deal) -> bytes:
    """Write a deal as bytes in one way only: JSON without blanks, keys sorted, UTF-8."""
    return msgspec.json.encode(deal, order="sorted")


def commit(deal: Deal, salt: str) -> str:
    """Compute the commitment: SHA-256, as hex, of the salt's hex digits followed by the canonical deal."""
    return hashlib.sha256(salt.encode() + canonical(deal)).hexdigest()


def new_proof(deal: Deal, salt: str | None = None) -> Proof:
    """Commit to a deal, with a fresh salt unless one is given."""
    salt = secrets.token_hex(SALT_BYTES) if salt is None else salt
    return Proof(commit(deal, salt), salt)
