"""Protocols of what the core needs from outside. Each method of a store is one transaction named for its intent.

Methods that take `call` and `reply` count the call (`QuotaExceeded` when the quota is used up) and, if the call has an
idempotency key, store `reply` in the same transaction; `AlreadyAnswered` when another call with that key was quicker.
"""
