"""The scorer: overall score as fitted on scored essays, discourse by checklists, suggestions that quote the essay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from core.essays.cutting import stretch
from core.essays.discourse.checklists import checklist, score
from core.essays.discourse.composition import Composition, Line, composition
from core.essays.integrity import highest_score
from core.essays.model import Edit, EditType
from core.essays.scoring.features import DiscourseEvidence, EssayFeatures, LevelledWord, Scores
from core.essays.scoring.overall import overall
from core.essays.scoring.richness import Richness, richness
from core.wire import Bilingual

MOST_SUGGESTIONS, MOST_OF_LINES = 5, 3
REPEATED = 2
"""Errors of one kind from which they are named together."""
AROUND = 6
"""Characters quoted on each side of an error, at most."""
KINDS: dict[EditType, Bilingual] = {
    "B": Bilingual(zh="别字", en="wrong characters"),
    "L": Bilingual(zh="缺字", en="missing characters"),
    "D": Bilingual(zh="多字", en="superfluous characters"),
    "P": Bilingual(zh="标点", en="punctuation marks"),
    "W": Bilingual(zh="用词", en="words"),
    "S": Bilingual(zh="句式", en="sentence structures"),
}


class FittedScorer:
    """`core.essays.ports.Scorer`."""

    version = "essay-score 1"

    def score(self, features: EssayFeatures) -> Scores:
        """See `core.essays.ports.Scorer.score`."""
        highest = highest_score(features.findings)
        errors = Counter(edit.type for edit in features.edits)
        whole = overall(shown(features), errors, hsk_level=features.hsk_level)
        lines = checklist(cut(features))
        return Scores(
            overall=min(highest, whole.score),
            low=min(highest, whole.low),
            high=min(highest, whole.high),
            calibrated=whole.calibrated and not features.findings,
            structure=min(highest, score(lines, "structure")),
            coherence=min(highest, score(lines, "coherence")),
            content=min(highest, score(lines, "content")),
            suggestions=tuple(_suggestions(features, lines))[:MOST_SUGGESTIONS],
            evidence=tuple(_evidence(lines)),
        )


def shown(features: EssayFeatures) -> Richness:
    """What vocabulary the essay shows: characters and words that were corrected show none."""
    places = [(edit.start, edit.end) for edit in features.edits if edit.end > edit.start]
    text = list(features.parsed.text)
    for start, end in places:
        text[start:end] = " " * (end - start)
    words = ((word.text, word.level) for word in features.words if not _overlaps(word, places))
    return richness("".join(text), words)


def _overlaps(word: LevelledWord, places: Sequence[tuple[int, int]]) -> bool:
    return any(start < word.end and word.start < end for start, end in places)


def cut(features: EssayFeatures) -> Composition:
    """The essay for the checklists."""
    words = [(word.text, word.start, word.end, word.level) for word in features.words]
    return composition(features.parsed.text, features.title, words, hsk_level=features.hsk_level)


def _evidence(lines: Sequence[Line]) -> Iterator[DiscourseEvidence]:
    for line in lines:
        said = Bilingual(zh=f"{line.label.zh}：{line.found.zh}", en=f"{line.label.en}: {line.found.en}")
        first = line.places[0] if line.places else (None, None)
        yield DiscourseEvidence(line.part, said, *first)


def _suggestions(features: EssayFeatures, lines: Sequence[Line]) -> Iterator[Bilingual]:
    """Why it is no essay, then what would help most, in the order of the frame; of the text as a whole the least met lines first."""
    for finding in features.findings:
        yield finding.reason
    structures = [edit for edit in features.edits if edit.type == "S"]
    words = [edit for edit in features.edits if edit.type != "S"]
    for part in features.feedback:
        if part == "discourse":
            yield from _of_lines(lines)
        elif chosen := {"word": words, "sentence": structures}.get(part):
            yield _of_errors(features.essay, chosen)


def _of_lines(lines: Sequence[Line]) -> Iterator[Bilingual]:
    for line in sorted(lines, key=lambda line: line.share)[:MOST_OF_LINES]:
        if line.advice is not None:
            yield Bilingual(zh=f"{line.label.zh}：{line.advice.zh}", en=f"{line.label.en}: {line.advice.en}")


def _of_errors(essay: str, edits: Sequence[Edit]) -> Bilingual:
    """The commonest kind of error where one comes again, else the surest single one, quoted."""
    kind, count = Counter(edit.type for edit in edits).most_common(1)[0]
    surest = max((edit for edit in edits if edit.type == kind), key=lambda edit: edit.confidence)
    quoted = quote(essay, surest)
    if count < REPEATED:
        return Bilingual(
            zh=f"看“{quoted}”这一处：{surest.explanation.zh}", en=f"Look at “{quoted}”: {surest.explanation.en}"
        )
    return Bilingual(
        zh=f"{KINDS[kind].zh}的问题不止一处（{count} 处），比如“{quoted}”：{surest.explanation.zh}",
        en=f"There are {count} errors in {KINDS[kind].en}, for example “{quoted}”: {surest.explanation.en}",
    )


def quote(essay: str, edit: Edit) -> str:
    """The place of an edit with what stands around it in its sentence."""
    first, last = stretch(essay, edit.start, edit.end)
    return essay[max(first, edit.start - AROUND) : min(last, edit.end + AROUND)].strip()
