"""Who is asking: guests with a display name, accounts with a passphrase, tokens of programs."""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar.datastructures import Cookie

from spieltisch.server.ruling import refuse
from spieltisch.store.persons import FOR_EVER

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from spieltisch.server.settings import Settings
    from spieltisch.store import Person, Store

COOKIE = "spieltisch"
COOKIE_SECONDS = 400 * 86_400
SECRET_BYTES = 32

hasher = PasswordHasher()
one_at_a_time = asyncio.Semaphore(2)
"""Hashing takes memory and time on purpose; a crowd that signs in must not stop the tables."""


UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and signs to Unicode, and nothing to the eye."""
PICTURE = "\ufe0f"
"""Asks for a sign as a picture; the other variations look like nothing in particular."""
MARKS = 4
"""No language piles up more on a letter; more would grow over the lines around it."""


def clean(text: str) -> str:
    """Take out of a name or a line of chat what could mislead: control and unseen characters, towers of accents, marks
    on nothing, outer blanks."""
    kept: list[str] = []
    marks = MARKS  # there is no letter yet that could have one
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind in ("Cc", "Cf", "Cs", "Co", "Cn") or char in UNSEEN or is_variation(char):
            continue
        is_mark = kind in ("Mn", "Me")
        marks = marks + 1 if is_mark else MARKS if char.isspace() else 0
        if not is_mark or marks <= MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())


def is_variation(char: str) -> bool:
    """Whether a character only says which form of the one before it is meant."""
    return char != PICTURE and ("\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef")


def clean_name(name: str) -> str:
    """A display name must leave something to see."""
    tidy = clean(name)
    if not tidy:
        raise refuse("name")
    return tidy


def new_secret() -> str:
    """Make the secret of a session or token."""
    return secrets.token_urlsafe(SECRET_BYTES)


def cookie(secret: str, settings: Settings, age: int = COOKIE_SECONDS) -> Cookie:
    """The cookie of a session: no script reads it, no other site sends it along."""
    return Cookie(
        key=COOKIE,
        value=secret,
        max_age=age,
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.https,
    )


def secret_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Find the token or cookie of a request."""
    header = connection.headers.get("authorization", "")
    if header[:7].lower() == "bearer ":
        return header[7:].strip()
    return connection.cookies.get(COOKIE)


async def person_of(connection: ASGIConnection[Any, Any, Any, Any], store: Store) -> Person:
    """Find out who is asking, or refuse."""
    person = await known_person(connection, store)
    if person is None:
        raise refuse("sign_in")
    return welcome(person)


async def known_person(connection: ASGIConnection[Any, Any, Any, Any], store: Store) -> Person | None:
    """Find out who is asking, if it is anybody whom we know."""
    secret = secret_of(connection)
    return await store.person_with(secret) if secret and len(secret) <= 200 else None


def welcome(person: Person) -> Person:
    """Refuse whom the host has shut out, and say for how long."""
    if person.banned >= FOR_EVER:
        raise refuse("banned")
    if person.banned > time.time():
        raise refuse("banned_until", until=time.strftime("%Y-%m-%d %H:%M", time.gmtime(person.banned)))
    return person


async def hash_passphrase(passphrase: str) -> str:
    """Hash a passphrase, away from the event loop."""
    async with one_at_a_time:
        return await asyncio.to_thread(hasher.hash, passphrase)


async def check_passphrase(hashed: str | None, passphrase: str) -> bool:
    """Check a passphrase. An account that does not exist takes as long as a wrong passphrase."""

    def verify() -> bool:
        try:
            return hasher.verify(hashed or nobody(), passphrase) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    async with one_at_a_time:
        return await asyncio.to_thread(verify)


@cache
def nobody() -> str:
    """The hash of a passphrase that nobody has. Made when it is first needed: hashing takes its time on purpose."""
    return hasher.hash(secrets.token_hex(16))


def now() -> float:
    """Seconds since 1970."""
    return round(time.time(), 3)
