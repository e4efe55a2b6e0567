"""HTTP: who I am, signing in and out, my sessions, tokens for programs."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from spieltisch import games
from spieltisch.server import messages as ms
from spieltisch.server import people
from spieltisch.server.hall import Hall
from spieltisch.server.ruling import refuse
from spieltisch.server.settings import Settings
from spieltisch.store import Key, Person
from spieltisch.store.ratings import GameStatistics, Statistics, ratings_of, results_of, statistics_of

TOKENS = 20
SESSIONS = 50


class PeopleController(Controller):
    """Guests, accounts and tokens."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, person: Person, hall: Hall) -> ms.Me:
        """Say who I am."""
        return await describe(person, hall)

    @get("/me/statistics")
    async def statistics(self, person: Person, hall: Hall) -> ms.Statistics:
        """Say what I have played and won, and how I am rated."""
        return told(await statistics_of(hall.store, person.id))

    @post("/me", status_code=HTTP_200_OK)
    async def new_guest(
        self, data: ms.Arrival, request: Request[Any, Any, Any], hall: Hall, settings: Settings
    ) -> Response[ms.Me]:
        """Sit down as a guest; sets the session cookie. Whoever has a session keeps it, and the name if they like."""
        name = people.clean_name(data.name)
        person = await people.known_person(request, hall.store)
        if person is not None:
            if people.welcome(person).scope != "session":
                raise refuse("session_only")
            if data.keep:
                return Response(await describe(person, hall), status_code=HTTP_200_OK)
            await hall.store.rename(person.id, name)
            return Response(await describe(person._replace(name=name), hall), status_code=HTTP_200_OK)
        secret = people.new_secret()
        person = await hall.store.new_guest(name, secret, people.now())
        body = ms.Me(id=person.id, name=person.name)
        return Response(body, status_code=HTTP_200_OK, cookies=[people.cookie(secret, settings)])

    @patch("/me")
    async def rename(self, data: ms.NewGuest, owner: Person, hall: Hall) -> ms.Me:
        """Change my display name; tables where I sit keep the old one."""
        name = people.clean_name(data.name)
        await hall.store.rename(owner.id, name)
        return await describe(owner._replace(name=name), hall)

    @post("/account", status_code=HTTP_200_OK)
    async def new_account(self, data: ms.Credentials, owner: Person, hall: Hall) -> ms.Me:
        """Keep my statistics under a name and a passphrase."""
        if owner.account is not None:
            raise refuse("has_account")
        hashed = await people.hash_passphrase(data.passphrase)
        if not await hall.store.set_account(owner.id, data.account, hashed):
            raise refuse("account_taken", account=data.account)
        return await describe(owner._replace(account=data.account), hall)

    @post("/account/passphrase", status_code=HTTP_204_NO_CONTENT)
    async def change_passphrase(self, data: ms.NewPassphrase, owner: Person, hall: Hall) -> None:
        """Choose another passphrase; all my other sessions end."""
        found = await hall.store.account(owner.account) if owner.account else None
        if found is None:
            raise refuse("no_account")
        if not await people.check_passphrase(found[1], data.passphrase):
            raise refuse("credentials")
        await hall.store.set_passphrase(owner.id, await people.hash_passphrase(data.new))
        await hall.end_keys(owner.id, lambda key: key.scope == "session" and key.id != owner.key)

    @post("/session", status_code=HTTP_200_OK)
    async def sign_in(self, data: ms.Credentials, hall: Hall, settings: Settings) -> Response[ms.Me]:
        """Sign in to an account on this device."""
        found = await hall.store.account(data.account)
        if not await people.check_passphrase(found[1] if found else None, data.passphrase) or found is None:
            raise refuse("credentials")
        people.welcome(found[0])
        secret = people.new_secret()
        await hall.store.add_key(found[0].id, secret, people.now())
        await end_oldest(found[0].id, hall)
        body = await describe(found[0], hall)
        return Response(body, status_code=HTTP_200_OK, cookies=[people.cookie(secret, settings)])

    @delete("/session", status_code=HTTP_204_NO_CONTENT)
    async def sign_out(self, owner: Person, hall: Hall, settings: Settings) -> Response[None]:
        """End this session and its connections; its cookie is worthless from now on."""
        await hall.end_keys(owner.id, lambda key: key.id == owner.key)
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[people.cookie("", settings, age=0)])

    @get("/sessions")
    async def sessions(self, owner: Person, hall: Hall) -> list[ms.Session]:
        """List where I am signed in."""
        return [
            ms.Session(id=key.id, created=key.created, seen=key.seen, current=key.id == owner.key)
            for key in await hall.store.keys_of(owner.id)
            if key.scope == "session"
        ]

    @delete("/sessions/{session_id:str}", status_code=HTTP_204_NO_CONTENT)
    async def end_session(self, session_id: str, owner: Person, hall: Hall) -> None:
        """Sign out somewhere else; `others` stands for everywhere but here."""

        def meant(key: Key) -> bool:
            named = key.id != owner.key if session_id == "others" else key.id == session_id
            return key.scope == "session" and named

        if not await hall.end_keys(owner.id, meant) and session_id != "others":
            raise refuse("not_found")

    @get("/tokens")
    async def tokens(self, owner: Person, hall: Hall) -> list[ms.Token]:
        """List my tokens for programs, without their secrets."""
        return [told_token(key) for key in await hall.store.keys_of(owner.id) if key.scope != "session"]

    @post("/tokens")
    async def new_token(self, data: ms.NewToken, owner: Person, hall: Hall) -> ms.Token:
        """Make a token for a program that plays in my name, or only watches; it is shown only now."""
        secret, now, label = people.new_secret(), people.now(), people.clean(data.label) or "-"
        async with hall.one_by_one(owner.id):
            if len([key for key in await hall.store.keys_of(owner.id) if key.scope != "session"]) >= TOKENS:
                raise refuse("token_limit", count=TOKENS)
            key_id = await hall.store.add_key(owner.id, secret, now, label, data.scope)
        return msgspec.structs.replace(told_token(Key(key_id, label, now, now, data.scope)), token=secret)

    @delete("/tokens/{token_id:str}", status_code=HTTP_204_NO_CONTENT)
    async def drop_token(self, token_id: str, owner: Person, hall: Hall) -> None:
        """Make a token worthless, and end the connections that came with it."""
        if not await hall.end_keys(owner.id, lambda key: key.scope != "session" and key.id == token_id):
            raise refuse("not_found")


