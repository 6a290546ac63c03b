"""Attacks on a running server of this machine: everything that once stopped, opened or misled the service, with its relatives."""
