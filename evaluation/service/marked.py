"""A school in which every field that a person can fill bears markers, and how they are recognised where they were read as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import text as sql

from core.access.quota_requests import QuotaRequestBody
from core.answers.wire import AnswerItem, AppealRequest, SubmitRequest
from core.api.assignments import AssignRequest, EssayWork, ItemsWork, LinkFields, LinkWork, TextWork
from core.api.core import Core
from core.api.essays import EssayRequest
from core.api.own_lessons import OwnLessonDraft, OwnLine
from core.api.own_texts import OwnTextDraft, TextQuestion
from core.api.speech import SpeechUpload
from core.essays.model import EditType
from core.learning.days import day_of
from core.plan.ids import ASSIGNED
from core.plan.wire import PlanSettings
from core.questions.formats.draft import ItemDraft
from core.records.access import PERMISSIONS, Account, Caller, Role
from core.records.items import Item
from core.store.sql import SqlStore
from core.texts.wire import FlagRequest
from core.wire import Bilingual
from core.words.wire import NewWord
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.questions.bank_items import bank_items
from evaluation.speech.reports import Listener, wav

HOST = "m.test"
"""Where the markers lead; no name server knows it (RFC 2606)."""
MARK = (
    f"=![p](http://{HOST}/p)<img src=//{HOST}/x>$x^2$:red[r][j](javascript:1)"
    f"www.{HOST} :smile: :material/face: a@{HOST}\u202e"
)
"""Picture, HTML, formula, colour, script, address, emoji, icon, mail address, direction, and a formula of a spreadsheet."""
MARKED_ID = f"s:red[r]www.{HOST}$x^2$<img>:smile:a@{HOST}"
"""As much of it as an id that a caller chooses may hold."""
WRONG: Mapping[str, tuple[str, EditType]] = {"二个": ("两个", "W"), "很快极了": ("快极了", "D")}
ESSAY = f"我点了二个菜，我们吃得很快极了。{MARK}"
SENTENCE = "我们把水喝了。"

READ_AS_MARKUP = re.compile(
    r"(?<!\\)!\[p\]\(|(?<!\\)<img|(?<!\\)\$x\^|:red\[r\]|\[j\]\(javascript|(?:www\.|https?://|a@)m\.test|:smile:|:material/face:|\u202e"
)
"""What Markdown source holds where a marker was not escaped."""

CODES = frozenset(
    {
        "account.settings", "answer.points", "answer.words", "audit_entry.facts", "erasure_receipt.counts", "essay_evaluation.summary", "essay_override.evaluation_id",
        "essay_marking.rubric", "essay_override.rubric", "essay_verdict.evaluation_id", "first_portrait.questionnaire", "first_portrait.test_results",
        "idempotent_reply.reply", "kept_setting.value", "learning_goal.points", "memory_state.cards", "own_text.item_ids",
        "placement.questionnaire", "placement.steps", "plan_settings.body", "preferences.body", "portrait_state.six", "portrait_state.standing",
        "practice_session.item_ids", "practice_session.settings", "speech_evaluation.summary",
    }
)  # fmt: skip
"""Columns that hold what the service makes or chooses itself: ids, numbers, choices from a list, the bank's own items."""


PEOPLE: dict[Role, str] = {"student": "student", "teacher": "teacher", "admin": "admin"}
"""User names of the demo."""


def fill_demo(core: Core) -> dict[str, str]:
    """Markers into everything of the demo's organisation."""
    return fill(core, *(account for name in PEOPLE.values() for account in core.store.accounts_named(name)))


