"""Every figure that this project claims, printed by a command: `uv run python -m benchmarks NAME`."""
