"""The scorer: the overall score as fitted on scored essays, discourse scores by checklists, and suggestions that quote the essay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.essays.discourse.checklists import KNOWN_PARTS, checklist, part_score
from core.essays.discourse.composition import ChecklistItem, Composition, composition_of
from core.essays.discourse.content import is_off_title
from core.essays.integrity import highest_score
from core.essays.model import Edit, EditType
from core.essays.scoring.bands import band
from core.essays.scoring.features import DiscourseEvidence, EssayFeatures, LevelledWord, Scores
from core.essays.scoring.overall import overall
from core.essays.scoring.richness import Richness, richness
from core.essays.segmentation import enclosing_sentences
from core.wire import Bilingual

MOST_SUGGESTIONS, MOST_FROM_CHECKLIST = 5, 3
REPEATED_FROM = 2
"""So many errors of one kind are mentioned together."""
QUOTED_CONTEXT = 6
"""The most characters that are quoted on each side of an error."""
ERROR_KINDS: dict[EditType, Bilingual] = {
    "B": Bilingual(zh="别字", en="wrong characters"),
    "L": Bilingual(zh="缺字", en="missing characters"),
    "D": Bilingual(zh="多字", en="extra characters"),
    "P": Bilingual(zh="标点", en="punctuation errors"),
    "W": Bilingual(zh="用词", en="wrong words"),
    "S": Bilingual(zh="句式", en="sentence structure errors"),
}


class FittedScorer:
    """The `core.essays.ports.Scorer` that ships."""

    version = "essay-score 2"

    def score(self, features: EssayFeatures) -> Scores:
        """See `core.essays.ports.Scorer.score`."""
        highest = highest_score(features.findings)
        errors = Counter(edit.type for edit in features.edits)
        counts = vocabulary_shown(features)
        off_title = is_off_title(features.parsed.text, features.title)
        overall_score = overall(counts, errors, hsk_level=features.hsk_level, off_title=off_title)
        items = checklist(composition_for(features))
        return Scores(
            overall=min(highest, overall_score.score),
            low=min(highest, overall_score.low),
            high=min(highest, overall_score.high),
            calibrated=overall_score.calibrated and not features.findings,
            band=band(
                counts,
                characters=features.characters,
                errors=errors.total(),
                hsk_level=features.hsk_level,
                off_title=off_title,
                refused=any(finding.severity == "refusal" for finding in features.findings),
            ),
            structure=min(highest, part_score(items, "structure")),
            coherence=min(highest, part_score(items, "coherence")),
            content=min(highest, part_score(items, "content")),
            known=KNOWN_PARTS,
            suggestions=tuple(_suggestions(features, items))[:MOST_SUGGESTIONS],
            evidence=tuple(_evidence(items)),
        )


def vocabulary_shown(features: EssayFeatures) -> Richness:
    """The vocabulary that the essay shows; characters and words that were corrected are no vocabulary, but were written."""
    spans = [(edit.start, edit.end) for edit in features.edits if edit.end > edit.start]
    text = list(features.parsed.text)
    for start, end in spans:
        text[start:end] = " " * (end - start)
    words = [(word.text, word.level) for word in features.words]
    right_words = [(word.text, word.level) for word in features.words if not _overlaps(word, spans)]
    written = richness(features.parsed.text, words)
    return replace(
        richness("".join(text), right_words),
        characters=written.characters,
        distinct_characters=written.distinct_characters,
    )


def _overlaps(word: LevelledWord, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < word.end and word.start < end for start, end in spans)


def composition_for(features: EssayFeatures) -> Composition:
    """The essay divided for the checklists."""
    words = [(word.text, word.start, word.end, word.level) for word in features.words]
    return composition_of(features.parsed.text, features.title, words, hsk_level=features.hsk_level)


def _evidence(items: Sequence[ChecklistItem]) -> Iterator[DiscourseEvidence]:
    for item in items:
        text = Bilingual(zh=f"{item.label.zh}：{item.observation.zh}", en=f"{item.label.en}: {item.observation.en}")
        first = item.spans[0] if item.spans else (None, None)
        yield DiscourseEvidence(item.part, text, *first)


def _suggestions(features: EssayFeatures, items: Sequence[ChecklistItem]) -> Iterator[Bilingual]:
    """The reasons for which it is not an essay, then what would help most in the order of the framework; of checklist items the least met first."""
    for finding in features.findings:
        yield finding.reason
    structures = [edit for edit in features.edits if edit.type == "S"]
    words = [edit for edit in features.edits if edit.type != "S"]
    for part in features.feedback:
        if part == "discourse":
            yield from _checklist_suggestions(items)
        elif chosen := {"word": words, "sentence": structures}.get(part):
            yield _error_suggestion(features.essay, chosen)


def _checklist_suggestions(items: Sequence[ChecklistItem]) -> Iterator[Bilingual]:
    for item in sorted(items, key=lambda item: item.share)[:MOST_FROM_CHECKLIST]:
        if item.advice is not None:
            yield Bilingual(zh=f"{item.label.zh}：{item.advice.zh}", en=f"{item.label.en}: {item.advice.en}")


def _error_suggestion(essay: str, edits: Sequence[Edit]) -> Bilingual:
    """A suggestion about the commonest kind of error, which quotes the surest error of that kind."""
    kind, count = Counter(edit.type for edit in edits).most_common(1)[0]
    surest = max((edit for edit in edits if edit.type == kind), key=lambda edit: edit.confidence)
    quotation = quote(essay, surest)
    if count < REPEATED_FROM:
        return Bilingual(
            zh=f"看“{quotation}”这一处：{surest.explanation.zh}", en=f"Look at “{quotation}”: {surest.explanation.en}"
        )
    return Bilingual(
        zh=f"{ERROR_KINDS[kind].zh}的问题不止一处（{count} 处），比如“{quotation}”：{surest.explanation.zh}",
        en=f"There are {count} {ERROR_KINDS[kind].en}, for example “{quotation}”: {surest.explanation.en}",
    )


def quote(essay: str, edit: Edit) -> str:
    """The corrected passage with its surroundings in the same sentence."""
    first, last = enclosing_sentences(essay, edit.start, edit.end)
    return essay[max(first, edit.start - QUOTED_CONTEXT) : min(last, edit.end + QUOTED_CONTEXT)].strip()
