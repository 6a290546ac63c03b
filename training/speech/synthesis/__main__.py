"""Speak this project's sentences in several synthetic voices, each as it is written and once more with other tones.

    uv run --with onnx python -m training.speech.synthesis OUT --minutes N

Writes into OUT until N minutes lie there; a second call with more minutes goes on. Prints the real-time factor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.language.pinyin import parse
from core.speech.model import SAMPLE_RATE
from evaluation.speech.readings import shipped
from training.speech.synthesis.clips import Clip, ClipFolder, ClipSyllable
from training.speech.synthesis.draws import draw
from training.speech.synthesis.packages import WORK, speech_packages
from training.speech.synthesis.phonemes import ToSay, phonemes
from training.speech.synthesis.sentences import Sentence, sentences
from training.speech.synthesis.voice import Speech, Synthesiser, Times

EVERY = 20
"""Clips between two lines of progress."""
AS_WRITTEN, CHANGED = "written", "changed"


def readings(sentence: Sentence) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Identifier and commanded tones of both readings of a sentence."""
    yield f"{sentence.key}-{AS_WRITTEN}", tuple(syllable.tone for syllable in sentence.syllables)
    yield f"{sentence.key}-{CHANGED}", draw(sentence).tones


def spoken(sentence: Sentence, tones: Sequence[int], synthesiser: Synthesiser) -> Speech:
    """The sentence with commanded tones, in the voice that is drawn for it."""
    to_say = [
        ToSay(syllable.sounds, tone, after)
        for syllable, tone, after in zip(sentence.syllables, tones, sentence.after, strict=True)
    ]
    drawn = draw(sentence)
    return synthesiser.speak(phonemes(to_say), voice=drawn.voice, speed=drawn.speed)


def clip(clip_id: str, sentence: Sentence, tones: Sequence[int], speech: Speech) -> Clip:
    """The row of a spoken sentence."""
    drawn = draw(sentence)
    syllables = tuple(
        _syllable(sentence, index, tone, times)
        for index, (tone, times) in enumerate(zip(tones, speech.times, strict=True))
    )
    seconds = round(len(speech.samples) / SAMPLE_RATE, 3)
    return Clip(clip_id, drawn.voice, drawn.speed, sentence.text, seconds, syllables)


def _syllable(sentence: Sentence, index: int, tone: int, times: Times) -> ClipSyllable:
    expected = sentence.syllables[index]
    read = parse(expected.pinyin)
    assert read is not None, expected.pinyin
    letters, accepted = read[0].letters, tuple(sorted(expected.tones))
    return ClipSyllable(expected.character, letters, expected.tone, accepted, tone, *times)


def main() -> None:
    """Fill the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, required=True, help="of sound that shall lie in OUT")
    parser.add_argument("--packages", type=Path, default=WORK, help="where the downloaded packages lie")
    chosen = parser.parse_args()
    folder, synthesiser = ClipFolder(chosen.out), Synthesiser(speech_packages(chosen.packages))
    print(f"{folder.seconds / 60:.1f} minutes are there", flush=True)
    made, began, processor = 0.0, time.perf_counter(), time.process_time()
    count = 0
    for sentence in sentences(shipped()):
        for clip_id, tones in readings(sentence):
            if folder.seconds >= 60 * chosen.minutes:
                return
            if clip_id in folder:
                continue
            speech = spoken(sentence, tones, synthesiser)
            folder.add(clip(clip_id, sentence, tones, speech), speech.samples)
            made, count = made + len(speech.samples) / SAMPLE_RATE, count + 1
            if count % EVERY == 0:
                wall, cpu = time.perf_counter() - began, time.process_time() - processor
                print(
                    f"{count} clips, {folder.seconds / 60:.1f} minutes; real-time factor {wall / made:.2f} "
                    f"({cpu / made:.2f} of processor time)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
