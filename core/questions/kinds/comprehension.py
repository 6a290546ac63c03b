"""Items from texts: exchanges, reading passages, listening dialogues."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

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
from core.questions.kinds.sentences import CHOOSE, with_blank
from core.records.items import Audio, Item
from core.tables.content.collected import Content
from core.tables.content.texts import Comprehension, Dialogue, Exchange, Pairs, Passage, ShortAnswer, Source
from core.wire import Bilingual, Topic

EXCHANGES_TO_MATCH = 4
DEALS = 4
"""How many times the exchanges are dealt into sets for matching."""
MOST_TO_ORDER = 6
"""The most sentences that a learner can reorder without losing the thread."""
REPLY = Bilingual(zh="选出合适的回答。", en="Choose the reply that fits.")
REPLY_HEARD = Bilingual(zh="听一听，选出合适的回答。", en="Listen and choose the reply that fits.")
HAN_PAIR = re.compile("[\u4e00-\u9fff]{2}")
COMMON_PAIRS = frozenset(["我们", "你们", "他们", "这个", "那个", "怎么", "可以", "一个", "不是", "的是", "年了"])
"""Pairs of characters that lines of any theme have in common."""
MATCH_REPLIES = Bilingual(zh="把问话和合适的回答连起来。", en="Match each line with the reply that fits.")
MATCH_HEARD = Bilingual(
    zh="你会听到四句话。给每句话选出合适的回答。", en="You will hear four lines. Match each with the reply that fits."
)
ORDER_SENTENCES = Bilingual(zh="把句子排成一段通顺的话。", en="Put the sentences in order to make a text.")


class TextItems:
    """Makes the items of the reading and listening cells."""

    def __init__(self, content: Content, reader: PinyinReader) -> None:
        self._content = content
        self._reader = reader

    # -- multiple choice ---------------------------------------------------------------------------------

    def reading_questions(self) -> Iterator[Draft]:
        """Questions on passages and exchanges, gaps in passages, replies to lines."""
        for passage in self._content.passages:
            body = _passage_text(passage)
            for question in passage.questions:
                yield self._question(_text_frame(passage, "reading", question.kind), question, body)
            yield from self._passage_gap(passage)
        for row in self._content.exchanges:
            frame = _exchange_frame(row, "reading", row.question.kind)
            yield self._question(frame, row.question, f"A：{row.a}\nB：{row.b}")
            frame = _exchange_frame(row, "reading", "reply")
            wording = Wording(REPLY, f"A：{row.a}\nB：____", _why(row))
            yield Draft(frame, _reply(row, wording))

    def listening_questions(self) -> Iterator[Draft]:
        """The same for what is heard; the text is shown after the answer only."""
        for dialogue in self._content.dialogues:
            for question in dialogue.questions:
                frame = _text_frame(dialogue, "listening", question.kind)
                yield self._with_audio(self._question(frame, question, ""), _dialogue_lines(dialogue))
        for row in self._content.exchanges:
            frame = _exchange_frame(row, "listening", row.question.kind)
            yield self._with_audio(self._question(frame, row.question, ""), [row.a, row.b])
            frame = _exchange_frame(row, "listening", "reply")
            wording = Wording(REPLY_HEARD, "", _why(row))
            yield self._with_audio(Draft(frame, _reply(row, wording)), [row.a])

    @staticmethod
    def _question(frame: Frame, question: Comprehension, body: str) -> Draft:
        instruction = Bilingual(zh=question.zh, en=f"{question.en}（{question.zh}）")
        wording = Wording(instruction, body, Bilingual(zh=question.why_zh, en=question.why_en))
        key, *wrong = question.options
        notes = _notes(wrong, question.notes)
        return Draft(frame, partial(multiple_choice_item, wording=wording, key=key, wrong=wrong, notes=notes))

    @staticmethod
    def _passage_gap(passage: Passage) -> Iterator[Draft]:
        gap = passage.cloze
        if gap is not None:
            frame = _text_frame(passage, "reading", "cloze")
            wording = Wording(CHOOSE, with_blank(_passage_text(passage), gap), Bilingual(zh=gap.why_zh, en=gap.why_en))
            yield Draft(frame, partial(multiple_choice_item, wording=wording, key=gap.key, wrong=gap.distractors))

    # -- typed -------------------------------------------------------------------------------------------

    def reading_short(self) -> Iterator[Draft]:
        """Short answers on what is read."""
        for passage in self._content.passages:
            for short in passage.short:
                frame = _text_frame(passage, "reading", "short_answer")
                yield Draft(frame, partial(self._short_answer, short=short, body=_passage_text(passage)))
        for row in self._content.exchanges:
            if row.short is not None:
                frame = _exchange_frame(row, "reading", "short_answer")
                yield Draft(frame, partial(self._short_answer, short=row.short, body=f"A：{row.a}\nB：{row.b}"))

    def listening_short(self) -> Iterator[Draft]:
        """Short answers on what is heard."""
        for dialogue in self._content.dialogues:
            for short in dialogue.short:
                frame = _text_frame(dialogue, "listening", "short_answer")
                yield self._with_audio(
                    Draft(frame, partial(self._short_answer, short=short, body="")), _dialogue_lines(dialogue)
                )
        for row in self._content.exchanges:
            if row.short is not None:
                frame = _exchange_frame(row, "listening", "short_answer")
                yield self._with_audio(
                    Draft(frame, partial(self._short_answer, short=row.short, body="")), [row.a, row.b]
                )

    def _short_answer(self, frame: Frame, short: ShortAnswer, body: str) -> Item:
        instruction = Bilingual(
            zh=f"{short.zh}（用几个字回答）", en=f"{short.en}（{short.zh}） Answer in a few characters."
        )
        pinyin = self._reader.transcription(short.answer)
        wording = Wording(instruction, body, Bilingual(zh=short.why_zh, en=short.why_en))
        return fill_blank_item(frame, wording, key=short.answer, accepted=short.accept, pinyin=pinyin)

    # -- matching ----------------------------------------------------------------------------------------

    def reading_match(self) -> Iterator[Draft]:
        """Who does what in a passage; lines and their replies."""
        for passage in self._content.passages:
            if passage.match is not None:
                frame = _text_frame(passage, "reading", "match")
                yield Draft(frame, partial(_matching_item, match=passage.match, body=_passage_text(passage)))
        for exchanges in self._reply_sets("read"):
            wording = Wording(MATCH_REPLIES, "", _all_pairs(exchanges))
            pairs = [(row.a, row.b) for row in exchanges]
            notes = {row.b: _why(row) for row in exchanges}
            make = partial(matching_item, wording=wording, pairs=pairs, notes=notes)
            yield Draft(_replies_frame(exchanges, "reading"), make)

    def listening_match(self) -> Iterator[Draft]:
        """The same for what is heard."""
        for dialogue in self._content.dialogues:
            if dialogue.match is not None:
                frame = _text_frame(dialogue, "listening", "match")
                yield self._with_audio(
                    Draft(frame, partial(_matching_item, match=dialogue.match, body="")), _dialogue_lines(dialogue)
                )
        for exchanges in self._reply_sets("heard"):
            wording = Wording(MATCH_HEARD, "", _all_pairs(exchanges))
            pairs = [(f"{number}", row.b) for number, row in enumerate(exchanges, start=1)]
            notes = {row.b: _why(row) for row in exchanges}
            make = partial(matching_item, wording=wording, pairs=pairs, notes=notes)
            draft = Draft(_replies_frame(exchanges, "listening"), make)
            yield self._with_audio(draft, [row.a for row in exchanges])

    def _reply_sets(self, purpose: str) -> Iterator[list[Exchange]]:
        """Exchanges dealt into sets: four themes, and no reply that was written as a near miss of another line.

        At most one line shares a word with its reply, so that most pairs are found by understanding alone.
        """
        rows = self._content.exchanges
        for deal in range(DEALS):
            rng = random.Random(f"{purpose}{deal}")
            shuffled = sorted(rows, key=lambda row: (row.level, rng.random()))
            waiting: list[Exchange] = []
            for row in shuffled:
                given_away = _shares_words(row) and any(map(_shares_words, waiting))
                if not given_away and all(_replies_differ(row, other) for other in waiting):
                    waiting.append(row)
                if len(waiting) == EXCHANGES_TO_MATCH:
                    yield waiting
                    waiting = []

    # -- ordering ----------------------------------------------------------------------------------------

    def reading_order(self) -> Iterator[Draft]:
        """Sentences of a passage that can stand in one order only."""
        for passage in self._content.passages:
            if passage.ordered and 3 <= len(passage.sentences) <= MOST_TO_ORDER:
                wording = Wording(ORDER_SENTENCES, "", _in_order(passage.links))
                frame = _text_frame(passage, "reading", "order")
                notes = _notes(passage.sentences[1:], passage.links)
                yield Draft(frame, partial(ordering_item, wording=wording, pieces=passage.sentences, notes=notes))

    def listening_order(self) -> Iterator[Draft]:
        """What happens first, next and last in a dialogue."""
        for dialogue in self._content.dialogues:
            sequence = dialogue.sequence
            if sequence is not None:
                instruction = Bilingual(zh=sequence.zh, en=f"{sequence.en}（{sequence.zh}）")
                wording = Wording(instruction, "", _in_order(sequence.steps))
                draft = Draft(
                    _text_frame(dialogue, "listening", "order"),
                    partial(
                        ordering_item,
                        wording=wording,
                        pieces=sequence.items,
                        notes=_notes(sequence.items[1:], sequence.steps),
                    ),
                )
                yield self._with_audio(draft, _dialogue_lines(dialogue))

    # -- sound -------------------------------------------------------------------------------------------

    def _with_audio(self, draft: Draft, lines: Sequence[str]) -> Draft:
        """The draft with what is spoken; its pinyin is read when the item is made."""
        return Draft(draft.frame, lambda frame: draft.make(replace(frame, audio=self._audio_of(lines))))

    def _audio_of(self, lines: Sequence[str]) -> Audio:
        """Lines to be spoken one after the other; `男：` and `女：` at their head name the voice, and are not said."""
        pinyin = "\n".join(self._reader.transcription(line[2:] if line[1:2] == "：" else line) for line in lines)
        return Audio(kind="speech", text="\n".join(lines), pinyin=pinyin)


# -- parts ---------------------------------------------------------------------------------------------------


def _matching_item(frame: Frame, *, match: Pairs, body: str) -> Item:
    rows = list(zip(match.pairs, match.whys, strict=True))
    random.Random(frame.source).shuffle(rows)
    told = _numbered([(left, right, why) for (left, right), why in rows])
    wording = Wording(Bilingual(zh=match.zh, en=f"{match.en}（{match.zh}）"), body, told)
    notes = {right: why for (_, right), why in rows}
    return matching_item(frame, wording, [pair for pair, _ in rows], notes=notes)


def _numbered(rows: Sequence[tuple[str, str, Bilingual]]) -> Bilingual:
    """Pairs, each with what joins it, a numbered line each."""
    return Bilingual(
        zh="\n".join(f"{number}. “{left}”——“{right}”：{why.zh}" for number, (left, right, why) in enumerate(rows, 1)),
        en="\n".join(f"{number}. {left} — {right}: {why.en}" for number, (left, right, why) in enumerate(rows, 1)),
    )


def _dialogue_lines(dialogue: Dialogue) -> list[str]:
    return [f"{turn.speaker}：{turn.text}" for turn in dialogue.turns]


def _in_order(links: Sequence[Bilingual]) -> Bilingual:
    """What ties each piece to the one before, a line each."""
    return Bilingual(zh="\n".join(link.zh for link in links), en="\n".join(link.en for link in links))


def _reply(row: Exchange, wording: Wording) -> Callable[[Frame], Item]:
    notes = _notes(row.wrong_replies, row.reply_notes)
    return partial(multiple_choice_item, wording=wording, key=row.b, wrong=row.wrong_replies, notes=notes)


def _notes(texts: Sequence[str], notes: Sequence[Bilingual]) -> dict[str, Bilingual]:
    return dict(zip(texts, notes, strict=True))


def _passage_text(passage: Passage) -> str:
    return "".join(passage.sentences)


def _why(row: Exchange) -> Bilingual:
    return Bilingual(zh=row.why_zh, en=row.why_en)


def _all_pairs(rows: Sequence[Exchange]) -> Bilingual:
    """The lines and their replies, each with why it fits."""
    return _numbered([(row.a, row.b, _why(row)) for row in rows])


def _replies_differ(row: Exchange, other: Exchange) -> bool:
    """Whether neither reply could be taken for the other's."""
    strangers = row.theme != other.theme and row.b not in other.wrong_replies and other.b not in row.wrong_replies
    return strangers and abs(row.level - other.level) <= 1 and row.b != other.b


