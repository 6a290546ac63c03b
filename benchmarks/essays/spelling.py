"""The speller by itself: SIGHAN compared with the baseline, false alarms on clean text, speed.

`uv run python -m benchmarks.essays.spelling [--ngrams FILE]`; FILE is an n-gram model that has not read the first fifth of the project's content
(`training.ngram.train --folds`); with it the false alarms on that fifth are counted, otherwise they are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.essays.spelling.features import SpellingKnowledge
from core.essays.spelling.speller import Speller
from core.language.shapes import Sound
from core.models.essays.speller import speller_trees, spelling_knowledge
from core.tables.essays.speller import speller_parameters
from core.tables.words.lists import WordList
from evaluation.corpus import fold_of
from evaluation.essays.pairs import HELD_OUT
from evaluation.essays.sets import ABSENT, SpellingPair, own_sentences, present, sighan, treebank_sentences
from evaluation.essays.spelling_scores import Scores, Triple, score_lines, scores

DATA = Path(__file__).resolve().parents[2] / "data"
CHOSEN_ON = ("sighan13-train", "sighan13-test-dev")
CHECKED_ON = "sighan14-test-dev"
FLOOR_THRESHOLDS = np.arange(2.0, 10.0, 0.5)
PROBABILITY_THRESHOLDS = np.arange(0.2, 0.9, 0.05)
SHOWN = DISPLAY_THRESHOLDS["normal"].error
"""The probability from which the engine shows an error at its normal setting."""
SPEED_CHARACTERS = 1000

Change = tuple[int, str, float]
"""Offset, character, and confidence (a probability or nats)."""
FindChanges = Callable[[str], list[Change]]


def floor(knowledge: SpellingKnowledge) -> FindChanges:
    """The baseline: the n-gram model over the same confusions, and nothing else; its confidence is the gain in nats.

    Confusions that sound only remotely alike are left out: with them it does worse.
    """

    def changes(text: str) -> list[Change]:
        read, found_changes = knowledge.gains.read(text), []
        for offset, symbol in enumerate(read.place_of.tolist()):
            confusions = [
                confusion
                for confusion in knowledge.confusions.confusions(text[offset])
                if confusion.sound <= Sound.NEAR or confusion.likeness >= 0
            ]
            if symbol < 0 or not confusions:
                continue
            tokens = knowledge.gains.tokens([confusion.character for confusion in confusions])
            log_probabilities, _ = knowledge.gains.windows(read, np.full(len(tokens), symbol), tokens)
            written_log_probability, _ = knowledge.gains.windows(read, np.array([symbol]), read.tokens[[symbol]])
            best = int(np.argmax(log_probabilities))
            found_changes.append(
                (offset, confusions[best].character, float(log_probabilities[best] - written_log_probability[0]))
            )
        return found_changes

    return changes


def speller_changes(speller: Speller) -> FindChanges:
    """The changes of the speller, with its probability as confidence."""
    return lambda text: [
        (correction.offset, correction.intended, correction.probability) for correction in speller.corrections(text)
    ]


def corrected(text: str, changes: Sequence[Change], threshold: float) -> str:
    """The text with all changes whose confidence is above the threshold."""
    replacements = {offset: character for offset, character, confidence in changes if confidence > threshold}
    return "".join(replacements.get(offset, character) for offset, character in enumerate(text))


def scores_from(pairs: Sequence[SpellingPair], changes_by_text: Sequence[Sequence[Change]], threshold: float) -> Scores:
    """The scores at one threshold."""
    return scores(
        Triple(*pair, corrected(pair.written, changes, threshold))
        for pair, changes in zip(pairs, changes_by_text, strict=True)
    )


def print_scores(
    name: str, find_changes: FindChanges, thresholds: Sequence[float], *, shown: float | None = None
) -> None:
    """Print the scores at the threshold that is best on SIGHAN 2013, and at the one from which changes are shown."""
    pairs = [pair for chosen in CHOSEN_ON for pair in sighan(chosen)]
    changes_by_text = [find_changes(pair.written) for pair in pairs]
    best = max(thresholds, key=lambda threshold: scores_from(pairs, changes_by_text, threshold).sentence_correction.f1)
    print(
        "\n".join(
            score_lines(f"{name}, SIGHAN13 (chosen on), from {best:.2f}", scores_from(pairs, changes_by_text, best))
        ),
        flush=True,
    )
    checked = sighan(CHECKED_ON)
    changes_by_text = [find_changes(pair.written) for pair in checked]
    print(
        "\n".join(score_lines(f"{name}, SIGHAN14 dev, from {best:.2f}", scores_from(checked, changes_by_text, best))),
        flush=True,
    )
    if shown is not None:
        print(
            "\n".join(score_lines(f"{name}, SIGHAN14 dev, from {shown}", scores_from(checked, changes_by_text, shown))),
            flush=True,
        )


def print_false_alarms(name: str, texts: Sequence[str], find_changes: FindChanges) -> None:
    """Print how many clean sentences are flagged at the setting that ships."""
    changes_by_text = [[change for change in find_changes(text) if change[2] >= SHOWN] for text in texts]
    alarms, characters = sum(map(len, changes_by_text)), sum(map(len, texts))
    flagged = sum(map(bool, changes_by_text)) / len(texts)
    print(
        f"{name}: {100 * flagged:.2f} % of {len(texts)} sentences flagged, {1000 * alarms / characters:.2f} false alarms per 1,000 characters"
    )


def print_speed(find_changes: FindChanges) -> None:
    """Print the time for a text of 1,000 characters, warm."""
    text = "".join(text for _, text in own_sentences()[:200])[:SPEED_CHARACTERS]
    find_changes(text)
    began = time.process_time()
    find_changes(text)
    print(f"{len(text)} characters: {time.process_time() - began:.3f} s of one core")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ngrams", type=Path)
    ngrams = parser.parse_args().ngrams
    if not present():
        print(ABSENT)
        return
    words, parameters = WordList(DATA / "words.csv"), speller_parameters(DATA / "essay_speller.toml")
    knowledge, trees = spelling_knowledge(DATA, words), speller_trees(DATA)
    speller = speller_changes(Speller(knowledge, trees, parameters))
    print_speed(speller)
    print_scores("floor", floor(knowledge), FLOOR_THRESHOLDS.tolist())
    print_scores("speller", speller, PROBABILITY_THRESHOLDS.tolist(), shown=SHOWN)
    print_false_alarms("dev-gsdsimp", treebank_sentences(), speller)
    if ngrams:
        unread_texts = [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT]
        fresh_speller = speller_changes(Speller(spelling_knowledge(DATA, words, ngrams=ngrams), trees, parameters))
        print_false_alarms("own sentences that the model has not read", unread_texts, fresh_speller)


if __name__ == "__main__":
    main()
