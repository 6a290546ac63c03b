"""Items from texts: exchanges, reading passages, listening dialogues."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from core.ports import PinyinReader
from core.questions.making import Asked, Frame, choice, matching, ordering, typed
from core.questions.sentences import CHOOSE, with_blank
from core.records import Audio, Item
from core.tables.content import Comprehension, Content, Dialogue, Exchange, Passage, ShortAnswer, Source, Text
from core.wire import Bilingual, Topic

EXCHANGES_TO_MATCH = 4
DEALS = 4
"""How many times the exchanges are dealt into matching sets."""

REPLY = Bilingual(zh="选出合适的回答。", en="Choose the reply that fits.")
REPLY_HEARD = Bilingual(zh="听一听，选出合适的回答。", en="Listen and choose the reply that fits.")
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

    def reading_questions(self) -> Iterator[Item]:
        """Questions on passages and exchanges, gaps in passages, replies to lines."""
        for passage in self._content.passages:
            body = _passage_text(passage)
            for question in passage.questions:
                yield self._question(_text_frame(passage, "reading", question.kind), question, body)
            yield from self._passage_gap(passage)
        for row in self._content.exchanges:
            frame = _exchange_frame(row, "reading", row.question.kind)
            yield self._question(frame, row.question, f"A：{row.a}\nB：{row.b}")
            frame = _exchange_frame(row, "reading", "reply", full_text=f"A：{row.a}\nB：{row.b}")
            asked = Asked(REPLY, f"A：{row.a}\nB：____", _why(row))
            yield choice(frame, asked, key=row.b, wrong=row.wrong_replies)

    def listening_questions(self) -> Iterator[Item]:
        """The same for what is heard; the text is shown after the answer only."""
        for dialogue in self._content.dialogues:
            audio = self._dialogue_audio(dialogue)
            for question in dialogue.questions:
                yield self._question(_text_frame(dialogue, "listening", question.kind, audio=audio), question, "")
        for row in self._content.exchanges:
            audio = self._spoken([row.a, row.b])
            yield self._question(_exchange_frame(row, "listening", row.question.kind, audio=audio), row.question, "")
            heard = self._spoken([row.a])
            frame = _exchange_frame(row, "listening", "reply", audio=heard, full_text=f"A：{row.a}\nB：{row.b}")
            yield choice(frame, Asked(REPLY_HEARD, "", _why(row)), key=row.b, wrong=row.wrong_replies)

    @staticmethod
    def _question(frame: Frame, question: Comprehension, body: str) -> Item:
        instruction = Bilingual(zh=question.zh, en=f"{question.en}（{question.zh}）")
        asked = Asked(instruction, body, Bilingual(zh=question.why_zh, en=question.why_en))
        return choice(frame, asked, key=question.options[0], wrong=question.options[1:])

    @staticmethod
    def _passage_gap(passage: Passage) -> Iterator[Item]:
        gap = passage.cloze
        if gap is not None:
            body = _passage_text(passage)
            asked = Asked(CHOOSE, with_blank(body, gap), Bilingual(zh=gap.why_zh, en=gap.why_en))
            yield choice(_text_frame(passage, "reading", "cloze"), asked, key=gap.key, wrong=gap.distractors)

    # -- typed -------------------------------------------------------------------------------------------

    def reading_short(self) -> Iterator[Item]:
        """Short answers on what is read."""
        for passage in self._content.passages:
            for short in passage.short:
                yield self._short(_text_frame(passage, "reading", "short_answer"), short, _passage_text(passage))
        for row in self._content.exchanges:
            if row.short is not None:
                frame = _exchange_frame(row, "reading", "short_answer")
                yield self._short(frame, row.short, f"A：{row.a}\nB：{row.b}")

    def listening_short(self) -> Iterator[Item]:
        """Short answers on what is heard."""
        for dialogue in self._content.dialogues:
            audio = self._dialogue_audio(dialogue)
            for short in dialogue.short:
                yield self._short(_text_frame(dialogue, "listening", "short_answer", audio=audio), short, "")
        for row in self._content.exchanges:
            if row.short is not None:
                audio = self._spoken([row.a, row.b])
                yield self._short(_exchange_frame(row, "listening", "short_answer", audio=audio), row.short, "")

    def _short(self, frame: Frame, short: ShortAnswer, body: str) -> Item:
        instruction = Bilingual(
            zh=f"{short.zh}（用几个字回答）", en=f"{short.en}（{short.zh}） Answer in a few characters."
        )
        pinyin = self._reader.transcription(short.answer)
        said = Bilingual(zh=f"文中说的是“{short.answer}”。", en=f"The text says {short.answer}.")
        return typed(frame, Asked(instruction, body, said), key=short.answer, accepted=short.accept, pinyin=pinyin)

    # -- matching ----------------------------------------------------------------------------------------

    def reading_match(self) -> Iterator[Item]:
        """Who does what in a passage; lines and their replies."""
        for passage in self._content.passages:
            if passage.match is not None:
                yield self._pairs(_text_frame(passage, "reading", "match"), passage, _passage_text(passage))
        for rows in self._reply_sets("read"):
            frame = _replies_frame(rows, "reading")
            yield matching(frame, Asked(MATCH_REPLIES, "", _whys(rows)), [(row.a, row.b) for row in rows])

    def listening_match(self) -> Iterator[Item]:
        """The same for what is heard."""
        for dialogue in self._content.dialogues:
            if dialogue.match is not None:
                audio = self._dialogue_audio(dialogue)
                yield self._pairs(_text_frame(dialogue, "listening", "match", audio=audio), dialogue, "")
        for rows in self._reply_sets("heard"):
            audio = self._spoken([row.a for row in rows])
            frame = _replies_frame(rows, "listening", audio=audio)
            pairs = [(f"{place}", row.b) for place, row in enumerate(rows, start=1)]
            yield matching(frame, Asked(MATCH_HEARD, "", _whys(rows)), pairs)

    @staticmethod
    def _pairs(frame: Frame, text: Text, body: str) -> Item:
        match = text.match
        assert match is not None
        pairs = list(match.pairs)
        random.Random(text.id).shuffle(pairs)
        said = "；".join(f"{left}：{right}" for left, right in match.pairs)
        asked = Asked(
            Bilingual(zh=match.zh, en=f"{match.en}（{match.zh}）"),
            body,
            Bilingual(zh=f"{said}。", en=f"{said.replace('；', '; ')}."),
        )
        return matching(frame, asked, pairs)

    def _reply_sets(self, purpose: str) -> Iterator[list[Exchange]]:
        """Exchanges dealt into sets: four themes, and no reply that was written as a near miss of another line."""
        rows = self._content.exchanges
        for deal in range(DEALS):
            chance = random.Random(f"{purpose}{deal}")
            shuffled = sorted(rows, key=lambda row: (row.level, chance.random()))
            waiting: list[Exchange] = []
            for row in shuffled:
                if all(_apart(row, other) for other in waiting):
                    waiting.append(row)
                if len(waiting) == EXCHANGES_TO_MATCH:
                    yield waiting
                    waiting = []

    # -- ordering ----------------------------------------------------------------------------------------

    def reading_order(self) -> Iterator[Item]:
        """Sentences of a passage that can stand in one order only."""
        for passage in self._content.passages:
            if passage.ordered and 3 <= len(passage.sentences) <= 5:
                told = "".join(passage.sentences)
                explanation = Bilingual(
                    zh=f"注意表示时间和先后的词语。原文：{told}",
                    en=f"Follow the words for time and sequence. The text: {told}",
                )
                frame = _text_frame(passage, "reading", "order")
                yield ordering(frame, Asked(ORDER_SENTENCES, "", explanation), passage.sentences)

    def listening_order(self) -> Iterator[Item]:
        """What happens first, next and last in a dialogue."""
        for dialogue in self._content.dialogues:
            sequence = dialogue.sequence
            if sequence is not None:
                frame = _text_frame(dialogue, "listening", "order", audio=self._dialogue_audio(dialogue))
                told = "→".join(sequence.items)
                asked = Asked(
                    Bilingual(zh=sequence.zh, en=f"{sequence.en}（{sequence.zh}）"),
                    "",
                    Bilingual(zh=f"顺序是：{told}。", en=f"The order is: {told}."),
                )
                yield ordering(frame, asked, sequence.items)

    # -- sound -------------------------------------------------------------------------------------------

    def _dialogue_audio(self, dialogue: Dialogue) -> Audio:
        return self._spoken([f"{turn.speaker}：{turn.text}" for turn in dialogue.turns])

    def _spoken(self, lines: Sequence[str]) -> Audio:
        """Lines to be spoken one after the other; `男：` and `女：` at their head name the voice, and are not said."""
        pinyin = "\n".join(self._reader.transcription(line[2:] if line[1:2] == "：" else line) for line in lines)
        return Audio(kind="speech", text="\n".join(lines), pinyin=pinyin)


# -- parts ---------------------------------------------------------------------------------------------------


def _passage_text(passage: Passage) -> str:
    return "".join(passage.sentences)


def _why(row: Exchange) -> Bilingual:
    return Bilingual(zh=row.why_zh, en=row.why_en)


def _whys(rows: Sequence[Exchange]) -> Bilingual:
    return Bilingual(
        zh=" ".join(f"（{place}）{row.why_zh}" for place, row in enumerate(rows, start=1)),
        en=" ".join(f"({place}) {row.why_en}" for place, row in enumerate(rows, start=1)),
    )


def _apart(row: Exchange, other: Exchange) -> bool:
    """Whether neither reply could be taken for the other's."""
    strangers = row.theme != other.theme and row.b not in other.wrong_replies and other.b not in row.wrong_replies
    return strangers and abs(row.level - other.level) <= 1 and row.b != other.b


def _tags(row: Source, subtype: str) -> tuple[str, ...]:
    return (row.theme, f"level_{row.level}", subtype)


def _text_frame(row: Passage | Dialogue, topic: Topic, subtype: str, *, audio: Audio | None = None) -> Frame:
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
        audio=audio,
    )


def _exchange_frame(
    row: Exchange, topic: Topic, subtype: str, *, audio: Audio | None = None, full_text: str = ""
) -> Frame:
    points = (row.point,) if row.point else ()
    return Frame(
        source=row.id,
        topic=topic,
        standard_level=row.level,
        tags=(*_tags(row, subtype), *points),
        points=points,
        translation=f"A: {row.a_en}\nB: {row.b_en}",
        full_text=full_text or f"A：{row.a}\nB：{row.b}",
        audio=audio,
    )


def _replies_frame(rows: Sequence[Exchange], topic: Topic, *, audio: Audio | None = None) -> Frame:
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
        audio=audio,
    )
