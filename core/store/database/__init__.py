"""The database itself: engines, transactions, migrations, faults and file permissions."""