def fill(core: Core, student: Account, teacher: Account, *others: Account) -> dict[str, str]:
    """Markers into everything of an organisation, which is that of these accounts; ids to open things by."""
    core.essays.evaluator, core.speech.evaluator = evaluator(ListedErrors(WRONG)), Listener()
    caller = Caller(teacher.organisation_id, frozenset(PERMISSIONS), "en", person=MARK)
    student_id = student.student_id or ""
    ids = {
        **_answers(core, student_id, caller),
        **_answers(core, MARKED_ID, caller),
        **_ruling(core, student_id, teacher, caller),
        **_assignments(core, student_id, teacher, caller),
        **_own_item(core, teacher, caller),
        **_essays(core, student_id, caller),
        **_reading(core, student_id, caller),
        **_plan(core, student_id, caller),
        **_class(core, student_id, teacher, caller),
    }
    _own_content(core, teacher, caller)
    core.words.add(student_id, NewWord(word="水", pinyin="shuǐ", meaning=MARK, sentence=f"{SENTENCE}{MARK}"), caller)
    flag = FlagRequest(judgement="wrong", point_id="【二17】", sentence=f"{SENTENCE}{MARK}", start=0, end=1, note=MARK)
    core.texts.flag(flag, caller, by=MARK)
    core.quota.ask(QuotaRequestBody(kind="temporary", reason=MARK), caller)
    _suspended_key(core, teacher.organisation_id)
    for any_id in (MARKED_ID, student_id):
        core.knowledge.opt_in(any_id, caller, on=True)
    _name_everybody(core, (student, teacher, *others))
    return {**ids, "student": student_id}


def _name_everybody(core: Core, accounts: Sequence[Account]) -> None:
    """Names that the command line or an import gives: of people, students, the organisation."""
    for account in accounts:
        core.store.update_account(replace(account, display_name=f"{account.role} {MARK}"))
    parameters = {"name": MARK, "organisation": accounts[0].organisation_id}
    assert isinstance(core.store, SqlStore)
    with core.store.engine.begin() as connection:
        connection.execute(sql("UPDATE student SET name = :name WHERE organisation_id = :organisation"), parameters)
        connection.execute(
            sql("UPDATE organisation SET name = :name WHERE organisation_id = :organisation"), parameters
        )


def _suspended_key(core: Core, organisation_id: str) -> None:
    """A key that the operator has suspended, with the reason."""
    organisation = core.store.organisation(organisation_id)
    assert organisation is not None
    before = {key.key_id for key in core.store.keys(organisation_id)}
    core.access.new_key(organisation, frozenset({"questions"}))
    (made,) = {key.key_id for key in core.store.keys(organisation_id)} - before  # on a stopped clock none is the newest
    core.store.suspend_key(organisation_id, made, MARK, core.clock.now())


def _class(core: Core, student_id: str, teacher: Account, caller: Caller) -> dict[str, str]:
    """A class with a name, and what is written home of one in it."""
    made = core.classes.make(MARK[:60], caller, by=teacher.account_id)
    core.classes.move([student_id], caller, out_of=None, into=made.class_id, by=teacher.account_id)
    core.classes.comment(student_id, f"{core.clock.now():%Y-%m}", MARK, caller, by=teacher.account_id)
    return {"class": made.class_id}


def _issued(core: Core, items: list[Item], caller: Caller) -> None:
    now = core.clock.now()
    core.store.issue_items(
        items,
        organisation_id=caller.organisation_id,
        student_id=None,
        at=now,
        not_since=now - timedelta(days=1),
        call=None,
        reply=None,
    )


def _answers(core: Core, student_id: str, caller: Caller) -> dict[str, str]:
    """Typed answers that are markers, with an objection that waits and one that was answered."""
    items = list(bank_items("fill_blank", "grammar")[:12])
    _issued(core, items, caller)
    answers = [AnswerItem(question_id=item.id, answer=MARK, time_spent=5) for item in items]
    evaluation = core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload
    for item in items[:2]:
        appeal = AppealRequest(
            student_id=student_id, evaluation_id=evaluation.evaluation_id, question_id=item.id, comment=MARK
        )
        assert core.answers.appeal(appeal, caller)
    first = core.answers.appeals(caller, status="open", student_id=student_id)[0]
    assert core.answers.settle_appeal(first.appeal_id, caller, upheld=True, reply=MARK)
    return {}


def _ruling(core: Core, student_id: str, teacher: Account, caller: Caller) -> dict[str, str]:
    """An answer that a teacher accepts of everybody: of two students, so that one is told who never objected."""
    item = bank_items("fill_blank", "grammar")[12]
    _issued(core, [item], caller)
    answers = [AnswerItem(question_id=item.id, answer=MARK, time_spent=5)]
    core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller)
    other = core.answers.submit(SubmitRequest(student_id=f"{student_id}-other", answers=answers), caller).payload
    request = AppealRequest(student_id=other.student_id, evaluation_id=other.evaluation_id, question_id=item.id)
    assert core.answers.appeal(request, caller)
    appeal = core.answers.appeals(caller, status="open", student_id=other.student_id)[0]
    assert core.rulings.give(appeal.appeal_id, "accept", caller, by=teacher.account_id, reply=MARK)
    return {}


