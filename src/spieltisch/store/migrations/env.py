"""Alembic's entry: use the connection that the program hands over."""

from alembic import context

from spieltisch.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
