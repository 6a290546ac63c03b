"""Items from single sentences: gaps to choose, gaps to type, pieces to order, sentences to match with their words."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from core.language.pinyin import join_syllables
from core.ports.language import PinyinReader
from core.questions.kinds.building import (
    Draft,
    Frame,
    Wording,
    fill_blank_item,
    matching_item,
    multiple_choice_item,
    ordering_item,
)
from core.questions.kinds.pieces import is_pinned, joined, orders_of, pieces_of
from core.questions.kinds.reasons import gist, reason, speaks_of
from core.records.items import BLANK, Item
from core.tables.content.option_notes import OptionNotes
from core.tables.content.texts import Gap, Sentence
from core.tables.points import Points
from core.wire import Bilingual, Topic

CHOOSE = Bilingual(zh="选出填入空白处的正确答案。", en="Choose what fits the blank.")
ORDER = Bilingual(zh="把词语排成一个完整的句子。", en="Put the pieces in order to make a sentence.")
ORDER_GROUP = Bilingual(
    zh="把词语排成前后连贯的几句话。", en="Put the pieces in order to make sentences that go together."
)
MATCH = Bilingual(
    zh="每个句子缺一个词，选出合适的词（每个词用一次）。",
    en="Each sentence lacks one word. Match the words (use each once).",
)
GROUPS = {"紧缩复句": "紧缩复句：", "句群": "句群：", "按形式分类": "句群："}
"""Groups of the standard whose points are named without them."""
LONGEST_TYPED = 3
SET_SIZES = (4, 3)
"""Sentences in a matching set: four where the proof can be had, else three."""
BRANCHES = 4
"""Sentences tried for each next key."""
SETS_PER_SENTENCE = 2
"""Matching sets that may share a sentence: enough for variety without the same sentence on every page."""


def with_blank(text: str, gap: Gap) -> str:
    """The text with the gap's key replaced by a blank."""
    start = gap.start_in(text)
    return text[:start] + BLANK + text[start + len(gap.key) :]