def _assignments(core: Core, student_id: str, teacher: Account, caller: Caller) -> dict[str, str]:
    items = list(bank_items("multiple_choice", "grammar")[:2])
    _issued(core, items, caller)
    link = LinkFields(url=f"https://{HOST}/tea?a=[x](y)", title=MARK, level=3, skill="listening", minutes=4)
    kept_link = core.assignments.add_link(link, caller, by=teacher.account_id)
    works: dict[str, ItemsWork | TextWork | EssayWork | LinkWork] = {
        "items": ItemsWork(item_ids=tuple(item.id for item in items)),
        "text": TextWork(text=f"{SENTENCE * 3}{MARK}"),
        "essay": EssayWork(task=f"写一写你的家。{MARK}", level=2, characters=(10, 300)),
        "link": LinkWork(link_id=kept_link.link_id),
    }
    ids: dict[str, str] = {}
    due = day_of(core.clock.now()) + timedelta(days=3)
    for name, work in works.items():
        view = core.assignments.assign(AssignRequest(title=MARK, due=due, work=work), caller, by=teacher.account_id)
        ids[name] = view.resource_id
    task = core.writing.task(student_id, ids["essay"], caller)
    text = core.writing.keep(student_id, task, ESSAY, caller, title=MARK, writing_id=None)
    core.writing.hand_in(student_id, task, ESSAY, caller, title=MARK, writing_id=text.writing_id)
    _marking(core, text.writing_id, teacher, caller)
    own_task = task.model_copy(update={"resource_id": "", "title": "", "task": ""})
    draft = core.writing.keep(student_id, own_task, ESSAY, caller, title=MARK, writing_id=None)
    return {**ids, "writing": text.writing_id, "draft": draft.writing_id}


def _marking(core: Core, writing_id: str, teacher: Account, caller: Caller) -> None:
    """A mark, a comment on the whole and one in the bank; returned."""
    core.marking.save_comment(MARK, caller, by=teacher.account_id)
    actions: tuple[dict[str, object], ...] = (
        {"kind": "add", "start": 0, "end": 1, "type": "W", "correction": MARK, "comment": MARK},
        {"kind": "comment", "text": MARK},
        {"kind": "return", "second_draft": True},
    )
    for version, action in enumerate(actions):
        core.marking.act(writing_id, action, caller, by=teacher.account_id, version=version)


def _own_content(core: Core, teacher: Account, caller: Caller) -> None:
    """A text with a question, and a lesson, that the teacher wrote."""
    question = TextQuestion(
        ask_zh=MARK, ask_en=MARK, key=f"喝{MARK}", wrong=(f"吃{MARK}", f"看{MARK}", f"听{MARK}"), why_zh=MARK, why_en=MARK
    )  # fmt: skip
    text = OwnTextDraft(title=MARK[:60], text=f"{SENTENCE * 4}{MARK}", translation=MARK, questions=(question,))
    core.own_texts.save(text, caller, by=teacher.account_id, state="approved")
    line = OwnLine(zh=MARK[:120], en=MARK[:120])
    lesson = OwnLessonDraft(title=MARK[:40], goal=MARK[:120], meet=(line,), look=MARK, summary=MARK)
    core.own_lessons.save(lesson, caller, by=teacher.account_id, state="approved")


def _own_item(core: Core, teacher: Account, caller: Caller) -> dict[str, str]:
    bilingual_mark = Bilingual(zh=MARK, en=MARK)
    draft = ItemDraft(
        type="multiple_choice",
        topic="grammar",
        level=2,
        instruction=bilingual_mark,
        stem=f"我们____水喝了。{MARK}",
        options=(f"把{MARK}", f"被{MARK}", f"让{MARK}"),
        key=f"把{MARK}",
        explanation=bilingual_mark,
        translation=MARK,
        full_text=f"{SENTENCE}{MARK}",
        tags=(MARK[:60],),
        source=MARK,
        similar=MARK,
    )
    saved = core.questions.save(draft, caller, by=teacher.account_id, state="draft")
    core.questions.set_state(saved.item.id, "retired", caller, by=teacher.account_id, reason=MARK)
    return {"item": saved.item.id}


