"""The portrait: what is said, what is not claimed, that every number opens, whose it is."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

import pytest

from core.answers.wire import AnswerItem as Given
from core.api.core import Core
from core.portrait.wire import (
    Behavior,
    FirstPortraitRequest,
    Questionnaire,
    UpdatePortraitRequest,
)  # fmt: skip
from core.portrait.wire import (
    TestResults as FirstResults,
)
from core.records.access import Caller
from core.records.students import Student
from pages.parts.portrait import desk as portrait_desk
from pages.parts.portrait import tree as portrait_tree
from pages.parts.portrait.labels import CLASSROOM_TIERS, COMMUNITY_TIERS, LANGUAGE_TIERS, glosses
from pages.parts.portrait.radar import radar_data
from pages.parts.portrait.tree import HEAD, csv_rows, sunburst, tree_rows
from pages.parts.portrait.view import NODE_IDS, SIX_KEYS, Aspect, SixKey, fresh_portrait, parents_of, six_of, walk
from pages.parts.portrait.words import raw_text, strength_sentence, value_text, work_on, work_sentence
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers

STUDENT = "demo-student"


@pytest.fixture
def caller(core: Core) -> Caller:
    return caller_of(core, "student")


@pytest.fixture
def who(core: Core) -> Visitor:
    return Visitor(core, account_of(core, "student"))


@pytest.fixture
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from pages.parts import dates, figures, i18n
    from pages.parts.portrait import view as portrait_view

    for module in (i18n, dates, portrait_view):
        monkeypatch.setattr(module, "language", lambda: "en")
    assert figures
    return


def submit_reading_answers(core: Core, caller: Caller, *, right: int = 20, wrong: int = 10) -> None:
    """Enough of the reading side that it has a number."""
    for topic in ("reading", "vocabulary", "grammar"):
        submit_answers(core, STUDENT, caller, topic=topic, right=right, wrong=wrong)  # type: ignore[arg-type]


def make_aspects(**values: tuple[float, float, float] | None) -> dict[SixKey, Aspect]:
    """The six made up: (value, low, high), the others unknown."""
    aspects: dict[SixKey, Aspect] = {}
    for key in SIX_KEYS:
        bounds = values.get(key)
        aspects[key] = Aspect(key, key.title(), bounds[0] if bounds else None, bounds[1:] if bounds else None, 10)
    return aspects


# -- an empty portrait ----------------------------------------------------------------------------------------


def test_an_empty_portrait_offers_the_placement_and_claims_nothing(open_page: OpenPage) -> None:
    test = open_page("pages/portrait.py", "student").run()
    assert not test.exception
    assert "Your portrait is still empty" in page_text(test)
    assert [button.label for button in test.button] == ["To the placement"]
    assert "beginner" not in page_text(test)


def test_a_teacher_is_told_what_would_begin_an_empty_portrait(open_page: OpenPage, core: Core, caller: Caller) -> None:
    core.store.put_student(
        Student(organisation_id=caller.organisation_id, student_id="s9", created_at=core.clock.now())
    )
    test = open_page("pages/portrait.py", "teacher")
    test.query_params["student"] = "s9"
    test.run()
    assert not test.exception
    assert "Nothing is known about this student yet." in page_text(test)
    assert test.button == []


# -- a portrait with answers ------------------------------------------------------------------------------------


def test_what_stands_out_and_the_next_step_come_first(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_answers(core, STUDENT, caller, topic="listening", right=2, wrong=58)
    submit_reading_answers(core, caller, right=30, wrong=0)
    test = open_page("pages/portrait.py", "student").run()
    assert not test.exception
    text = page_text(test)
    assert "Reading stands out: " in text
    assert "Nothing is known about speaking yet: a few texts read aloud give it a number." in text
    assert [button.label for button in test.button if button.key == "portrait_practise"] == ["Read a text aloud"]


def test_the_one_action_is_a_round_of_the_lowest_skill_where_all_are_known(
    open_page: OpenPage, core: Core, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit_answers(core, STUDENT, caller, topic="listening", right=2, wrong=58)
    known = make_aspects(listen=(40, 30, 50), speak=(60, 50, 70), read=(70, 65, 75), write=(62, 52, 72))
    monkeypatch.setattr(portrait_desk, "six_of", lambda _: known)
    test = open_page("pages/portrait.py", "student").run()
    assert not test.exception
    assert "What to work on is listen: 40 ± 10, 10 observations." in page_text(test)
    test.button(key="portrait_practise").click().run()
    assert not test.exception


def test_what_is_unknown_is_named_and_never_a_zero(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_reading_answers(core, caller)
    test = open_page("pages/portrait.py", "student").run()
    assert "Not enough data yet: Listening, Speaking, Writing, Classroom, Community. A gap is not a zero." in page_text(
        test
    )
    table = test.dataframe[0].value
    assert table["Score of 100"].notna().tolist() == [False, False, True, False, False, False]


def test_opening_the_page_takes_in_new_answers_and_a_second_time_changes_nothing(
    core: Core, caller: Caller, who: Visitor
) -> None:
    submit_reading_answers(core, caller)
    first = fresh_portrait(who, STUDENT)
    assert six_of(first)["read"].value is not None
    assert fresh_portrait(who, STUDENT) == first


def test_a_number_in_the_address_opens_down_to_the_answers(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_answers(core, STUDENT, caller, topic="listening", right=5, wrong=3)
    leaf = next(
        node
        for node in walk(core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller).indicators)
        if not node.children and node.value is not None and node.id in ("D05", "D06", "D07")
    )
    test = open_page("pages/portrait.py", "student")
    test.query_params["node"] = leaf.id
    test.session_state[f"evidence_{STUDENT}_{leaf.id}"] = True
    test.run()
    assert not test.exception
    assert f"{leaf.name_en}: " in page_text(test)
    assert "Language ability › Listening › Listening comprehension" in page_text(test)
    assert "Given: " in page_text(test)


def test_a_part_opens_in_its_turn(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_reading_answers(core, caller)
    test = open_page("pages/portrait.py", "student")
    test.query_params["node"] = "F1"
    test.run()
    test.button(key="why_S3").click().run()
    assert not test.exception
    assert test.query_params["node"] in ("S3", ["S3"])
    assert test.selectbox(key="portrait_node").value == "S3"


def test_a_number_that_does_not_exist_opens_nothing(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_reading_answers(core, caller)
    test = open_page("pages/portrait.py", "student")
    test.query_params["node"] = "D99"
    test.run()
    assert not test.exception
    assert "Click a field of the chart" in page_text(test)


def test_a_first_portrait_is_shown_as_what_it_is(open_page: OpenPage, core: Core, caller: Caller) -> None:
    core.portrait.first(
        FirstPortraitRequest(
            student_id=STUDENT,
            questionnaire=Questionnaire(learning_goals=["work"], native_language="de", learning_duration="1 year"),
            test_results=FirstResults(listen_ability=70, speak_ability=40, read_ability=60, write_ability=30),
        ),
        caller,
    )
    test = open_page("pages/portrait.py", "student").run()
    assert not test.exception
    table = test.dataframe[0].value
    assert table["Score of 100"].notna().tolist() == [True, True, True, True, False, False]


# -- teachers -------------------------------------------------------------------------------------------------


def test_a_teacher_sees_a_students_portrait_and_cannot_contest_it(
    open_page: OpenPage, core: Core, caller: Caller
) -> None:
    submit_answers(core, STUDENT, caller, topic="listening", right=5, wrong=3)
    for role, allowed in (("student", True), ("teacher", False)):
        test = open_page("pages/portrait.py", role)  # type: ignore[arg-type]
        test.query_params["student"] = STUDENT
        test.query_params["node"] = "D05"
        test.run()
        assert not test.exception
        assert any(button.key == "contest" for button in test.button) is allowed


def test_a_student_of_another_organisation_is_not_found(open_page: OpenPage, core: Core) -> None:
    other = core.access.organisation("Another school")
    core.portrait.update(UpdatePortraitRequest(student_id="theirs"), Caller(other.organisation_id, frozenset()))
    test = open_page("pages/portrait.py", "teacher")
    test.query_params["student"] = "theirs"
    test.run()
    assert "There is no such student in your organisation." in page_text(test)


def test_a_median_needs_ten_students(open_page: OpenPage, core: Core, caller: Caller) -> None:
    submit_reading_answers(core, caller)
    core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller)
    test = open_page("pages/portrait.py", "teacher")
    test.query_params["student"] = STUDENT
    test.run()
    test.toggle(key="portrait_medians").set_value(True).run()
    assert not test.exception
    assert "A median needs at least ten students with data." in page_text(test)
    assert "Median of the class" not in test.dataframe[0].value.columns


# -- contest ------------------------------------------------------------------------------------------------


def test_a_contest_leads_to_three_exercises_and_tells_how_far_the_number_moved(
    open_page: OpenPage, core: Core, caller: Caller
) -> None:
    submit_answers(core, STUDENT, caller, topic="listening", right=2, wrong=6)
    core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller)
    test = open_page("pages/portrait.py", "student")
    test.query_params["node"] = "D05"
    test.run()
    test.button(key="contest").click().run()
    (contest,) = core.contests.of_student(STUDENT, caller)
    assert contest.open
    round_ = core.practice.view(STUDENT, contest.session_id, caller)
    assert len(round_.cards) == 3
    again = open_page("pages/portrait.py", "student").run()
    assert "open: answer its three exercises" in page_text(again)
    for card in round_.cards:
        core.practice.answer(
            STUDENT, contest.session_id, Given(question_id=card.item.id, answer=card.item.key, time_spent=5), caller
        )
    settled = open_page("pages/portrait.py", "student").run()
    assert not settled.exception
    assert "after: moved by +" in page_text(settled)


# -- words, without a page -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("_in_english")
def test_a_skill_stands_out_only_when_the_bands_lie_apart() -> None:
    assert "No skill clearly stands out" in strength_sentence(make_aspects(listen=(60, 50, 70), read=(70, 65, 75)))
    apart = make_aspects(listen=(40, 30, 50), read=(70, 65, 75))
    assert strength_sentence(apart) == "Read stands out: 70 ± 5, 10 observations."
    assert strength_sentence(make_aspects(classroom=(90, 85, 95))) == "Nothing is known about the four skills yet."
    assert strength_sentence(make_aspects(read=(70, 65, 75))) == (
        "So far only one skill is known: read 70 ± 5, 10 observations."
    )


@pytest.mark.usefixtures("_in_english")
def test_what_to_work_on_is_what_is_unknown_then_the_lowest_and_says_how_sure_that_is() -> None:
    assert work_on(make_aspects()) == "listen"
    unknown = make_aspects(listen=(10, 5, 15), speak=(20, 10, 30))
    assert work_on(unknown) == "read"
    assert work_sentence(unknown).startswith("Nothing is known about read yet: ")
    skills = {"speak": (60, 50, 70), "read": (50, 40, 60), "write": (65, 60, 70)}
    clear = make_aspects(listen=(20, 10, 30), **skills)  # type: ignore[arg-type]
    assert work_sentence(clear) == "What to work on is listen: 20 ± 10, 10 observations."
    close = make_aspects(listen=(48, 38, 58), **{**skills, "write": (55, 50, 60)})  # type: ignore[arg-type]
    assert work_sentence(close) == "Lowest so far, though not clearly, is listen: 48 ± 10, 10 observations."


@pytest.mark.usefixtures("_in_english")
def test_the_radar_says_each_number_in_words_and_draws_nothing_where_none_is_known() -> None:
    data = radar_data(make_aspects(read=(70, 65, 75)), {})
    assert [area["said"] for area in data["areas"]] == ["no data yet"] * 2 + ["70 ± 5"] + ["no data yet"] * 3
    assert [area["value"] for area in data["areas"]] == [None, None, 70, None, None, None]
    assert "Read 70 ± 5, 10 observations" in data["said"]


@pytest.mark.usefixtures("_in_english")
def test_a_number_bears_band_and_n_or_says_where_it_is_from() -> None:
    assert value_text(72.04, (67, 77), 30.6) == "72 ± 5, 31 observations"
    assert value_text(72.0, None, 0) == "72, from the first portrait"
    assert value_text(None, None, 0) == "Not enough data yet"


def test_the_labels_of_the_page_are_those_of_the_contract() -> None:
    from core.portrait import labels
    from pages.parts.portrait.words import tier_of

    for ours, theirs in (
        (LANGUAGE_TIERS, labels.LANGUAGE),
        (CLASSROOM_TIERS, labels.CLASSROOM),
        (COMMUNITY_TIERS, labels.COMMUNITY),
    ):
        for score in (0, 19.9, 20, 59.9, 60, 84.9, 85, 100):
            assert ours[tier_of(score)] == labels.tier(score, theirs)


@pytest.mark.usefixtures("_in_english")
def test_every_label_has_its_meaning_in_english() -> None:
    assert set(glosses()) == {*LANGUAGE_TIERS, *CLASSROOM_TIERS, *COMMUNITY_TIERS}


# -- the tree ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_in_english")
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_sunburst_holds_the_whole_tree_in_the_order_of_its_clicks(
    core: Core, caller: Caller, look: portrait_tree.Scheme
) -> None:
    submit_reading_answers(core, caller)
    view = core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller)
    nodes = list(walk(view.indicators))
    assert [sum(node.id.startswith(letter) for node in nodes) for letter in "FSTD"] == [3, 6, 36, 85]
    slices_drawn: list[dict[str, object]] = []

    def collect(slices: list[dict[str, object]]) -> None:
        for slice_ in slices:
            slices_drawn.append(slice_)
            collect(slice_.get("children", []))  # type: ignore[arg-type]

    collect(sunburst(view.indicators, look)["series"][0]["data"])
    assert [str(slice_["name"]).split(": ")[0] for slice_ in slices_drawn] == [
        {
            "S1": "Listening",
            "S2": "Speaking",
            "S3": "Reading",
            "S4": "Writing",
            "S5": "Classroom",
            "S6": "Community",
        }.get(node.id, node.name_en)
        for node in nodes
    ]
    is_hatched = [isinstance(slice_["itemStyle"]["color"], dict) for slice_ in slices_drawn]  # type: ignore[index]
    assert is_hatched == [node.value is None for node in nodes]


@pytest.mark.usefixtures("_in_english")
def test_table_and_file_hold_every_node_of_the_chart(core: Core, caller: Caller) -> None:
    submit_reading_answers(core, caller)
    view = core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller)
    rows = csv_rows(view.indicators)
    assert len(rows) == len(tree_rows(view.indicators)) == 130
    assert {len(row) for row in rows} == {len(HEAD)}
    text = portrait_tree.csv_bytes(HEAD, rows).decode("utf-8-sig")
    by_id = {row["id"]: row for row in csv.DictReader(StringIO(text))}
    assert by_id["D05"]["parent"] == "T03"
    assert by_id["S2"]["score"] == ""
    assert float(by_id["S3"]["low_80"]) < float(by_id["S3"]["score"]) < float(by_id["S3"]["high_80"])


def test_the_way_to_a_leaf_goes_through_three_levels(core: Core, caller: Caller) -> None:
    view = core.portrait.update(UpdatePortraitRequest(student_id=STUDENT), caller)
    assert [node.id for node in parents_of(view.indicators, "D35")] == ["F1", "S3", "T15"]
    assert parents_of(view.indicators, "F1") == parents_of(view.indicators, "D99") == []
    assert [NODE_IDS[key] for key in SIX_KEYS] == ["S1", "S2", "S3", "S4", "S5", "S6"]


@pytest.mark.usefixtures("_in_english")
def test_every_unit_of_the_table_can_be_said(core: Core, caller: Caller) -> None:
    from pages.parts.portrait.words import unit_texts

    now = core.clock.now().isoformat()
    behaviours = [
        Behavior.model_validate({"indicator": row.leaf_id, "kind": row.data_type, "value": 1, "occurred_at": now})
        for row in core.tables.indicators.rows
    ]
    view = core.portrait.update(UpdatePortraitRequest(student_id=STUDENT, behaviors=behaviours), caller)
    leaves = [node for node in walk(view.indicators) if not node.children]
    assert {node.unit for node in leaves} <= set(unit_texts())
    assert all(raw_text(node) for node in leaves if node.raw is not None)
    assert all(node.raw is not None for node in leaves)
