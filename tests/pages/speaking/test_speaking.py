"""Speaking, reading aloud and tone pairs, on readings made by hand: no acoustic model is asked."""

from __future__ import annotations

import json
from typing import Any, get_args

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.api.speaking import PairCell, live_pitch
from core.api.speech import SpeechUpload
from core.errors import Busy
from core.speech.resynthesis.transplant import Doubt
from core.speech.wire import SpeechReport, SyllableJudged
from evaluation.speech.reports import TEACHER, TEACHER_SAID, UMBRELLA, Listener, SpokenSyllable, anything, report, wav
from pages.parts.speaking.bands import bands
from pages.parts.speaking.data import clauses_of, reading_data, shape_text, verdicts_of, words_of
from pages.parts.speaking.file import HEAD, rows
from pages.parts.speaking.history import AT_ONCE, totals_figure
from pages.parts.speaking.live import SAMPLE_RATE, SHOWN_SECONDS, Tail, is_secure, line_data
from pages.parts.speaking.measures import basis_text, beside_lines, indicator_line, measured_text
from pages.parts.speaking.own_voice import OwnVoiceData, reason_texts
from pages.parts.speaking.past import change_text
from pages.parts.speaking.recorder import KINDS, recorder_data
from pages.parts.speaking.result import summary_text
from pages.parts.speaking.words import total_text, verdict_text
from pages.parts.tone_pairs.drill import SESSION, DrillSession, option_text, tones_text
from pages.parts.tone_pairs.matrix import cell_text, matrix_data
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles

SPEAKING, ALOUD, PAIRS = "pages/speaking.py", "pages/read_aloud.py", "pages/tone_pairs.py"
HISTORY = "pages/speaking_history.py"


@pytest.fixture
def listener(core: Core) -> Listener:
    """Scores by hand instead of by model."""
    core.speech.evaluator = Listener()
    return core.speech.evaluator


def student_of(core: Core) -> str:
    return str(account_of(core, "student").student_id)


def store_reading(core: Core, text: str = UMBRELLA) -> SpeechReport:
    """A stored reading of the demo student."""
    upload = SpeechUpload(raw=wav(), filename="reading.wav", text=text, student_id=student_of(core))
    return core.speech.evaluate(upload, caller_of(core, "student"))


def click_button(test: AppTest, label: str) -> AppTest:
    """The page after a button was pressed."""
    return next(button for button in test.button if button.label == label).click().run()


def page_with_own_text(open_page: OpenPage, text: str = UMBRELLA) -> AppTest:
    """The desk with a text of one's own."""
    test = open_page(SPEAKING, "student")
    test.query_params["text"] = "own"
    test.session_state["speaking_own"] = text
    return test.run()


def upload_recording(test: AppTest, raw: bytes) -> AppTest:
    """The page after a file was chosen."""
    return test.file_uploader[0].upload("reading.wav", raw, "audio/wav").run()


def listed(test: AppTest) -> list[Any]:
    """The links of the history."""
    return [link for link in test.get("page_link") if link.proto.query_string.startswith("reading=")]


def syllable_of(report_: SpeechReport, character: str) -> SyllableJudged:
    return next(syllable for syllable in report_.syllables if syllable.character == character)


# -- what is said of a reading -------------------------------------------------------------------------------


def test_the_mark_of_a_syllable_is_its_verdict() -> None:
    made = report()
    verdicts = dict(zip((syllable.character for syllable in made.syllables), verdicts_of(made), strict=True))
    assert verdicts == {
        "我": "right", "想": "right", "买": "wrong", "两": "right", "把": "unsure", "雨": "right", "伞": "wrong", "可": "right",
        "以": "omitted", "吗": "right",
    }  # fmt: skip
    assert verdicts_of(report(TEACHER, TEACHER_SAID))[11] == "replaced"


def test_the_first_syllable_to_practise_is_open() -> None:
    data = reading_data(report(), recording=lambda _: None)
    assert data["syllables"][data["first"]]["character"] == "买"
    left_out = report(
        "以吗", (SpokenSyllable("以", None, "i", "yǐ", 6, omitted=True), SpokenSyllable("吗", "m", "a", "ma", 7))
    )
    assert reading_data(left_out, recording=lambda _: None)["first"] == 0


