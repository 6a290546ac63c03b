"""The database itself: engines, transactions, migrations, faults and files."""