async def end_oldest(person: str, hall: Hall) -> None:
    """Who signs in again and again leaves no endless row of sessions: the ones longest unused end."""
    sessions = [key for key in await hall.store.keys_of(person) if key.scope == "session"]
    surplus = {key.id for key in sorted(sessions, key=lambda key: (key.seen, key.created))[:-SESSIONS]}
    if surplus:
        await hall.end_keys(person, lambda key: key.id in surplus)


def told_token(key: Key) -> ms.Token:
    """Write a token for the wire, without its secret."""
    assert key.scope != "session"
    return ms.Token(id=key.id, label=key.label or "", created=key.created, seen=key.seen, scope=key.scope)


async def describe(person: Person, hall: Hall) -> ms.Me:
    """Say what is known of a person."""
    played, won = await results_of(hall.store, person.id)
    rated = {game: round(value, 1) for game, value in (await ratings_of(hall.store, person.id)).items()}
    return ms.Me(id=person.id, name=person.name, account=person.account, played=played, won=won, ratings=rated)


def told(found: Statistics) -> ms.Statistics:
    """Write statistics for the wire: all games, figures rounded."""
    listed = []
    for name in games.names():
        one = found.games.get(name, GameStatistics(played=0, won=0, places=[]))
        listed.append(
            ms.GameStatistics(
                game=name,
                played=one.played,
                won=one.won,
                places=one.places,
                rated=one.rated,
                rating=round(one.rating.value, 1) if one.rating else None,
                deviation=round(one.rating.deviation, 1) if one.rating else None,
                provisional=one.provisional,
            )
        )
    recent = [
        ms.PlayedGame(
            table=row.table_id,
            game=row.game,
            at=row.at,
            players=row.players,
            place=row.place,
            won=row.won,
            rating=None if row.rating is None else round(row.rating, 1),
            change=None if row.change is None else round(row.change, 1),
        )
        for row in found.recent
    ]
    return ms.Statistics(
        played=sum(one.played for one in listed), won=sum(one.won for one in listed), games=listed, recent=recent
    )