def test_what_was_left_out_is_in_the_headline() -> None:
    left_out = report(
        "你好", (SpokenSyllable("你", "n", "i", "nǐ", 0, omitted=True), SpokenSyllable("好", "h", "ao", "hǎo", 0))
    )
    assert summary_text(left_out) != summary_text(anything("你好"))
    assert "1" in summary_text(left_out)


def test_a_short_reading_shows_its_range_instead_of_its_total() -> None:
    short, long = report(total=76.4), anything("今天天气很好我们去公园看花", total=76.4)
    assert (short.short, long.short) == (True, False)
    assert total_text(short) == "69–82"
    assert total_text(long) == "76.4"


def test_what_cannot_be_judged_is_never_called_wrong() -> None:
    assert verdict_text("unsure", 0.99) not in (verdict_text("right", 0.99), verdict_text("wrong", 0.99))
    assert len(summary_text(report())) > len(summary_text(anything("你好")))


def test_each_state_is_told_by_its_name_in_the_label_of_the_syllable() -> None:
    data = reading_data(report(), recording=lambda _: None)
    assert all(data["ui"][syllable["state"]] in syllable["said"] for syllable in data["syllables"])


def test_the_data_of_a_reading_is_plain_json() -> None:
    data = reading_data(report(), recording=lambda word: f"/recordings/{word}.mp3", sound="/media/x.wav")
    assert json.loads(json.dumps(data))["syllables"][5]["file"] == "/recordings/雨伞.mp3"


def test_a_misread_syllable_has_its_sound_or_the_reason_why_there_is_none() -> None:
    own_voice = {2: OwnVoiceData(url="/media/made.wav", why=""), 4: OwnVoiceData(url=None, why="no clear pitch in it")}
    data = reading_data(report(), recording=lambda _: None, sound="/media/x.wav", own_voice=own_voice)
    assert [syllable["mine"] for syllable in data["syllables"][1:5]] == [None, own_voice[2], None, own_voice[4]]
    assert "{why}" in data["ui"]["mine_none"]


def test_every_doubt_has_its_words() -> None:
    assert set(reason_texts()) == set(get_args(Doubt))


def test_an_earlier_reading_lies_under_the_same_syllables() -> None:
    data = reading_data(report(), recording=lambda _: None, earlier=report(raised=-1.0), earlier_name="20 Nov")
    both = [syllable for syllable in data["syllables"] if syllable["contour"]]
    assert both
    assert all(syllable["then"][0] == pytest.approx(syllable["contour"][0] - 1.0) for syllable in both)


def test_an_earlier_reading_lies_under_the_same_syllables_whatever_its_marks() -> None:
    plain, marked = anything("好好好好"), anything("好，好，好，好")
    data = reading_data(marked, recording=lambda _: None, earlier=plain, earlier_name="20 Nov")
    assert [syllable["then"] for syllable in data["syllables"]] == [syllable.contour for syllable in plain.syllables]


def test_a_number_is_not_written_a_second_time_after_what_is_said_for_it() -> None:
    made = anything("有50%的")
    whole = [syllable.model_copy(update={"position": 1, "length": 3}) for syllable in anything("百分之五十").syllables]
    shared = made.model_copy(update={"syllables": [made.syllables[0], *whole, made.syllables[-1]]})
    data = reading_data(shared, recording=lambda _: None)
    assert [(syllable["at"], syllable["at"] + syllable["length"]) for syllable in data["syllables"]] == [
        (0, 1),
        *[(1, 4)] * 5,
        (4, 5),
    ]


def test_clauses_end_at_marks_and_hold_every_syllable_once() -> None:
    assert clauses_of(report()) == [(0, 6), (7, 9)]
    long = anything("好" * 40)
    clauses = clauses_of(long)
    assert [index for first, last in clauses for index in range(first, last + 1)] == list(range(40))


def test_a_word_is_put_together_from_its_syllables() -> None:
    assert words_of(report().syllables)[5] == "雨伞"


def test_a_drawing_is_also_said_in_words() -> None:
    assert "2.0 → 1.5 → 2.2" in shape_text((2.0, *[1.8] * 4, 1.5, *[1.6] * 4, 2.2), 3)
    assert "→" not in shape_text(None, 3)


@pytest.mark.parametrize("tone", ["1", "2", "3", "4", "5"])
def test_a_band_has_its_middle_between_its_edges(tone: str) -> None:
    band = bands()[tone]
    assert len(band["low"]) == len(band["mid"]) == len(band["high"]) == 11
    assert all(low < mid < high for low, mid, high in zip(band["low"], band["mid"], band["high"], strict=True))


