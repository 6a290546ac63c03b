"""What the core needs from outside, as protocols. Each method of a store is one transaction named for its intent.

Methods that take `call` and `reply` count the call (`QuotaExceeded` when it does not fit) and, when the call bears an
idempotency key, remember `reply` beside the write; `AlreadyAnswered` when another call was quicker under that key.
"""
