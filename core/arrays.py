"""The array types, one name for each kind of number. What an array holds and its shape stand in the docstring that takes it."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Float64: TypeAlias = NDArray[np.float64]
Float32: TypeAlias = NDArray[np.float32]
Int64: TypeAlias = NDArray[np.int64]
UInt8: TypeAlias = NDArray[np.uint8]
UInt64: TypeAlias = NDArray[np.uint64]
Positions: TypeAlias = NDArray[np.intp]
"""What other arrays are indexed by."""
Bool: TypeAlias = NDArray[np.bool_]