def test_the_bands_go_where_the_tones_go() -> None:
    level, rising, low, falling = (bands()[tone]["mid"] for tone in "1234")
    assert max(level) - min(level) < 0.5
    assert rising[-1] > min(rising) + 0.5
    assert min(low) < min(rising) < min(level)
    assert falling[0] > falling[-1] + 1


def test_an_indicator_without_a_value_says_so_and_draws_no_score() -> None:
    unknown = next(indicator for indicator in report().indicators if indicator.value is None)
    assert ">–<" in indicator_line(unknown)


def test_an_indicator_tells_value_unit_range_and_n() -> None:
    rate = next(indicator for indicator in report().indicators if indicator.name == "speed_of_speech")
    assert "2.6 " in measured_text(rate)
    assert "3.3–4.2" in measured_text(rate)
    assert "11" in measured_text(rate)


def test_the_total_tells_what_it_rests_on() -> None:
    assert "8" in basis_text(report())


def test_words_beside_the_text_and_left_out_are_listed() -> None:
    assert [icon for icon, _ in beside_lines(report())] == ["remove", "add", "replay", "more_horiz"]
    assert beside_lines(anything("你好")) == []


def test_a_small_difference_is_not_called_progress() -> None:
    long = "今天天气很好我们去公园看花"
    lower, higher, best = (anything(long, total=total) for total in (70, 72, 85))
    assert len(change_text(lower, higher)) > len(change_text(lower, best))


def test_short_readings_whose_ranges_overlap_are_not_called_different() -> None:
    lower, higher, best = (anything("你好", total=total) for total in (60, 70, 90))
    assert len(change_text(lower, higher)) > len(change_text(lower, best))


def test_the_table_of_syllables_has_a_cell_for_each_head() -> None:
    made = list(rows(report()))
    assert {len(row) for row in made} == {len(HEAD)}
    assert made[2][HEAD.index("tone_verdict")] == "wrong"
    assert made[8][HEAD.index("start_ms")] == ""


# -- the live curve ------------------------------------------------------------------------------------------


def test_the_tail_keeps_the_last_seconds_and_lets_the_oldest_go() -> None:
    tail = Tail()
    tail.add(np.ones(round(SHOWN_SECONDS * SAMPLE_RATE), np.float32))
    tail.add(np.full(100, 2.0, np.float32))
    assert len(tail.last()) == round(SHOWN_SECONDS * SAMPLE_RATE)
    assert list(tail.last()[-101:-98]) == [1.0, 2.0, 2.0]


def test_silence_has_no_pitch_and_a_voice_its_own() -> None:
    silence = line_data(live_pitch(np.zeros(SAMPLE_RATE, np.float32)))["hz"]
    assert set(silence) == {None}
    time = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    pulses = np.sum([np.sin(2 * np.pi * 180 * harmonic * time) / harmonic for harmonic in range(1, 12)], axis=0)
    heard = [hz for hz in line_data(live_pitch((0.2 * pulses).astype(np.float32)))["hz"] if hz is not None]
    assert np.median(heard) == pytest.approx(180, rel=0.02)


@pytest.mark.parametrize(
    ("url", "secure"),
    [
        ("https://a.example/speaking", True),
        ("http://127.0.0.1:8501/x", True),
        ("http://[::1]:80/", True),
        ("http://a.example", False),
    ],
)
def test_a_microphone_wants_https_or_this_computer(url: str, secure: bool) -> None:
    assert is_secure(url) is secure


# -- the pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["speaking", "tone_pairs", "speaking_history"])
def test_a_teacher_is_kept_out(open_page: OpenPage, name: str) -> None:
    assert page_titles(open_page(f"pages/{name}.py", "teacher").run()) == []


def test_the_page_offers_texts_of_a_level_and_opens_one(open_page: OpenPage, core: Core) -> None:
    test = open_page(SPEAKING, "student").run()
    assert not test.exception
    test = click_button(test, "Read aloud")
    assert not test.exception
    text_id = "".join(test.query_params["text"])
    choice = core.speaking.choice(text_id)
    assert choice is not None
    assert choice.text in "".join(element.proto.body for element in test.get("html"))


def test_other_texts_come_when_asked_for(open_page: OpenPage) -> None:
    test = open_page(SPEAKING, "student").run()
    before = [button.key for button in test.button if button.label == "Read aloud"]
    test = click_button(test, "Other texts")
    assert [button.key for button in test.button if button.label == "Read aloud"] != before


