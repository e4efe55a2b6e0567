"""The tables of the database. `events` is the truth; the others help to find things in it.

A table's state follows from its events alone. The key (table, number) makes sure that of two servers that want
to write the next event of a table only one can.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("due", Float),  # when a server has to act: a bot's turn, a clock running out
    Column("claimed_by", String(32)),  # the server process that looks after it
    Column("claimed_until", Float, nullable=False, server_default="0"),
)
Index("tables_listed", tables.c.listed, tables.c.status, tables.c.created)
Index("tables_host", tables.c.host, tables.c.status)
Index("tables_due", tables.c.due)
Index("tables_updated", tables.c.updated)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("account", String(32), unique=True),
    Column("passphrase", Text),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("banned", Float),  # until when; none: welcome
)
Index("people_seen", people.c.seen)

keys = Table(
    "keys",  # sessions of browsers and tokens of programs; only hashes are kept
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(64)),  # of a token; none for a session
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("scope", String(8), nullable=False, server_default="play"),  # what a token may do
)
Index("keys_person", keys.c.person)
Index("keys_id", keys.c.id)

sitting = Table(
    "sitting",  # who sits at which table
    metadata,
    Column("person", String(32), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("person", "table_id"),
)
Index("sitting_table", sitting.c.table_id)

results = Table(
    "results",  # statistics of people
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("game", String(16), nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Column("players", Integer, nullable=False, server_default="0"),  # 0: from before this was noted
    Column("rating", Float),  # after the game; none if it was not rated
    Column("change", Float),
    PrimaryKeyConstraint("table_id", "seat"),
)
Index("results_person", results.c.person)

ratings = Table(
    "ratings",  # of accounts, see match/rating.py
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(16), nullable=False),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("rated", Integer, nullable=False),
    PrimaryKeyConstraint("person", "game"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

sets = Table(
    "sets",  # card sets and the like that people have made, see games/workshop.py
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("good", Boolean, nullable=False),  # it can be played
    Column("changed", Float, nullable=False),
)
Index("sets_person", sets.c.person, sets.c.game)

solving = Table(
    "solving",  # what people have done with a game's puzzles, see match/puzzles.py
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(16), nullable=False),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("day", String(10), nullable=False),  # the last on which the daily puzzle was solved
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("tried", Text, nullable=False),  # ids of puzzles: 1 solved at the first try, 0 not
    PrimaryKeyConstraint("person", "game"),
)

orders = Table(
    "orders",  # what hosts want done; the first server that sees one does it
    metadata,
    Column("id", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("given", Float, nullable=False),
    Column("taken_until", Float, nullable=False, server_default="0"),
    Column("done", Float),
    Column("answer", Text),
)
