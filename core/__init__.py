"""Everything the service does; `core.api.core.Core` is the door."""

import os

# Before numpy is loaded: its matrices are small here, and one thread for each request does more than all cores for one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
