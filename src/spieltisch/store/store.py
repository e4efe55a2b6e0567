"""Everything that the server asks of the database, in its own words."""

from __future__ import annotations

import hashlib
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from spieltisch.store import ratings, schema
from spieltisch.store.effects import ENTER, STAND_UP, Effect, change_table
from spieltisch.store.engine import make_engine
from spieltisch.store.ledger import CHANNEL, EventRow, Ledger
from spieltisch.store.migrate import migrate
from spieltisch.store.reading import reader_for

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.sql.expression import Executable

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
ID_LENGTH = 16
"""62**16 is more than 2**95: nobody finds a table by guessing."""


def new_id() -> str:
    """Make an id that cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def hashed(secret: str) -> str:
    """Keep a hash only: whoever reads the database cannot sign in with it."""
    return hashlib.sha256(secret.encode()).hexdigest()


HOLDER = (
    sa.select(
        *(schema.people.c.id, schema.people.c.name, schema.people.c.account, schema.people.c.banned),
        *(schema.keys.c.id.label("key"), schema.keys.c.label, schema.keys.c.scope),
    )
    .select_from(schema.keys.join(schema.people, schema.keys.c.person == schema.people.c.id))
    .where(schema.keys.c.hash == sa.bindparam("hash"))
)
"""Asked with every request, so it is put together once."""

Scope = Literal["session", "play", "read"]
"""What a key opens: a session everything, a token playing, or only watching."""


class Person(NamedTuple):
    """Somebody who plays: a guest, or with an account; and the key with which they came."""

    id: str
    name: str
    account: str | None = None
    key: str = ""
    scope: Scope = "session"
    banned: float = 0.0
    """Until when the host has shut them out."""


class Key(NamedTuple):
    """A session of a browser, or a token of a program: everything but its secret."""

    id: str
    label: str | None
    """Of a token; none for a session."""
    created: float
    seen: float
    scope: Scope


class TableChange(msgspec.Struct, frozen=True, kw_only=True):
    """What an event changes in the list of tables; fields that are not set stay as they are."""

    status: str | msgspec.UnsetType = msgspec.UNSET
    due: float | msgspec.UnsetType | None = msgspec.UNSET
    joined: str | None = None
    left: str | None = None
    abandoned: bool = False
    """Its host has given up: it does not count as the host's any longer."""
    finish: ratings.Finish | None = None


