"""Where the reference data for measuring lies; it is not part of the repository."""

from __future__ import annotations

import os
from pathlib import Path

REFERENCE = Path(
    os.environ.get("WENLU_REFERENCE", Path(__file__).resolve().parent.parent.parent / "shared" / "reference")
)
ABSENT = "The reference data is not here: set WENLU_REFERENCE to the folder that holds gf0025/ and treebank/."
