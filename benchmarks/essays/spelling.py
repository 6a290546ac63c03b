"""The speller by itself: SIGHAN beside the floor, false alarms on clean text, speed.

`uv run python -m benchmarks.essays.spelling [--ngrams FILE]`; FILE is an n-gram model that has not read the first fifth of the project's content
(`training.ngram.train --folds`), with which the false alarms on that fifth are counted; without it they are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from core.essays.merging.selection import BUDGETS
from core.essays.spelling.features import Knowledge
from core.essays.spelling.speller import Speller
from core.language.confusion_sets import Sound
from core.models.essays.speller import knowledge, speller_trees
from core.tables.essays.speller import speller_figures
from core.tables.words.lists import WordList
from evaluation.corpus import fold_of
from evaluation.essays.pairs import HELD_OUT
from evaluation.essays.sets import ABSENT, SpellingPair, own_sentences, present, sighan, treebank_sentences
from evaluation.essays.spelling_scores import Scores, Triple, lines, scores

DATA = Path(__file__).resolve().parents[2] / "data"
CHOSEN_ON = ("sighan13-train", "sighan13-test-dev")
CHECKED_ON = "sighan14-test-dev"
FLOOR_THRESHOLDS = np.arange(2.0, 10.0, 0.5)
CHANCES = np.arange(0.2, 0.9, 0.05)
SHOWN = BUDGETS["normal"].error
"""The chance from which the engine shows an error at its normal setting."""
SPEED_CHARACTERS = 1000

Change = tuple[int, str, float]
"""Place, character, how sure."""
Judge = Callable[[str], list[Change]]


def floor_judge(known: Knowledge) -> Judge:
    """The floor: the n-gram model over the same confusions, and nothing else; sure by nats gained.

    Confusions that only sound far alike are left out, with which it does worse.
    """

    def changes(text: str) -> list[Change]:
        read, found = known.gains.read(text), []
        for place, symbol in enumerate(read.symbol_at.tolist()):
            told = [
                one
                for one in known.confusions.confusions(text[place])
                if one.sound <= Sound.NEAR or one.shape_rank >= 0
            ]
            if symbol < 0 or not told:
                continue
            tokens = known.gains.tokens([one.character for one in told])
            worth, _ = known.gains.windows(read, np.full(len(tokens), symbol), tokens)
            was, _ = known.gains.windows(read, np.array([symbol]), read.tokens[[symbol]])
            best = int(np.argmax(worth))
            found.append((place, told[best].character, float(worth[best] - was[0])))
        return found

    return changes


def speller_judge(speller: Speller) -> Judge:
    """The speller, sure by its chance."""
    return lambda text: [(one.place, one.meant, one.chance) for one in speller.opinions(text)]


def corrected(text: str, changes: Sequence[Change], threshold: float) -> str:
    """The text with everything that is surer than the threshold."""
    told = {place: character for place, character, sure in changes if sure > threshold}
    return "".join(told.get(place, character) for place, character in enumerate(text))


def at(pairs: Sequence[SpellingPair], told: Sequence[Sequence[Change]], threshold: float) -> Scores:
    """Scores at one threshold."""
    return scores(
        Triple(*pair, corrected(pair.written, found, threshold)) for pair, found in zip(pairs, told, strict=True)
    )


def measured(name: str, judge: Judge, thresholds: Sequence[float], *, shown: float | None = None) -> None:
    """Prints a judge's figures at the threshold that is best on SIGHAN 2013, and at the one from which it is shown."""
    pairs = [pair for chosen in CHOSEN_ON for pair in sighan(chosen)]
    told = [judge(pair.written) for pair in pairs]
    best = max(thresholds, key=lambda threshold: at(pairs, told, threshold).sentence_correction.f1)
    print("\n".join(lines(f"{name}, SIGHAN13 (chosen on), from {best:.2f}", at(pairs, told, best))), flush=True)
    checked = sighan(CHECKED_ON)
    told = [judge(pair.written) for pair in checked]
    print("\n".join(lines(f"{name}, SIGHAN14 dev, from {best:.2f}", at(checked, told, best))), flush=True)
    if shown is not None:
        print("\n".join(lines(f"{name}, SIGHAN14 dev, from {shown}", at(checked, told, shown))), flush=True)


def false_alarms(name: str, texts: Sequence[str], judge: Judge) -> None:
    """Prints how much of a clean text is flagged at the setting that ships."""
    told = [[change for change in judge(text) if change[2] >= SHOWN] for text in texts]
    alarms, characters = sum(map(len, told)), sum(map(len, texts))
    flagged = sum(map(bool, told)) / len(texts)
    print(
        f"{name}: {100 * flagged:.2f} % of {len(texts)} sentences flagged, {1000 * alarms / characters:.2f} false alarms per 1,000 characters"
    )


def speed(judge: Judge) -> None:
    """Prints the time for a text of 1,000 characters, warm."""
    text = "".join(text for _, text in own_sentences()[:200])[:SPEED_CHARACTERS]
    judge(text)
    began = time.process_time()
    judge(text)
    print(f"{len(text)} characters: {time.process_time() - began:.3f} s of one core")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ngrams", type=Path)
    ngrams = parser.parse_args().ngrams
    if not present():
        print(ABSENT)
        return
    words, figures = WordList(DATA / "words.csv"), speller_figures(DATA / "essay_speller.toml")
    known, trees = knowledge(DATA, words), speller_trees(DATA)
    speller = speller_judge(Speller(known, trees, figures))
    speed(speller)
    measured("floor", floor_judge(known), FLOOR_THRESHOLDS.tolist())
    measured("speller", speller, CHANCES.tolist(), shown=SHOWN)
    false_alarms("dev-gsdsimp", treebank_sentences(), speller)
    if ngrams:
        unread = [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT]
        fresh = speller_judge(Speller(knowledge(DATA, words, ngrams=ngrams), trees, figures))
        false_alarms("own sentences that the model has not read", unread, fresh)


if __name__ == "__main__":
    main()