class Store:
    """An open database."""

    def __init__(self, url: str, engine: AsyncEngine, process: str) -> None:
        self.url = url
        self.engine = engine
        self.process = process
        self.ledger = Ledger(engine, process)
        self.reader = reader_for(engine)
        self.dialect: Any = postgresql if self.is_postgresql else sqlite
        self.sit_down: Executable = self.dialect.insert(schema.sitting).on_conflict_do_nothing()

    @property
    def is_postgresql(self) -> bool:
        """Whether several servers may share it."""
        return self.engine.dialect.name == "postgresql"

    async def close(self) -> None:
        """Finish what waits and close all connections."""
        await self.ledger.close()
        await self.reader.close()
        await self.engine.dispose()

    async def fetch(self, statement: Executable, values: Mapping[str, object] | None = None) -> Sequence[sa.Row[Any]]:
        """Read rows."""
        return await self.reader.fetch(statement, values)

    async def try_to_write(self) -> None:
        """Fail if nothing can be written. This writes what stands there already, the way everything is written."""
        await self.ledger.run(sa.update(FORM).values(version_num=FORM.c.version_num))

    # --- events ----------------------------------------------------------------------------------------

    async def create(
        self,
        row: EventRow,
        *,
        game: str,
        status: str,
        listed: bool,
        host: str,
        persons: Iterable[str],
    ) -> None:
        """Write a table's first event and enter it in the list."""
        table = {
            "id": row.table_id,
            "game": game,
            "status": status,
            "listed": listed,
            "host": host,
            "created": row.at,
            "updated": row.at,
        }
        seats = [self.sit(row.table_id, person) for person in sorted(set(persons))]
        await self.ledger.append(row, [Effect(ENTER, table), *seats])

    def sit(self, table_id: str, person: str) -> Effect:
        """Note that somebody sits at a table."""
        return Effect(self.sit_down, {"table_id": table_id, "person": person})

    async def append(self, row: EventRow, change: TableChange | None = None) -> bool:
        """Write the next event of a table; false if somebody else has written that number."""
        if change is None:
            return await self.ledger.append(row)
        work = partial(ratings.enter, row=row, finish=change.finish) if change.finish else None
        return await self.ledger.append(row, self.effects(row, change), work)

    def effects(self, row: EventRow, change: TableChange) -> list[Effect]:
        """Say in SQL what an event changes in the list of tables."""
        values: dict[str, Any] = {}
        if change.status is not msgspec.UNSET:
            values |= {"status": change.status, "updated": row.at}
        if change.abandoned:
            values["host"] = NOBODY
        if change.due is not msgspec.UNSET:
            values["due"] = change.due
            if change.due is not None:
                values |= {"claimed_by": self.process, "claimed_until": self.claimed_until(change.due)}
        effects: list[Effect] = []
        if values:
            effects.append(Effect(change_table(*values), {"this": row.table_id, **values}))
        if change.joined:
            effects.append(self.sit(row.table_id, change.joined))
        if change.left:
            effects.append(Effect(STAND_UP, {"this": row.table_id, "who": change.left}))
        return effects

    def claimed_until(self, now: float) -> float:
        """A claim has to be renewed, unless nobody else could make one."""
        return now + CLAIM_SECONDS if self.is_postgresql else FOR_EVER

    async def events(self, table_id: str, after: int = 0, most: int | None = None) -> list[EventRow]:
        """Read a table's log from a number on, all of it or a page."""
        columns = schema.events.c
        rows = await self.fetch(
            sa.select(columns.table_id, columns.seq, columns.at, columns.body)
            .where(columns.table_id == table_id, columns.seq > after)
            .order_by(columns.seq)
            .limit(most)
        )
        return [EventRow(row.table_id, row.seq, row.at, row.body) for row in rows]

    async def heads(self, ids: list[str]) -> dict[str, int]:
        """Give the last number of each of many logs."""
        columns = schema.events.c
        found: dict[str, int] = {}
        for start in range(0, len(ids), 500):
            rows = await self.fetch(
                sa.select(columns.table_id, sa.func.max(columns.seq).label("head"))
                .where(columns.table_id.in_(ids[start : start + 500]))
                .group_by(columns.table_id)
            )
            found |= {row.table_id: row.head for row in rows}
        return found

    # --- the list of tables ------------------------------------------------------------------------------

    async def listed(self, limit: int, each: int) -> list[str]:
        """List the newest tables of the lobby that are not over, of each host only some, so that nobody fills it."""
        columns = schema.tables.c
        order = (columns.status, columns.created.desc())
        numbered = (
            sa.select(
                columns.id,
                columns.status,
                columns.created,
                sa.func.row_number().over(partition_by=columns.host, order_by=order).label("number"),
            )
            .where(columns.listed.is_(True), columns.status.in_(UNFINISHED))
            .subquery()
        )
        found = numbered.c
        rows = await self.fetch(
            sa.select(found.id).where(found.number <= each).order_by(found.status, found.created.desc()).limit(limit)
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """List the tables at which somebody sits, those under way first."""
        joined = schema.sitting.join(schema.tables, schema.sitting.c.table_id == schema.tables.c.id)
        rows = await self.fetch(
            sa.select(schema.tables.c.id)
            .select_from(joined)
            .where(schema.sitting.c.person == person, schema.tables.c.status != "closed")
            .order_by(schema.tables.c.status == "over", schema.tables.c.updated.desc())
            .limit(limit)
        )
        return [row[0] for row in rows]

    async def count_open(self, host: str) -> int:
        """Count the tables of a host that are neither over nor closed."""
        columns = schema.tables.c
        counted = sa.select(sa.func.count()).where(columns.host == host, columns.status.in_(UNFINISHED))
        return int((await self.fetch(counted))[0][0])

    async def count_imported(self, host: str) -> int:
        """Count the games that somebody has brought as records: those are over, and nobody has ever sat there."""
        columns = schema.tables.c
        seated = sa.exists().where(schema.sitting.c.table_id == columns.id)
        counted = sa.select(sa.func.count()).where(columns.host == host, columns.status == "over", ~seated)
        return int((await self.fetch(counted))[0][0])

    async def count_listed(self, host: str) -> int:
        """Count the tables of a host that wait for players in the lobby."""
        columns = schema.tables.c
        waiting = sa.and_(columns.host == host, columns.status == "open", columns.listed.is_(True))
        return int((await self.fetch(sa.select(sa.func.count()).where(waiting)))[0][0])

    async def with_accounts(self, persons: Iterable[str]) -> set[str]:
        """Of some people, those who have an account."""
        columns = schema.people.c
        rows = await self.fetch(
            sa.select(columns.id).where(columns.id.in_(sorted(persons)), columns.account.is_not(None))
        )
        return {row[0] for row in rows}

    async def release_claims(self) -> None:
        """With SQLite there is one server: whatever an earlier one has claimed is free."""
        await self.ledger.run(sa.update(schema.tables).where(schema.tables.c.due.is_not(None)).values(claimed_until=0))

    async def renew_claims(self, until: float) -> None:
        """Say that this server still looks after its tables."""
        columns = schema.tables.c
        await self.ledger.run(
            sa.update(schema.tables)
            .where(columns.due.is_not(None), columns.claimed_by == self.process)
            .values(claimed_until=until)
        )

    async def claim_due(self, now: float, until: float, limit: int, games: Sequence[str] | None = None) -> list[str]:
        """Take over tables on which somebody should have acted, unless another server looks after them."""
        columns = schema.tables.c
        waiting = (
            sa.select(columns.id)
            .where(columns.due.is_not(None), columns.due <= now)
            .where(columns.claimed_until < now)
            .limit(limit)
        )
        if games is not None:
            waiting = waiting.where(columns.game.in_(games))
        if self.is_postgresql:
            waiting = waiting.with_for_update(skip_locked=True)
        claimed = (
            sa.update(schema.tables)
            .where(columns.id.in_(waiting.scalar_subquery()))
            .values(claimed_by=self.process, claimed_until=until)
            .returning(columns.id)
        )
        # Looking costs nothing; the writer is troubled only when there is something to claim.
        if not await self.fetch(waiting.limit(1)):
            return []
        return [row[0] for row in (await self.ledger.run(claimed))[0].rows]

    # --- people ------------------------------------------------------------------------------------------

    async def new_guest(self, name: str, secret: str, now: float) -> Person:
        """Note a guest and the session that belongs to it."""
        person = Person(new_id(), name, key=new_id())
        await self.ledger.run(
            sa.insert(schema.people).values(id=person.id, name=name, created=now, seen=now),
            self.new_key(person.id, secret, now, None, person.key, "play"),
        )
        return person

    def new_key(self, person: str, secret: str, now: float, label: str | None, key_id: str, scope: Scope) -> Executable:
        """Note the hash of a session or token."""
        return sa.insert(schema.keys).values(
            hash=hashed(secret), id=key_id, person=person, label=label, created=now, seen=now, scope=scope
        )

    async def add_key(
        self, person: str, secret: str, now: float, label: str | None = None, scope: Scope = "play"
    ) -> str:
        """Open a session, or make a token if it has a label."""
        key_id = new_id()
        await self.ledger.run(self.new_key(person, secret, now, label, key_id, scope))
        return key_id

    async def person_with(self, secret: str) -> Person | None:
        """Find out who holds a session or token, and what it opens."""
        rows = await self.fetch(HOLDER, {"hash": hashed(secret)})
        if not rows:
            return None
        found = rows[0]
        scope = opened(found.label, found.scope)
        return Person(found.id, found.name, found.account, found.key, scope, found.banned or 0.0)

    async def note_visit(self, person: str, key: str, now: float) -> None:
        """Note that somebody is still there, and with which key they came."""
        await self.ledger.run(
            sa.update(schema.people).where(schema.people.c.id == person).values(seen=now),
            sa.update(schema.keys).where(schema.keys.c.person == person, schema.keys.c.id == key).values(seen=now),
        )

    async def keys_of(self, person: str) -> list[Key]:
        """List somebody's sessions and tokens, the oldest first."""
        columns = schema.keys.c
        rows = await self.fetch(
            sa.select(columns.id, columns.label, columns.created, columns.seen, columns.scope)
            .where(columns.person == person)
            .order_by(columns.created, columns.id)
        )
        return [Key(row.id, row.label, row.created, row.seen, opened(row.label, row.scope)) for row in rows]

    async def end_keys(self, person: str, keys: Collection[str]) -> None:
        """Make keys worthless; other servers hear of it when it is done."""
        ids = list(keys)
        for start in range(0, len(ids), KEYS_A_NOTICE):
            part = ids[start : start + KEYS_A_NOTICE]
            ended: list[Executable] = [
                sa.delete(schema.keys).where(schema.keys.c.person == person, schema.keys.c.id.in_(part))
            ]
            if self.is_postgresql:
                ended.append(sa.select(sa.func.pg_notify(CHANNEL, " ".join(("out", self.process, *part)))))
            await self.ledger.run(*ended)

    async def living(self, keys: Collection[str]) -> set[str]:
        """Say which of some keys have not been ended."""
        found: set[str] = set()
        ids = list(keys)
        for start in range(0, len(ids), 500):
            rows = await self.fetch(sa.select(schema.keys.c.id).where(schema.keys.c.id.in_(ids[start : start + 500])))
            found.update(row[0] for row in rows)
        return found

    async def rename(self, person: str, name: str) -> None:
        """Change a display name."""
        await self.ledger.run(sa.update(schema.people).where(schema.people.c.id == person).values(name=name))

    async def set_account(self, person: str, account: str, passphrase: str) -> bool:
        """Turn a guest into an account; false if the name is taken."""
        columns = schema.people.c
        try:
            await self.ledger.run(
                sa.update(schema.people).where(columns.id == person).values(account=account, passphrase=passphrase)
            )
        except IntegrityError:
            return False
        return True

    async def set_passphrase(self, person: str, passphrase: str) -> None:
        """Keep the hash of a new passphrase."""
        await self.ledger.run(
            sa.update(schema.people).where(schema.people.c.id == person).values(passphrase=passphrase)
        )

    async def account(self, account: str) -> tuple[Person, str] | None:
        """Find an account and the hash of its passphrase."""
        columns = schema.people.c
        rows = await self.fetch(
            sa.select(columns.id, columns.name, columns.account, columns.passphrase, columns.banned).where(
                columns.account == account
            )
        )
        if not rows:
            return None
        found = rows[0]
        return Person(found.id, found.name, found.account, banned=found.banned or 0.0), found.passphrase

    # --- reviews -----------------------------------------------------------------------------------------

    async def save_review(self, table_id: str, body: bytes) -> None:
        """Keep a finished review."""
        insert = self.dialect.insert(schema.reviews).values(table_id=table_id, body=body)
        await self.ledger.run(insert.on_conflict_do_nothing())

    async def review(self, table_id: str) -> bytes | None:
        """Find a review."""
        columns = schema.reviews.c
        rows = await self.fetch(sa.select(columns.body).where(columns.table_id == table_id))
        return rows[0][0] if rows else None


def opened(label: str | None, scope: str) -> Scope:
    """Say what a key opens: what has no label is a session."""
    return "session" if label is None else cast("Scope", scope)


FORM = sa.table("alembic_version", sa.column("version_num"))
KEYS_A_NOTICE = 300
UNFINISHED = ("open", "playing")
NOBODY = ""
FOR_EVER = 1e12
CLAIM_SECONDS = 8.0
"""So long after a server should have acted another one may take over."""


async def open_store(url: str, process: str = "one") -> Store:
    """Open a database, bring it to the present form, and start its writer."""
    engine = make_engine(url)
    try:
        await migrate(engine)
    except BaseException:
        await engine.dispose()
        raise
    return Store(url, engine, process)
