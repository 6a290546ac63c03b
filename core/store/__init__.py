"""Storage on SQLite (WAL) or PostgreSQL: tables, migrations, and the SQL store."""