def test_a_text_without_chinese_is_told_before_anything_is_recorded(open_page: OpenPage) -> None:
    test = open_page(SPEAKING, "student").run()
    test.text_area[0].set_value("hello")
    test = click_button(test, "Read this")
    assert test.warning
    assert "text" not in test.query_params


def test_a_text_of_ones_own_is_opened(open_page: OpenPage) -> None:
    test = open_page(SPEAKING, "student").run()
    test.text_area[0].set_value(UMBRELLA)
    test = click_button(test, "Read this")
    assert "".join(test.query_params["text"]) == "own"
    assert UMBRELLA in "".join(element.proto.body for element in test.get("html"))


def test_a_text_that_is_not_there_leads_back_to_the_texts(open_page: OpenPage) -> None:
    test = open_page(SPEAKING, "student")
    test.query_params["text"] = "none"
    assert "does not exist" in page_text(test.run())


def test_the_page_says_what_becomes_of_the_recording(open_page: OpenPage, core: Core) -> None:
    assert "dropped once it is scored" in page_text(page_with_own_text(open_page))
    core.speech.keeps_recordings = True
    assert "keeps recordings" in page_text(page_with_own_text(open_page))


def test_every_kind_of_file_that_can_be_scored_can_be_chosen() -> None:
    assert set(KINDS) == {"wav", "mp3", "m4a", "webm", "ogg", "flac"}


def test_a_recording_is_scored_once_however_often_the_page_is_drawn(open_page: OpenPage, listener: Listener) -> None:
    test = upload_recording(page_with_own_text(open_page), wav())
    assert not test.exception
    assert "What to do next" in page_text(test)
    assert "let the third tone go low" in page_text(test)
    test.run()
    assert listener.heard == [UMBRELLA]


