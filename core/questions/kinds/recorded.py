"""Items made of the sentences that are installed as recordings: who has no Chinese voice in the browser hears more than single words."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from core.language.pinyin import NEUTRAL, Syllable, parse
from core.ports.language import PinyinReader, RecordedSentence, SentenceRecordings
from core.questions.draw import Piles
from core.questions.kinds.building import Draft, Frame
from core.questions.kinds.tasks import HAN, LEAST_DICTATED, dictated, is_written_as_heard
from core.records.items import Audio, Item
from core.tables import Tables
from core.wire import BANDS, BandLevel, QuestionType, Topic

MOST_HEARD = 12
"""Characters of a sentence that is kept in mind after it was heard."""
LONGEST_WORD = 8
"""Characters; the word list has none that is longer."""
RUN = re.compile(r"[\u4e00-\u9fff]+")


class RecordedItems:
    """Dictation of recorded sentences; none without a pack. Safe to share between threads.

    The bank itself does not depend on what an operator installs: these drafts are laid beside its piles when something is drawn. An item that
    was drawn is kept with its text like every other, so that it can be answered, and is said by the browser's voice, when the pack is gone.
    """

    def __init__(self, tables: Tables, reader: PinyinReader, sentences: SentenceRecordings) -> None:
        self._tables = tables
        self._reader = reader
        self._recordings = sentences
        self._made_of: Sequence[RecordedSentence] = ()
        self._by_level: Mapping[int, Sequence[Draft]] = {}
        self._lock = threading.Lock()

    def by_level(self) -> Mapping[int, Sequence[Draft]]:
        """The drafts by level, made on first use and again when another pack was installed."""
        sentences = self._recordings.sentences
        with self._lock:
            if sentences is not self._made_of:
                by_level: dict[int, list[Draft]] = defaultdict(list)
                for draft in self._drafts(sentences):
                    by_level[draft.frame.standard_level].append(draft)
                self._by_level, self._made_of = dict(by_level), sentences
            return self._by_level

    def piles(self, kind: QuestionType, topic: Topic, band: BandLevel) -> Piles:
        """The drafts of a cell as they are drawn from: one pile, or none."""
        if (kind, topic) != ("fill_blank", "listening"):
            return ()
        lowest, highest = BANDS[band]
        by_level = self.by_level()
        pile = tuple(draft for level in range(lowest, highest + 1) for draft in by_level.get(level, ()))
        return (pile,) if pile else ()

    def _drafts(self, sentences: Sequence[RecordedSentence]) -> Iterator[Draft]:
        people = self._tables.names.people
        for sentence in sentences:
            line = sentence.text
            if not LEAST_DICTATED <= len(HAN.findall(line)) <= MOST_HEARD or not is_written_as_heard(line, people):
                continue
            level = self._level(line)
            if level is not None:
                frame = Frame(
                    source=f"recorded_{sentence.file.partition('.')[0]}",
                    topic="listening",
                    standard_level=level,
                    tags=(f"level_{level}", "sentence_dictation"),
                    translation=sentence.english,
                    full_text=line,
                    audio=Audio(kind="speech", text=line),
                )
                yield Draft(frame, partial(self._item, sentence=sentence))

    def _item(self, frame: Frame, sentence: RecordedSentence) -> Item | None:
        if not self._is_read_alike(sentence):
            return None
        return dictated(frame, sentence.text, sentence.english, self._reader)

    def _level(self, line: str) -> int | None:
        """The highest level of its words; None where one of them is not on the word list."""
        levels = [_level_of_run(run, self._tables.words.levels) for run in RUN.findall(line)]
        known = [level for level in levels if level is not None]
        return max(known) if levels and len(known) == len(levels) else None

    def _is_read_alike(self, sentence: RecordedSentence) -> bool:
        """Whether the pack says the sentence is read as it is here, neutral tones apart: the pinyin is one of the right answers."""
        if not sentence.pinyin:
            return True
        own = parse("".join(self._reader.syllables(sentence.text)))
        theirs = parse(sentence.pinyin)
        return own is not None and theirs is not None and len(own) == len(theirs) and all(map(_alike, own, theirs))


def _alike(one: Syllable, other: Syllable) -> bool:
    return one.letters == other.letters and (
        one.tone == other.tone or not {0, NEUTRAL}.isdisjoint((one.tone, other.tone))
    )


def _level_of_run(run: str, levels: Mapping[str, int]) -> int | None:
    """The highest level of the words into which a run of characters is divided: as few as possible, of such divisions the lowest.

    >>> _level_of_run("我是学生", {"我": 1, "是": 1, "学": 2, "生": 3, "学生": 1}), _level_of_run("我饿", {"我": 1})
    (1, None)
    """
    best: list[tuple[int, int] | None] = [(0, 0)]
    for end in range(1, len(run) + 1):
        ways = (
            (head[0] + 1, max(head[1], level))
            for start in range(max(0, end - LONGEST_WORD), end)
            if (head := best[start]) is not None and (level := levels.get(run[start:end])) is not None
        )
        best.append(min(ways, default=None))
    last = best[-1]
    return None if last is None else last[1]