def _essays(core: Core, student_id: str, caller: Caller) -> dict[str, str]:
    """Two drafts under one title, errors called no errors, a teacher's words and score."""
    evaluation_id = ""
    for more in ("", "我们很高兴。"):
        request = EssayRequest(student_id=student_id, essay_content=f"{ESSAY}{more}", essay_title=MARK, hsk_level="3")
        evaluation_id = core.essays.evaluate(request, caller).payload.evaluation_id
        for edit in core.essays.essay(evaluation_id, caller).report.edits:
            core.essay_reviews.give_verdict(
                student_id,
                evaluation_id,
                start=edit.start,
                end=edit.end,
                replacement=edit.replacement,
                verdict="dismissed",
                note=MARK,
                caller=caller,
            )
    settled = core.essay_reviews.dismissed(caller)[0]
    core.essay_reviews.settle(
        settled.evaluation_id,
        start=settled.start,
        end=settled.end,
        replacement=settled.replacement,
        upheld=False,
        note=MARK,
        caller=caller,
    )
    core.essay_reviews.override(evaluation_id, score=77, rubric={"language": 4}, note=MARK, caller=caller)
    return {"review": evaluation_id}


def _reading(core: Core, student_id: str, caller: Caller) -> dict[str, str]:
    upload = SpeechUpload(
        raw=wav(), filename=f"{MARK}.wav".replace("/", ""), text=f"{SENTENCE}{MARK}", student_id=student_id
    )
    report = core.speech.evaluate(upload, caller)
    return {"reading": report.evaluation_id or ""}


def _plan(core: Core, student_id: str, caller: Caller) -> dict[str, str]:
    """A plan of today, with what the teacher gave."""
    core.plan.set_settings(student_id, PlanSettings(), caller)
    core.plan.day(student_id, day_of(core.clock.now()), caller)
    return {}


def visits(ids: Mapping[str, str]) -> Iterator[tuple[Role, str, dict[str, str]]]:
    """Every page as every role that it opens to, with what can be opened on it: role, page, query."""
    for page in (
        "today", "practice", "report", "portrait", "placement", "plan", "lessons", "my_words", "writing", "speaking", "tone_pairs",
        "read_aloud", "speaking_history", "assignments", "about", "road", "story", "settings", "knowledge_map", "learning_path", "points", "text_level",
    ):  # fmt: skip
        yield "student", page, {}
    for kind in ("items", "text", "link"):
        yield "student", "assignments", {"resource": ids[kind]}
    yield "student", "writing", {"resource": ids["essay"]}
    yield "student", "writing", {"text": ids["draft"]}
    yield "student", "writing", {"text": ids["writing"]}
    yield "student", "writing", {"essay": ids["review"]}
    yield "student", "speaking", {"reading": ids["reading"]}
    for page in (
        "class_inbox",
        "class_map",
        "items",
        "own_texts",
        "own_lessons",
        "assignments",
        "essay_review",
        "classes",
        "take_home",
        "marking",
        "people",
    ):
        yield "teacher", page, {}
    for page in ("own_texts", "own_lessons"):
        yield "teacher", page, {"view": "list"}
    yield "teacher", "classes", {"class": ids["class"]}
    yield "teacher", "marking", {"assignment": ids["essay"].removeprefix(ASSIGNED), "text": ids["writing"]}
    yield "teacher", "assignments", {"view": "gradebook"}
    for view in ("import", "cards", "join"):
        yield "teacher", "people", {"view": view}
    yield "teacher", "assignments", {"view": "new"}
    yield "teacher", "assignments", {"view": "links"}
    yield "teacher", "items", {"item": ids["item"]}
    yield "teacher", "essay_review", {"essay": ids["review"]}
    yield "teacher", "writing", {"text": ids["writing"]}
    for page in ("report", "portrait", "knowledge_map", "learning_path", "essay_review"):
        for student in (ids["student"], MARKED_ID):
            yield "teacher", page, {"student": student}
    yield "teacher", "essay_review", {"student": MARK}
    yield "admin", "admin", {}
    for view in ("plan", "data", "service"):
        yield "admin", "admin", {"view": view}
