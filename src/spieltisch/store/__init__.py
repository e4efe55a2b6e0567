"""Where matches live: SQLite by default, PostgreSQL when told so. One ordered log of events for each table."""

from spieltisch.store.ledger import EventRow
from spieltisch.store.store import Key, Person, Store, TableChange, open_store

__all__ = ["EventRow", "Key", "Person", "Store", "TableChange", "open_store"]
