"""The parts of the SQL store, one for each protocol in `core.ports`."""
