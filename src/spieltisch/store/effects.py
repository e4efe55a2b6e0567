"""What events change besides the log: the list of tables, and who sits where.

Each kind of change is one statement that is made once, so that events which change the same can share it.
"""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from spieltisch.store import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy.sql.expression import Executable


class Effect(NamedTuple):
    """A change, and what is particular to it."""

    statement: Executable
    values: dict[str, Any]


ENTER = sa.insert(schema.tables)
STAND_UP = sa.delete(schema.sitting).where(
    schema.sitting.c.table_id == sa.bindparam("this"), schema.sitting.c.person == sa.bindparam("who")
)


@cache
def change_table(*columns: str) -> Executable:
    """Change these columns of one table."""
    values: dict[str, Any] = {column: sa.bindparam(column) for column in columns}
    return sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("this")).values(values)


def alike(changes: Sequence[Sequence[Effect]]) -> Iterator[tuple[Executable, list[dict[str, Any]]]]:
    """What several events change in the same way is changed together; what one event changes keeps its order."""
    for places in zip_longest(*changes):
        found: dict[Executable, list[dict[str, Any]]] = {}
        for effect in places:
            if effect is not None:
                found.setdefault(effect.statement, []).append(effect.values)
        yield from found.items()
