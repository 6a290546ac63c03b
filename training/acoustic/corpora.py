"""Recordings with the syllables that are said in them: one file of sound and one of labels for the steps that follow.

    uv run python training/acoustic/corpora.py

reads the tar files under `WENLU_REFERENCE`/speech, and the clips of synthetic voices in `WENLU_TRAINING`/voices where there are any
(`training/speech/synthesis`), and writes `sound.npy` (all samples, 16 kHz, int16, end to end) and `utterances.jsonl`
(id, corpus, speaker, first and last sample, syllables as letters and spoken tone) into `WENLU_TRAINING`/acoustic.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from core.language.pinyin import parse
from core.speech.aligning.phones import sounds
from evaluation.reference import REFERENCE

ROOT = Path(os.environ.get("WENLU_TRAINING", Path(__file__).resolve().parents[2] / ".training"))
WORK = ROOT / "acoustic"
SPEAKERS = {
    "audio-cmn-words": "yue",
    "audio-cmn-syllables": "wang",
    "pinyin-sound-syllables": "pinyin",
    "hantts-syllables-male": "man",
}
"""One speaker each; a sentence's speaker stands in its id."""
SENTENCES = "aishell1-two-speakers"
SYNTHETIC_READER = "synthetic-one-voice-hsk-sentences"
"""One voice, of which every sentence has characters and pinyin."""
VOICES = "synthetic-voices"
"""Clips of several voices, half of whose full tones are others than the text's; no third tone that was put beside a third."""
OF_SENTENCES = (SENTENCES, SYNTHETIC_READER, VOICES)
DEVELOPMENT = "aishell3-fifteen-speakers-dev"
"""Never trained on."""
RATE = 16_000


def files(corpus: str) -> Iterator[tuple[str, bytes]]:
    """Name without ending, and bytes, of every recording of a corpus."""
    with tarfile.open(REFERENCE / "speech" / f"{corpus}.tar") as tar:
        for member in tar:
            if member.isfile() and member.name.endswith((".ogg", ".mp3")):
                member_file = tar.extractfile(member)
                assert member_file is not None
                yield Path(member.name).stem, member_file.read()


def transcripts(corpus: str) -> dict[str, list[str]]:
    """Columns after the id, by id."""
    with tarfile.open(REFERENCE / "speech" / f"{corpus}.tar") as tar:
        member_file = tar.extractfile("index.tsv" if corpus == SYNTHETIC_READER else "transcripts.tsv")
        assert member_file is not None
        rows = [line.split("\t") for line in member_file.read().decode("utf-8").splitlines()]
    return {Path(row[0]).stem: row[1:] for row in rows}


def decoded(raw: bytes) -> np.ndarray:
    """Samples as int16, at 16 kHz."""
    import librosa
    import soundfile

    samples, rate = soundfile.read(io.BytesIO(raw), dtype="int16", always_2d=True)
    mono = samples[:, 0]
    if rate == RATE:
        return mono
    resampled = librosa.resample(mono.astype(np.float32), orig_sr=rate, target_sr=RATE)
    return np.clip(resampled.round(), -32768, 32767).astype(np.int16)


def syllable_name(name: str) -> tuple[str, int] | None:
    """A file of one syllable: `lv4`, `_hm1` and the like; without a digit the tone is neutral."""
    letters, tone = (name[:-1], int(name[-1])) if name[-1].isdigit() else (name, 5)
    letters = letters.replace("v", "ü").replace("uu", "ü")
    if letters in ("lue", "nue"):
        letters = letters[0] + "üe"
    return (letters, tone) if sounds(letters) else None


def spelt(marked: list[str]) -> list[tuple[str, int]] | None:
    """Letters and tone of marked syllables; None when one of them has no sounds of the inventory."""
    results = []
    for syllable in marked:
        read = parse(syllable)
        if read is None or len(read) != 1 or sounds(read[0].letters) is None:
            return None
        results.append((read[0].letters, read[0].tone or 5))
    return results


def numbered(pinyin: str) -> list[tuple[str, int]] | None:
    """`ji2 bian4 % shi4 $` as letters and tones."""
    results = []
    for token in pinyin.split():
        if token in "%$":
            continue
        read = syllable_name(token.replace("v", "ü"))
        if read is None:
            return None
        results.append(read)
    return results


def labelled(corpus: str) -> Iterator[tuple[str, str, list[tuple[str, int]], bytes]]:
    """Id, speaker, syllables as spoken and bytes of everything that can be labelled."""
    if corpus == VOICES:
        yield from _clips()
        return
    read = reader()
    texts = transcripts(corpus) if corpus in (SENTENCES, SYNTHETIC_READER, DEVELOPMENT) else {}
    for name, raw in files(corpus):
        if corpus == DEVELOPMENT:
            speaker, syllables = name[:7], numbered(texts[name][1])
        elif corpus == SENTENCES:
            speaker, syllables = name[6:11], spelt(read.spoken(texts[name][0]))
        elif corpus == SYNTHETIC_READER:
            speaker, syllables = "hsk", spelt([part for part in read.spoken(texts[name][0]) if part])
        elif corpus == "audio-cmn-words":
            speaker, syllables = SPEAKERS[corpus], spelt(_spoken_word(name, read))
        else:
            named_syllable = syllable_name(name)
            speaker, syllables = SPEAKERS[corpus], [named_syllable] if named_syllable else None
        if syllables:
            yield f"{corpus}/{name}", speaker, syllables, raw


def _clips() -> Iterator[tuple[str, str, list[tuple[str, int]], bytes]]:
    """The clips of synthetic voices, with the tones that were commanded."""
    folder = ROOT / "voices"
    if not (folder / "clips.jsonl").exists():
        return
    for row in map(json.loads, (folder / "clips.jsonl").open(encoding="utf-8")):
        syllables = [(part["letters"], part["tone"]) for part in row["syllables"]]
        if all(sounds(letters) for letters, _ in syllables):
            yield f"{VOICES}/{row['id']}", row["voice"], syllables, (folder / f"{row['id']}.flac").read_bytes()


def _spoken_word(name: str, read: Any) -> list[str]:
    """Syllables of a file named after a word; 儿 of erhua keeps its own syllable, `_` stands for an ellipsis."""
    word = name.replace("_", "")
    return [syllable for syllable in read.spoken(word) if syllable] if word.isalpha() else []


def reader() -> Any:
    """The project's own reading of characters."""
    from core.backends.pinyin import PypinyinReader
    from core.tables import Tables
    from core.wiring import known_readings

    tables = Tables()
    return PypinyinReader(lambda: known_readings(tables))


def main() -> None:
    """Write sound and labels."""
    WORK.mkdir(parents=True, exist_ok=True)
    sound: list[np.ndarray] = []
    first = 0
    with (WORK / "utterances.jsonl").open("w", encoding="utf-8") as out:
        for corpus in (*SPEAKERS, *OF_SENTENCES, DEVELOPMENT):
            count, began = 0, first
            for name, speaker, syllables, raw in labelled(corpus):
                samples = decoded(raw)
                row = {
                    "id": name,
                    "corpus": corpus,
                    "speaker": speaker,
                    "first": first,
                    "last": first + len(samples),
                    "syllables": syllables,
                }
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                sound.append(samples)
                first, count = first + len(samples), count + 1
            print(f"{corpus}: {count} recordings, {(first - began) / RATE / 3600:.2f} h", flush=True)
    np.save(WORK / "sound.npy", np.concatenate(sound))


if __name__ == "__main__":
    main()
