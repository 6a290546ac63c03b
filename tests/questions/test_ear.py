"""The tone ear: what is asked, what is stored, and the tables of what was heard and said."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from core.answers.heard_tones import spoken_tones
from core.api.core import Core
from core.api.ear import EarCard, EarKind
from core.backends.recordings import RecordedWords
from core.errors import NotFound
from core.learning.tone_confusion import HeardTone, tone_table
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from tests.plan.planning import CALLER

STUDENT = "s1"
SYLLABLES = ("ma1", "ma2", "ma3", "ma4", "ba1", "ba2", "ba3", "ba4", "lü4", "lü3")


def packed_core(folder: Path, *, syllables: bool = True, words: bool = True) -> Core:
    """A core whose audio pack holds some syllables and all words of tone pairs."""
    core = in_memory_core(bank=shared_bank())
    names = [*(SYLLABLES if syllables else ()), *((word.word for word in core.tables.tone_pairs) if words else ())]
    for name in [*names, *("妈", "马")] if words else names:
        (folder / f"{name}.mp3").write_bytes(b"sound")
    core.recordings = core.questions._recordings = core.ear._recordings = RecordedWords(folder)
    return core


@pytest.fixture
def core(tmp_path: Path) -> Core:
    return packed_core(tmp_path)


def card_of(core: Core, kind: EarKind, *, seed: int = 1, lately: tuple[str, ...] = ()) -> EarCard:
    card = core.ear.next(STUDENT, kind, CALLER, seed=seed, lately=lately)
    assert card is not None
    return card


def give(core: Core, card: EarCard, *, right: bool) -> bool:
    chosen = card.item.key if right else next(each.id for each in card.item.options if each.id != card.item.key)
    return core.ear.answer(STUDENT, card.item.id, chosen, CALLER)


def test_a_syllable_is_asked_with_all_four_tones_and_each_is_there_to_compare(core: Core) -> None:
    for seed in range(30):
        card = card_of(core, "syllable", seed=seed)
        assert sorted(spoken_tones(option.text) for option in card.item.options) == [(1,), (2,), (3,), (4,)]
        assert card.examples[card.item.key] == card.sound
        assert core.questions.recording(card.sound.text)


def test_a_syllable_is_heard_in_several_voices(core: Core) -> None:
    heard = {card_of(core, "syllable", seed=seed).sound.text for seed in range(200)}
    assert {"妈", "ma1"} <= heard


def test_a_word_is_asked_with_four_pairs_of_which_none_sounds_like_the_right_one(core: Core) -> None:
    for seed in range(60):
        card = card_of(core, "word", seed=seed)
        tones = [spoken_tones(option.text) for option in card.item.options]
        assert len(set(tones)) == 4
        assert all(len({pair[place] for pair in tones}) == 2 for place in range(2))
        assert spoken_tones(card.sound.reading) == card.sound.tones


def test_the_same_recording_never_comes_twice_in_a_row(core: Core) -> None:
    lately: tuple[str, ...] = ()
    for seed in range(80):
        card = card_of(core, "syllable", seed=seed, lately=lately)
        assert not lately or card.sound.text != lately[-1]
        lately = (*lately, card.sound.text)


def test_what_is_confused_comes_more_often(core: Core) -> None:
    confused = tone_table([HeardTone(2, 3, "ev#0")] * 30 + [HeardTone(tone, tone, "ev#0") for tone in (1, 4)] * 30)
    sounds = core.ear._recorded
    said = []
    for seed in range(200):
        card = sounds.card("syllable", confused, random=Random(seed))
        assert card is not None
        said.append(card.sound.tones[0])
    assert said.count(2) > 80


def test_an_answer_is_evidence_of_listening_and_stands_in_the_table_with_its_source(core: Core) -> None:
    card = card_of(core, "syllable")
    assert not give(core, card, right=False)
    table = core.ear.heard(STUDENT, CALLER)
    said = card.sound.tones[0]
    (tone,) = (tone for cell in table.cells.values() for tone in cell.under)
    assert tone.said == said != tone.heard
    (view,) = core.answers.evidence(STUDENT, [tone.source], CALLER)
    assert view.item == card.item
    evidence = core.store.evidence_of(CALLER.organisation_id, STUDENT)
    assert [(piece.target_kind, piece.target, piece.outcome) for piece in evidence] == [("skill", "listening", 0.0)]


def test_a_word_counts_for_both_of_its_tones(core: Core) -> None:
    card = card_of(core, "word")
    assert give(core, card, right=True)
    table = core.ear.heard(STUDENT, CALLER)
    assert table.n == 2
    assert all(table.cells[tone, tone].n for tone in card.sound.tones)


def test_without_recordings_a_voice_is_practice_and_nothing_is_stored(tmp_path: Path) -> None:
    core = packed_core(tmp_path, syllables=False, words=False)
    assert core.ear.kinds() == ()
    assert core.ear.next(STUDENT, "word", CALLER, seed=1) is None
    assert "word" in core.ear.kinds(voice=True)
    assert not core.ear.scored()
    card = core.ear.next(STUDENT, "word", CALLER, seed=1, voice=True)
    assert card is not None
    with pytest.raises(NotFound, match="There is no question"):
        core.ear.answer(STUDENT, card.item.id, card.item.key, CALLER)
    assert core.ear.heard(STUDENT, CALLER).n == 0


def test_a_pack_that_is_installed_while_the_server_runs_is_played(tmp_path: Path) -> None:
    core = packed_core(tmp_path, syllables=False, words=False)
    assert core.ear.kinds() == ()
    for name in SYLLABLES:
        (tmp_path / f"{name}.mp3").write_bytes(b"sound")
    assert core.ear.kinds() == ("syllable",)
    assert core.questions.recording("ma3") == "/recordings/ma3.mp3"
