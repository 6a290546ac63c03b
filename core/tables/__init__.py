"""The data files as frozen, checked rows, each loaded on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from core.tables.api_examples import ApiExample, api_examples
from core.tables.content.annotations import Annotations, read_annotations
from core.tables.content.board_lessons import BoardLesson, board_lessons
from core.tables.content.collected import Content
from core.tables.content.lessons import DemoEssay, EssayTitle, Lesson, demo_essays, essay_titles, lessons
from core.tables.content.option_notes import OptionNotes
from core.tables.content.proofs import Proofs
from core.tables.content.themes import ThemeRow, themes
from core.tables.content.units import Unit, units
from core.tables.essays.confusions import ConfusionRow, essay_confusions
from core.tables.essays.found import EssayFound, essay_found
from core.tables.essays.model_check import CheckedSentence, essay_model_check
from core.tables.essays.prompts import Prompt, essay_prompts
from core.tables.essays.rule_probabilities import essay_rule_probabilities
from core.tables.essays.rules import EssayRules, essay_rules
from core.tables.grammar import (
    GrammarRule,
    PointPage,
    grammar_classes,
    grammar_rules,
    point_pages,
)  # fmt: skip
from core.tables.indicators import Experience, Indicators
from core.tables.points import Points
from core.tables.predictor import PredictorModel, predictor_model
from core.tables.sources import Source, sources
from core.tables.speech_norms import Norm, speech_norms
from core.tables.words.equivalents import Classifiers, Equivalents
from core.tables.words.lists import CharacterList, WordList, bare
from core.tables.words.names import Names, phrase_readings
from core.tables.words.notes import CharacterNotes, WordNotes
from core.tables.words.placement import PlacementWord, placement_words
from core.tables.words.polyphones import Polyphone, polyphones
from core.tables.words.tone_pairs import PairWord, tone_pairs

DATA = Path(__file__).resolve().parent.parent.parent / "data"
BUNDLED = Path(__file__).resolve().parent.parent / "_bundle" / "data"

TABLE_SETS_KEPT = 4
"""For how many sets of tables the objects built over them are cached; a service has one set."""

Table = TypeVar("Table")


class Tables:
    """The tables of a folder, by default the shipped ones; each table is read once, whichever thread asks first."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or (DATA if DATA.is_dir() else BUNDLED)
        self._loaded: dict[str, object] = {}
        self._lock = threading.RLock()

    def _once(self, name: str, load: Callable[[], Table]) -> Table:
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = load()
            return self._loaded[name]  # type: ignore[return-value]

    @property
    def words(self) -> WordList:
        """11,092 words."""
        return self._once("words", lambda: WordList(self.folder / "words.csv"))

    @property
    def characters(self) -> CharacterList:
        """3,000 characters."""
        return self._once("characters", lambda: CharacterList(self.folder / "characters.csv"))

    @property
    def themes(self) -> list[ThemeRow]:
        """32 themes of texts."""
        return self._once("themes", lambda: themes(self.folder / "themes.csv"))

    @property
    def annotations(self) -> Annotations:
        """Words and grammar points of every text of the content, by its id."""
        return self._once("annotations", lambda: read_annotations(self.folder / "content" / "annotations.csv"))

    @property
    def points(self) -> Points:
        """572 grammar points, 853 knowledge points, prerequisites."""
        return self._once("points", lambda: Points(self.folder))

    @property
    def content(self) -> Content:
        """Sentences, exchanges, passages, dialogues."""
        return self._once("content", lambda: Content.read(self.folder / "content"))

    @property
    def lessons(self) -> list[Lesson]:
        """Mini-lessons of all levels."""
        return self._once("lessons", lambda: lessons(self.folder / "content"))

    @property
    def board_lessons(self) -> list[BoardLesson]:
        """Lessons of points and units, level by level."""
        return self._once(
            "board_lessons", lambda: board_lessons(sorted((self.folder / "content").glob("board_lessons-*.jsonl")))
        )

    @property
    def essay_titles(self) -> list[EssayTitle]:
        """Titles of essays, ten a level and more."""
        return self._once("essay_titles", lambda: essay_titles(self.folder / "content" / "essay_titles.jsonl"))

    @property
    def units(self) -> list[Unit]:
        """Units of the road, all levels in order."""
        return self._once("units", lambda: units(self.folder / "content" / "units.jsonl"))

    @property
    def demo_essays(self) -> list[DemoEssay]:
        """Essays that the demo's students hand in."""
        return self._once("demo_essays", lambda: demo_essays(self.folder / "demo_essays.csv"))

    @property
    def story_reading(self) -> bytes:
        """The sentence of the presenter's story as the synthetic voice of the tests says it: a WAV file, 16 kHz, mono."""
        return self._once("story_reading", (self.folder / "story_reading.wav").read_bytes)

    @property
    def essay_confusions(self) -> list[ConfusionRow]:
        """Readings of characters, and the characters that look like them."""
        return self._once("essay_confusions", lambda: essay_confusions(self.folder / "essay_confusions.csv"))

    @property
    def essay_model_check(self) -> list[CheckedSentence]:
        """600 sentences on which an operator's language model is measured."""
        return self._once("essay_model_check", lambda: essay_model_check(self.folder / "essay_model_check.csv"))

    @property
    def essay_found(self) -> EssayFound:
        """How many of the errors in learners' free writing the embedded engine finds, by kind."""
        return self._once("essay_found", lambda: essay_found(self.folder / "essay_found.toml"))

    @property
    def essay_prompts(self) -> dict[str, Prompt]:
        """The frames in which essays are reviewed, by name."""
        return self._once("essay_prompts", lambda: essay_prompts(self.folder / "essay_prompts"))

    @property
    def speech_norms(self) -> dict[str, Norm]:
        """Anchors and references of the indicators of reading aloud, by name."""
        return self._once("speech_norms", lambda: speech_norms(self.folder / "speech_norms.toml"))

    @property
    def tone_pairs(self) -> list[PairWord]:
        """Words for each of the 20 tone pairs."""
        return self._once("tone_pairs", lambda: tone_pairs(self.folder / "content" / "tone_pairs.jsonl"))

    @property
    def essay_rules(self) -> EssayRules:
        """Rules that find errors of learners."""
        return self._once("essay_rules", lambda: essay_rules(self.folder / "essay_rules"))

    @property
    def essay_rule_probabilities(self) -> dict[str, float]:
        """How often each essay rule is right, by its id."""
        return self._once("essay_rule_probabilities", self._read_rule_probabilities)

    def _read_rule_probabilities(self) -> dict[str, float]:
        rows = essay_rule_probabilities(self.folder / "essay_rule_probabilities.csv")
        return {rule: row.probability for rule, row in rows.items()}

    @property
    def word_notes(self) -> WordNotes:
        """Chinese meanings, sentences and partners of the words."""
        return self._once("word_notes", lambda: WordNotes(self.folder / "word_notes.csv"))

    @property
    def character_notes(self) -> CharacterNotes:
        """What the characters are made of."""
        return self._once("character_notes", lambda: CharacterNotes(self.folder / "character_notes.csv"))

    @property
    def classifiers(self) -> Classifiers:
        """Measure words by noun."""
        return self._once("classifiers", lambda: Classifiers(self.folder / "classifiers.csv"))

    @property
    def equivalents(self) -> Equivalents:
        """Words that can replace one another."""
        return self._once("equivalents", lambda: Equivalents(self.folder / "equivalents.csv"))

    @property
    def option_notes(self) -> OptionNotes:
        """What is wrong with the wrong options of gaps."""
        return self._once("option_notes", lambda: OptionNotes(self.folder / "content" / "option_notes.csv"))

    @property
    def proofs(self) -> Proofs:
        """Proofs of the items, made offline."""
        return self._once("proofs", lambda: Proofs(self.folder / "content" / "proofs.csv"))

    @property
    def grammar_rules(self) -> list[GrammarRule]:
        """Rules that find each grammar point."""
        return self._once("grammar_rules", lambda: grammar_rules(self.folder / "grammar_rules"))

    @property
    def grammar_classes(self) -> dict[str, tuple[str, ...]]:
        """Word classes that rules and predicates name."""
        return self._once("grammar_classes", lambda: grammar_classes(self.folder / "grammar_rules" / "classes"))

    @property
    def point_pages(self) -> dict[str, PointPage]:
        """Pattern, examples and near miss of each grammar point."""
        return self._once("point_pages", lambda: point_pages(self.folder / "grammar_examples"))

    @property
    def readings(self) -> dict[str, str]:
        """Phrases whose reading the word list alone does not tell, with their pinyin."""
        return self._once("readings", lambda: phrase_readings(self.folder / "readings.csv"))

    @property
    def polyphones(self) -> dict[str, tuple[Polyphone, ...]]:
        """Words with several readings, and the contexts that choose between them."""
        return self._once("polyphones", lambda: polyphones(self.folder / "polyphones.csv"))

    @property
    def read_in_one_way(self) -> frozenset[str]:
        """Forms of the word list with a single reading: neither the list nor the polyphones have another."""
        return self._once("read_in_one_way", self._read_in_one_way)

    def _read_in_one_way(self) -> frozenset[str]:
        elsewhere = {word: {bare(row.pinyin) for row in rows} for word, rows in self.polyphones.items()}
        known = self.words.readings.items()
        return frozenset(form for form, readings in known if len(readings | elsewhere.get(form, set())) == 1)

    @property
    def names(self) -> Names:
        """Proper nouns, which learners need not know."""
        return self._once("names", lambda: Names(self.folder / "names.csv"))

    @property
    def predictor(self) -> PredictorModel:
        """The shipped model of what a student will get right."""
        return self._once("predictor", lambda: predictor_model(self.folder / "models" / "predictor" / "predictor.json"))

    @property
    def indicators(self) -> Indicators:
        """The 85 leaves of the portrait and the nodes above them."""
        return self._once("indicators", lambda: Indicators(self.folder / "indicators.csv"))

    @property
    def placement_words(self) -> list[PlacementWord]:
        """Words of nine levels in the placement test."""
        return self._once("placement_words", lambda: placement_words(self.folder / "placement_words.csv"))

    @property
    def experience(self) -> Experience:
        """Stars and what earns them."""
        return self._once("experience", lambda: Experience(self.folder / "stars.csv", self.folder / "experience.csv"))

    @property
    def api_examples(self) -> dict[str, ApiExample]:
        """A recorded call of each operation of the API, by operationId."""
        return self._once("api_examples", lambda: api_examples(self.folder / "api_examples.jsonl"))

    @property
    def sources(self) -> list[Source]:
        """Source, licence and size of every data file."""
        return self._once("sources", lambda: sources(self.folder / "sources.toml"))


@cache
def shipped_tables() -> Tables:
    """The shipped tables, one instance for all of the process: what is built over them is kept by instance."""
    return Tables()
