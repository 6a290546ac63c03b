"""Alembic's entry: runs on the connection that `core.store.database.migrate` hands over."""

from alembic import context

from core.store.tables.columns import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