@cache
def _words_shared(line: str, reply: str) -> bool:
    first, second = ({text[at : at + 2] for at in range(len(text) - 1)} for text in (line, reply))
    return any(HAN_PAIR.fullmatch(pair) and pair not in COMMON_PAIRS for pair in first & second)


def _shares_words(row: Exchange) -> bool:
    """Whether line and reply have words in common by which they are matched without being understood."""
    return _words_shared(row.a, row.b)


def _tags(row: Source, subtype: str) -> tuple[str, ...]:
    return (row.theme, f"level_{row.level}", subtype)


def _text_frame(row: Passage | Dialogue, topic: Topic, subtype: str) -> Frame:
    if isinstance(row, Passage):
        full_text = _passage_text(row)
    else:
        full_text = "\n".join(f"{turn.speaker}：{turn.text}" for turn in row.turns)
    return Frame(
        source=row.id,
        topic=topic,
        standard_level=row.level,
        tags=(*_tags(row, subtype), *row.points),
        points=tuple(row.points),
        translation=row.en,
        full_text=full_text,
    )


def _exchange_frame(row: Exchange, topic: Topic, subtype: str) -> Frame:
    points = (row.point,) if row.point else ()
    return Frame(
        source=row.id,
        topic=topic,
        standard_level=row.level,
        tags=(*_tags(row, subtype), *points),
        points=points,
        translation=f"A: {row.a_en}\nB: {row.b_en}",
        full_text=f"A：{row.a}\nB：{row.b}",
    )


def _replies_frame(rows: Sequence[Exchange], topic: Topic) -> Frame:
    points = tuple(dict.fromkeys(row.point for row in rows if row.point))
    level = max(row.level for row in rows)
    return Frame(
        source="+".join(row.id for row in rows),
        topic=topic,
        standard_level=level,
        tags=(*dict.fromkeys(row.theme for row in rows), f"level_{level}", "replies", *points),
        points=points,
        translation="\n".join(f"{row.a_en} — {row.b_en}" for row in rows),
        full_text="\n".join(f"A：{row.a}\nB：{row.b}" for row in rows),
        similar=rows[0].id,
    )
