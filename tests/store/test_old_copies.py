"""A copy that an earlier version has made can be put back: it is brought to the present form."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import spieltisch.store
from spieltisch.store import open_store
from spieltisch.store.backup import back_up, put_back, real_value
from spieltisch.store.ratings import results_of
from spieltisch.store.store import hashed

if TYPE_CHECKING:
    from pathlib import Path

FORMS = ("0001", "0002")
ROWS: dict[str, dict[str, Any]] = {
    "people": {"id": "p", "name": "Ada", "account": "ada", "passphrase": "hash", "created": 1.0, "seen": 2.0},
    "keys": {"hash": hashed("secret"), "id": "k", "person": "p", "label": "bot", "created": 1.0, "seen": 1.0},
    "tables": {
        "id": "t",
        "game": "wigwam",
        "status": "over",
        "listed": False,
        "host": "p",
        "created": 1.0,
        "updated": 2.0,
        "due": None,
        "claimed_by": None,
        "claimed_until": 0.0,
    },
    "events": {"table_id": "t", "seq": 1, "at": 1.0, "body": {"base64": "eHl6"}},
    "results": {"table_id": "t", "seat": 0, "person": "p", "game": "wigwam", "place": 1, "won": True, "at": 2.0},
}
SINCE_0002: dict[str, dict[str, Any]] = {
    "results": {"players": 2, "rating": 1510.0, "change": 10.0},
    "ratings": {"person": "p", "game": "wigwam", "value": 1510.0, "deviation": 90.0, "volatility": 0.06, "rated": 1},
}


def rows_of_form(form: str) -> dict[str, dict[str, Any]]:
    """What stood in a database of an earlier form."""
    if form == "0001":
        return ROWS
    return {name: ROWS.get(name, {}) | SINCE_0002.get(name, {}) for name in (*ROWS, "ratings")}


def old_file(file: Path, form: str) -> None:
    """A copy of SQLite as a version of that form has made it."""
    config = Config()
    config.set_main_option("script_location", f"{spieltisch.store.__path__[0]}/migrations")
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, form)
    engine.dispose()
    with closing(sqlite3.connect(file)) as database, database:
        for name, row in rows_of_form(form).items():
            values = {key: real_value(value) for key, value in row.items()}
            marks = ", ".join(f":{key}" for key in values)
            database.execute(f"INSERT INTO {name} ({', '.join(values)}) VALUES ({marks})", values)  # noqa: S608 - our names


def old_lines(file: Path, form: str) -> None:
    """A copy of PostgreSQL as a version of that form has made it: no line says which form it was."""
    lines = [msgspec.json.encode({"table": name, **row}) for name, row in rows_of_form(form).items()]
    file.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", [old_file, old_lines])
def test_a_copy_of_every_earlier_form_is_put_back_and_works(make: Any, form: str, tmp_path: Path) -> None:
    make(tmp_path / "copy", form)
    url = f"sqlite:///{tmp_path}/new.db"

    async def look() -> None:
        assert f"{len(rows_of_form(form))} rows" in await put_back(tmp_path / "copy", url)
        store = await open_store(url)
        try:
            person = await store.person_with("secret")
            assert person is not None
            assert (person.id, person.scope) == ("p", "play")
            assert [row.body for row in await store.events("t")] == [b"xyz"]
            assert await results_of(store, "p") == (1, 1)
        finally:
            await store.close()

    asyncio.run(look())


def test_a_copy_of_a_later_form_is_refused_with_a_sentence(tmp_path: Path) -> None:
    lines = [{"table": "alembic_version", "version_num": "9999"}, {"table": "news", "id": 1}]
    (tmp_path / "copy").write_bytes(gzip.compress(b"\n".join(map(msgspec.json.encode, lines))))
    with pytest.raises(ValueError, match="newer version"):
        asyncio.run(put_back(tmp_path / "copy", f"sqlite:///{tmp_path}/new.db"))
    assert not (tmp_path / "new.db").exists()


def test_names_in_a_copy_are_never_taken_for_orders(tmp_path: Path) -> None:
    lines = [{"table": "alembic_version", "version_num": "0001"}, {"table": "people", "id) VALUES (1); --": 1}]
    (tmp_path / "copy").write_bytes(gzip.compress(b"\n".join(map(msgspec.json.encode, lines))))
    with pytest.raises(ValueError, match="Line 2"):
        asyncio.run(put_back(tmp_path / "copy", f"sqlite:///{tmp_path}/new.db"))


def test_a_copy_that_failed_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "data.db").write_bytes(b"no database at all" * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        asyncio.run(back_up(f"sqlite:///{tmp_path}/data.db", tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["data.db"]