class SentenceItems:
    """Makes the items of the sentence cells; pure but for the tables it is given."""

    def __init__(
        self, sentences: Sequence[Sentence], points: Points, reader: PinyinReader, *, notes: OptionNotes
    ) -> None:
        self._sentences = sentences
        self._points = points
        self._reader = reader
        self._notes = notes
        self._children: dict[str, dict[str, str]] = defaultdict(dict)
        for row in points.rows:
            if row.kind == "word":
                self._children[row.parent_id][row.name] = row.id

    def multiple_choice(self, topic: Topic) -> Iterator[Draft]:
        """Gaps with four options: the grammar gap, or the vocabulary gap."""
        for row, gap in self._gaps(topic):
            frame = self._frame(row, gap, topic, "gap")
            yield Draft(frame, partial(self._choice, row=row, gap=gap))

    def _choice(self, frame: Frame, row: Sentence, gap: Gap) -> Item:
        stem = with_blank(row.text, gap)
        wording = Wording(CHOOSE, stem, self._reason(row, gap, shown=stem + gap.key + "".join(gap.distractors)))
        notes = self._notes.of(row.id, "cloze" if gap is row.cloze else "word")
        return multiple_choice_item(frame, wording, key=gap.key, wrong=gap.distractors, notes=notes)

    def fill_blank(self, topic: Topic) -> Iterator[Draft]:
        """Gaps to be typed. The English sentence is the cue for grammar, the pinyin as well for a word."""
        for row, gap in self._gaps(topic):
            if gap.open or len(gap.key) > LONGEST_TYPED:
                continue  # it can be said in more ways than were written down
            frame = self._frame(row, gap, topic, "typed")
            yield Draft(frame, partial(self._typed, row=row, gap=gap))

    def _typed(self, frame: Frame, row: Sentence, gap: Gap) -> Item:
        start = gap.start_in(row.text)
        pinyin = join_syllables(self._reader.syllables(row.text)[start : start + len(gap.key)])
        cue = f"（{row.en}）" if frame.topic == "grammar" else f"（{pinyin}；{row.en}）"
        instruction = Bilingual(zh=f"根据提示，在空白处填一个词。{cue}", en=f"Fill the blank with one word. {cue}")
        stem = with_blank(row.text, gap)
        wording = Wording(instruction, stem, self._reason(row, gap, shown=stem + gap.key))
        # With the pinyin as cue, a word that only means the same is not an answer.
        accepted = gap.accept if frame.topic == "grammar" else ()
        return fill_blank_item(frame, wording, key=gap.key, accepted=accepted, pinyin=pinyin)

    def ordering(self) -> Iterator[Draft]:
        """Sentences cut into pieces."""
        for row in self._sentences:
            if row.chunks and row.cloze and row.point:
                frame = self._frame(row, row.cloze, "grammar", "sentence")
                yield Draft(frame, partial(self._ordering, row=row, gap=row.cloze, point_id=row.point))

    def _ordering(self, frame: Frame, row: Sentence, gap: Gap, point_id: str) -> Item:
        point, pieces, orders = self._points.by_id[point_id], pieces_of(row), orders_of(row)
        pattern = " / ".join([row.text, *(joined(pieces, order) for order in orders)])
        told = [self._reason(row, gap, shown=row.text)]
        rule = gist(self._points.grammar_by_id[point_id].explanation)
        if speaks_of(rule, row.text):
            told.append(rule)
        explanation = Bilingual(
            zh="\n".join([f"正确语序：{pattern}（{self._name(point_id)}）", *(each.zh for each in told)]),
            en="\n".join([f"Right order: {pattern} ({point.name_en})", *(each.en for each in told)]),
        )
        several = any(is_pinned([piece]) for piece in pieces[:-1])
        wording = Wording(ORDER_GROUP if several else ORDER, "", explanation)
        return ordering_item(frame, wording, pieces, other_orders=orders)

    def matching(self) -> Iterator[Draft]:
        """Sets of sentences whose gaps can be filled by their keys in one way only.

        Proof: within a set the sentences stand so that each one's key is a written distractor (certainly wrong) of
        every sentence before it. Then the last key fits nowhere else but in the last sentence, and so on upwards:
        the matching is unique.
        """
        used: dict[str, int] = defaultdict(int)
        for rows in self._provable_sets():
            if any(used[row.id] >= SETS_PER_SENTENCE for row, _ in rows):
                continue
            for row, _ in rows:
                used[row.id] += 1
            frame = self._set_frame(rows)
            yield Draft(frame, partial(self._matching_item, rows=rows))

    def _provable_sets(self) -> Iterator[list[tuple[Sentence, Gap]]]:
        gapped = list(self._gaps("grammar"))
        by_key: dict[str, list[tuple[Sentence, Gap]]] = defaultdict(list)
        for row, gap in gapped:
            by_key[gap.key].append((row, gap))
        rng = random.Random(572)
        for size in SET_SIZES:
            for first in gapped:
                found_set = self._completed_set([first], by_key, size, rng)
                if found_set is not None:
                    yield found_set

    def _completed_set(
        self,
        chosen: list[tuple[Sentence, Gap]],
        by_key: Mapping[str, list[tuple[Sentence, Gap]]],
        size: int,
        rng: random.Random,
    ) -> list[tuple[Sentence, Gap]] | None:
        """The first set of `size` that goes on from `chosen`: every further key is wrong in all sentences before it."""
        if len(chosen) == size:
            return chosen
        common = set.intersection(*(set(gap.distractors) for _, gap in chosen))
        for key in sorted(common):
            rows = by_key.get(key, [])
            for row in rng.sample(rows, min(len(rows), BRANCHES)):
                found_set = self._completed_set([*chosen, row], by_key, size, rng)
                if found_set is not None:
                    return found_set
        return None

    def _matching_item(self, frame: Frame, rows: list[tuple[Sentence, Gap]]) -> Item:
        shown = "".join(with_blank(row.text, gap) + gap.key for row, gap in rows)
        rows = _shuffled(rows, frame.source)
        reasons = [self._reason(row, gap, shown=shown) for row, gap in rows]
        explanation = Bilingual(
            zh="\n".join(f"{number}. {reason_of_row.zh}" for number, reason_of_row in enumerate(reasons, start=1)),
            en="\n".join(f"{number}. {reason_of_row.en}" for number, reason_of_row in enumerate(reasons, start=1)),
        )
        pairs = [(with_blank(row.text, gap), gap.key) for row, gap in rows]
        return matching_item(frame, Wording(MATCH, "", explanation), pairs)

    @staticmethod
    def _set_frame(rows: list[tuple[Sentence, Gap]]) -> Frame:
        sentences = [row for row, _ in rows]
        source = "+".join(row.id for row in sentences)
        shown = [row for row, _ in _shuffled(rows, source)]
        points = tuple(dict.fromkeys(row.point for row in sentences if row.point))
        return Frame(
            source=source,
            topic="grammar",
            standard_level=max(row.level for row in sentences),
            tags=tuple(dict.fromkeys([*(row.theme for row in sentences), *points, "words_to_sentences"])),
            points=points,
            translation=" ".join(row.en for row in shown),
            full_text="".join(row.text for row in shown),
            similar=sentences[0].id,
        )

    def _name(self, point_id: str) -> str:
        """The point's name; with its group where the name alone (无标记, 带省略成分) says nothing."""
        official = self._points.grammar_by_id[point_id]
        return f"{GROUPS.get(official.category[-1], '')}{self._points.by_id[point_id].name}"

    def _reason(self, row: Sentence, gap: Gap, *, shown: str) -> Bilingual:
        """Why the key is right; where what is written is about absent options only, what its point is or the whole sentence."""
        point = self._points.grammar_by_id.get(row.point or "") if gap is row.cloze else None
        if point is None:
            instead = Bilingual(zh=f"“{gap.key}”：{row.text}", en=f"{gap.key}: {row.en}")
        else:
            zh, en = (point.explanation.get(language) for language in ("zh", "en"))
            instead = Bilingual(
                zh=f"“{gap.key}”：{_first_sentence(zh, '。')}", en=f"{gap.key}: {_first_sentence(en, '. ')}"
            )
        return reason(gap, row.text, shown=shown, instead=instead)

    # -- parts -------------------------------------------------------------------------------------------

    def _gaps(self, topic: Topic) -> Iterable[tuple[Sentence, Gap]]:
        for row in self._sentences:
            gap = row.cloze if topic == "grammar" else row.word
            if gap is not None:
                yield row, gap

    def _frame(self, row: Sentence, gap: Gap, topic: Topic, subtype: str) -> Frame:
        points: tuple[str, ...] = ()
        if topic == "grammar" and row.point:
            child = self._children[row.point].get(gap.key)
            points = (row.point, child) if child else (row.point,)
        return Frame(
            source=row.id,
            topic=topic,
            standard_level=row.level,
            tags=(
                row.theme,
                f"level_{row.level}",
                subtype,
                *points,
                *((row.focus,) if row.focus and topic == "vocabulary" else ()),
            ),
            points=points,
            words=(gap.key,) if topic == "vocabulary" else (),
            translation=row.en,
            full_text=row.text,
        )


def _first_sentence(text: str, end: str) -> str:
    head, mark, _ = text.partition(end)
    return head + mark.rstrip()


def _shuffled(rows: list[tuple[Sentence, Gap]], seed: str) -> list[tuple[Sentence, Gap]]:
    shuffled = list(rows)
    random.Random(seed).shuffle(shuffled)
    return shuffled