def test_ones_own_voice_is_made_once_and_not_stored(
    open_page: OpenPage, core: Core, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    made = core.speech.own_voice
    monkeypatch.setattr(core.speech, "own_voice", lambda *parts: asked.append(parts) or made(*parts))
    test = upload_recording(page_with_own_text(open_page), wav())
    test.run()
    assert not test.exception
    assert len(asked) == 1
    (summary,) = [
        line for line in core.speech.history(student_of(core), caller_of(core, "student")) if line.text == UMBRELLA
    ][:1]
    assert not summary.has_recording


def test_a_busy_service_offers_ones_own_voice_at_the_next_look(
    open_page: OpenPage, core: Core, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def busy(*parts: object) -> None:
        asked.append(parts)
        raise Busy("readings", retry_after_seconds=1)

    monkeypatch.setattr(core.speech, "own_voice", busy)
    test = upload_recording(page_with_own_text(open_page), wav())
    test.run()
    assert not test.exception
    assert len(asked) == 2


def test_a_refused_recording_keeps_the_text_and_says_what_to_do(open_page: OpenPage, listener: Listener) -> None:
    test = upload_recording(page_with_own_text(open_page), b"RIFF" + b"0" * 50)
    assert not test.exception
    assert "are kept" in page_text(test)
    assert UMBRELLA in "".join(element.proto.body for element in test.get("html"))
    assert listener.heard == []


def test_a_result_survives_a_refresh_through_its_address(open_page: OpenPage, core: Core, listener: Listener) -> None:
    made = store_reading(core)
    test = open_page(SPEAKING, "student")
    test.query_params["reading"] = str(made.evaluation_id)
    test.run()
    assert not test.exception
    assert "1 indicator behind it" in [expander.label for expander in test.expander]
    assert "not calibrated on scored learners" in page_text(test)


def test_a_reading_of_somebody_else_is_not_shown(open_page: OpenPage, core: Core, listener: Listener) -> None:
    upload = SpeechUpload(raw=wav(), filename="a.wav", text=UMBRELLA, student_id="somebody-else")
    made = core.speech.evaluate(upload, caller_of(core, "student"))
    test = open_page(SPEAKING, "student")
    test.query_params["reading"] = str(made.evaluation_id)
    assert "does not exist" in page_text(test.run())


def test_a_reading_is_deleted_after_a_second_click(open_page: OpenPage, core: Core, listener: Listener) -> None:
    made = store_reading(core)
    test = open_page(SPEAKING, "student")
    test.query_params["reading"] = str(made.evaluation_id)
    test = click_button(test.run(), "Yes, delete it")
    assert not test.exception
    assert core.speech.history(student_of(core), caller_of(core, "student")) == []


def test_earlier_readings_are_listed_and_each_opens_again(open_page: OpenPage, core: Core, listener: Listener) -> None:
    first, second = store_reading(core), store_reading(core)
    test = open_page(HISTORY, "student").run()
    assert not test.exception
    assert "69–82" in page_text(test)
    assert [link.proto.query_string for link in listed(test)] == [
        f"reading={second.evaluation_id}",
        f"reading={first.evaluation_id}",
    ]


def test_the_same_text_can_be_compared_with_an_earlier_reading(
    open_page: OpenPage, core: Core, listener: Listener
) -> None:
    _first, second = store_reading(core), store_reading(core)
    test = open_page(SPEAKING, "student")
    test.query_params["reading"] = str(second.evaluation_id)
    test.run()
    chosen = next(box for box in test.selectbox if box.label.startswith("Then and now"))
    test = chosen.select_index(0).run()
    assert not test.exception
    assert "Then 69–82, now 69–82." in page_text(test)


def test_a_later_reading_is_not_offered_as_an_earlier_one(open_page: OpenPage, core: Core, listener: Listener) -> None:
    first, _second = store_reading(core), store_reading(core)
    test = open_page(SPEAKING, "student")
    test.query_params["reading"] = str(first.evaluation_id)
    test.run()
    assert not [box for box in test.selectbox if box.label.startswith("Then and now")]


def test_texts_and_words_of_drills_stand_in_one_list_with_what_was_said_of_them(
    open_page: OpenPage, core: Core, listener: Listener
) -> None:
    store_reading(core)
    store_reading(core, "雨伞")
    test = open_page(HISTORY, "student").run()
    assert not test.exception
    assert [link.proto.label for link in listed(test)] == ["雨伞", UMBRELLA]
    assert "to practise: 买 伞 以" in page_text(test)
    assert "tones right" in page_text(test)
    test = test.segmented_control(key="speaking_history_kind").set_value("words").run()
    assert [link.proto.label for link in listed(test)] == ["雨伞"]


def test_a_long_history_is_shown_in_parts_and_its_plot_tells_texts_from_words(
    open_page: OpenPage, core: Core, listener: Listener
) -> None:
    for _number in range(AT_ONCE):
        store_reading(core)
    store_reading(core, "雨伞")
    test = open_page(HISTORY, "student").run()
    assert len(listed(test)) == AT_ONCE
    test = click_button(test, "Show 1 more")
    assert len(listed(test)) == AT_ONCE + 1
    past = core.speech.history(student_of(core), caller_of(core, "student"), words=None)
    texts, words = totals_figure(past).data
    assert (list(texts.x), list(words.x)) == ([*range(1, AT_ONCE + 1)], [AT_ONCE + 1])
    assert texts.marker.symbol != words.marker.symbol


def test_a_student_who_has_read_nothing_is_told_what_the_history_will_hold(open_page: OpenPage) -> None:
    assert "Nothing read aloud yet" in page_text(open_page(HISTORY, "student").run())


def test_what_is_said_of_another_students_reading_is_not_told(core: Core, listener: Listener) -> None:
    made = store_reading(core)
    ids, caller = [str(made.evaluation_id)], caller_of(core, "student")
    assert [remark.to_practise for remark in core.speech.remarks(ids, caller)] == [["买", "伞", "以"]]
    assert core.speech.remarks(ids, caller, student_id="somebody-else") == []


# -- one place -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "title"),
    [(SPEAKING, "Speaking"), (ALOUD, "Reading aloud"), (PAIRS, "Tone pairs"), (HISTORY, "History of speaking")],
)
def test_every_page_of_speaking_has_its_title(open_page: OpenPage, page: str, title: str) -> None:
    test = open_page(page, "student").run()
    assert not test.exception
    assert page_titles(test) == [title]


def test_the_limits_of_the_recorder_are_those_of_the_service() -> None:
    limits = recorder_data(again=False)["limits"]
    assert limits["silentDb"] < limits["quietDb"] < 0
    assert 0 < limits["loudShare"] < limits["refusedShare"] < 1


def test_a_teacher_opens_a_students_reading_and_cannot_delete_it(
    open_page: OpenPage, core: Core, listener: Listener
) -> None:
    store_reading(core)
    test = open_page("pages/report.py", "teacher")
    test.query_params["student"] = student_of(core)
    test.run()
    test = next(box for box in test.selectbox if box.label == "Readings so far").select_index(0).run()
    assert not test.exception
    assert "1 indicator behind it" in [expander.label for expander in test.expander]
    assert "Yes, delete it" not in [button.label for button in test.button]


def test_a_sentence_of_the_plan_is_scored_and_counts_as_read(
    open_page: OpenPage, core: Core, listener: Listener
) -> None:
    (task_id,) = core.speaking.draw_sentences(1, 1)
    test = open_page(ALOUD, "student")
    test.query_params["tasks"] = task_id
    test = upload_recording(test.run(), wav())
    assert not test.exception
    assert "All sentences are read." in "\n".join(message.value for message in test.success)
    organisation = caller_of(core, "student").organisation_id
    kinds = {piece.kind for piece in core.store.evidence_of(organisation, student_of(core))}
    assert "reading_aloud" in kinds


# -- tone pairs ----------------------------------------------------------------------------------------------


def make_cell(n: int, right: int) -> PairCell:
    share = right / n if n else None
    return PairCell(first=3, second=2, said=(3, 2), n=n, right=right, share=share, interval=(0.1, 0.9), last=None)


def test_a_pair_never_read_is_no_zero() -> None:
    assert "0 %" not in cell_text(make_cell(0, 0))
    assert "50 %" in cell_text(make_cell(4, 2)) or "50%" in cell_text(make_cell(4, 2))


def test_the_matrix_has_twenty_cells(core: Core) -> None:
    cells = core.speaking.tone_pairs(student_of(core), caller_of(core, "student"))
    assert len(matrix_data(cells, (3, 2))["cells"]) == 20


def test_what_was_read_stands_in_the_matrix(core: Core, listener: Listener) -> None:
    store_reading(core, TEACHER)
    cells = core.speaking.tone_pairs(student_of(core), caller_of(core, "student"))
    assert sum(cell.n for cell in cells) > 3


def test_a_drill_goes_from_hearing_to_choosing_to_saying(open_page: OpenPage, core: Core, listener: Listener) -> None:
    test = click_button(open_page(PAIRS, "student").run(), "Drill the weakest")
    assert not test.exception
    now = test.session_state[SESSION]
    assert isinstance(now, DrillSession)
    for step in (now.drill.hear, now.drill.choose):
        word = step.played if hasattr(step, "played") else step.word
        test = click_button(test, option_text((word.first, word.second)))
        assert test.success
        test = click_button(test, "Next step")
    test = upload_recording(test, wav())
    assert not test.exception
    assert listener.heard == [now.drill.say.word.word]
    assert "Both tones are right." in page_text(test)
    test = click_button(test, "Next drill")
    assert test.session_state[SESSION].step == 0
    assert test.session_state[SESSION].choices_right == [True, True]


def test_the_word_whose_tones_are_asked_keeps_its_card_shut_until_it_is_answered(open_page: OpenPage) -> None:
    test = click_button(open_page(PAIRS, "student").run(), "Drill the weakest")
    now = test.session_state[SESSION]
    if now.step == 0:
        test = click_button(test, "Skip this step")
    word = now.drill.choose.word

    def drawn() -> str:
        return next(body for each in test.get("html") if word.word in (body := str(each.proto.body)))

    assert "data-no-words" in drawn()
    test = click_button(test, option_text((word.first, word.second)))
    assert "data-no-words" not in drawn()


def test_a_wrong_choice_says_what_was_right(open_page: OpenPage) -> None:
    test = click_button(open_page(PAIRS, "student").run(), "Drill the weakest")
    now = test.session_state[SESSION]
    wanted = (now.drill.hear.played.first, now.drill.hear.played.second)
    other = next(option for option in now.drill.hear.options if option != wanted)
    test = click_button(test, option_text(other))
    assert option_text(wanted) in test.error[0].value


def test_a_tone_that_cannot_be_judged_asks_for_another_try() -> None:
    unsure = report(
        "大把",
        (SpokenSyllable("大", "d", "a", "dà", 0), SpokenSyllable("把", "b", "a", "bǎ", 0, tone_verdict="unsure")),
    )
    assert tones_text(unsure) != tones_text(report(TEACHER, TEACHER_SAID)) != tones_text(anything("妈妈"))
