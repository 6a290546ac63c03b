"""Every figure that this project claims, printed by a command: `uv run python -m benchmarks NAME`."""

import core  # noqa: F401  (before numpy: how many threads it takes is what the service gives it)
