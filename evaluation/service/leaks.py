"""Tests who can see what belongs to others: things with a marker in every text, and every way to ask for them by their ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from urllib.parse import urlencode

from core.access.student_files.reading import read_student_file
from core.answers.wire import AnswerItem, AppealRequest, SubmitRequest
from core.api.assignments import AssignRequest, LinkFields
from core.api.core import Core
from core.errors import WenluError
from core.essays.wire import EssayRequest
from core.learning.days import day_of
from core.plan.assignments.wire import EssayWork, TextWork, WritingTask
from core.portrait.placement import Step
from core.questions.formats.draft import ItemDraft
from core.records.access import PERMISSIONS, Account, Caller
from core.records.learner import Placement
from core.records.speech import NewReading, ReadingLine, StoredReading
from core.records.students import Student
from core.speech.history import scores_of
from core.texts.wire import FlagRequest
from core.wire import Bilingual
from evaluation.speech.reports import anything, wav

ESSAY = "我昨天去了图书馆。我在图书馆看书，也写作业。晚上我回家吃饭。"
PARAMETERS = (
    "student", "essay", "writing", "resource", "reading", "text", "session", "placement", "item", "assignment", "evaluation",
    "link", "tasks", "point", "node", "day", "class", "account", "key", "receipt", "import", "own_text", "own_lesson",
)  # fmt: skip
"""Parameters that pages read from their address, or might read one day."""


@dataclass(frozen=True)
class Things:
    """What belongs to one student and one teacher of an organisation: all texts of it contain `marker`, and no others do.

    `ids` are keyed by the parameter of an address.
    """

    organisation_id: str
    marker: str
    student_id: str
    ids: dict[str, str]


def caller_of(account: Account) -> Caller:
    """The caller of a whole organisation, as over HTTP."""
    return Caller(account.organisation_id, frozenset(PERMISSIONS), "en")


def scoped_caller_of(core: Core, account: Account, *, chosen: str = "") -> Caller:
    """The caller that pages use for an account: bound to the own classes, or to the one that its person chose."""
    scope = core.classes.scope(replace(account, settings={"class": chosen}))
    return replace(
        caller_of(account),
        class_id="" if scope.chosen is None else scope.chosen.class_id,
        students=scope.students,
    )


def plant(
    core: Core, student: Account, teacher: Account, marker: str, *, class_id: str = "", shared: str | None = None
) -> Things:
    """Make a student's and a teacher's things, through the core's own methods wherever these are quick.

    `class_id`: the class to which the assignment is given. `shared`: the marker of what all of the organisation shares: items, links, reports
    on grammar; without one they bear the marker of the things.
    """
    organisation_id, student_id = student.organisation_id, student.student_id or ""
    caller, now = replace(caller_of(student), class_id=class_id), core.clock.now()
    shared = marker if shared is None else shared
    core.store.put_student(Student(organisation_id, student_id, f"{marker} 同学", "en", now))
    draft = ItemDraft(
        type="multiple_choice", topic="grammar", level=1, stem=f"{shared} 我____学生。", options=("是", "有"), key="是"
    )
    item = core.questions.save(draft, caller, by=teacher.account_id, state="approved").item
    core.store.issue_items(
        [item], organisation_id=organisation_id, student_id=None, at=now, not_since=now, call=None, reply=None
    )
    wrong = next(option.id for option in item.options if option.id != item.key)
    answers = [AnswerItem(question_id=item.id, answer=wrong, time_spent=9)]
    marked = core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload
    appeal = AppealRequest(
        student_id=student_id, evaluation_id=marked.evaluation_id, question_id=item.id, comment=marker
    )
    core.answers.appeal(appeal, caller)
    again = core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload
    core.answers.appeal(appeal.model_copy(update={"evaluation_id": again.evaluation_id}), caller)
    second, first = core.answers.appeals(caller, status="open", student_id=student_id)
    ruling = core.rulings.give(second.appeal_id, "answer", caller, by=teacher.account_id, reply=marker)
    essay = EssayRequest(student_id=student_id, essay_content=f"{ESSAY}{marker}", essay_title=f"{marker} 一天")
    report = core.essays.evaluate(essay, caller).payload
    task = WritingTask(resource_id="", title="", task="", level=None, characters=None)
    writing = core.writing.keep(student_id, task, f"{marker} {ESSAY}", caller, title=marker, writing_id=None)
    work = TextWork(text=f"{marker} {ESSAY}")
    request = AssignRequest(
        title=f"{marker} 课文", due=day_of(now) + timedelta(days=5), work=work, student_ids=(student_id,)
    )
    assignment = core.assignments.assign(request, caller, by=teacher.account_id)
    handed_in, essay_assignment = _handed_in(core, student_id, teacher, caller, marker)
    fields = LinkFields(url=f"https://example.org/{shared}", title=shared, level=1, skill="reading", minutes=5)
    link = core.assignments.add_link(fields, caller, by=teacher.account_id)
    flag = FlagRequest(judgement="missing", point_id=core.tables.points.grammar[0].id, sentence=shared, start=0, end=1)
    core.texts.flag(flag, caller, by=teacher.username)
    session = core.practice.review(student_id, [item.id], caller)
    reading = f"spe_{marker.lower()}"
    report_read = anything("你好").model_copy(update={"note": Bilingual(zh=marker, en=marker)})
    line = ReadingLine(
        reading, organisation_id, student_id, marker, marker, scores_of(report_read).model_dump_json(), now
    )
    core.store.add_reading(NewReading(StoredReading(line, report_read.model_dump_json()), []))
    step = Step(item.id, item.similar, 1, "grammar", 0.5, now.isoformat())
    placement = Placement(f"pl_{marker.lower()}", organisation_id, student_id, json.dumps([asdict(step)]), "{}", now)
    core.store.add_placement(placement)
    ids = {
        "student": student_id,
        "essay": report.evaluation_id,
        "appeal": first.appeal_id,
        "ruling": ruling.ruling_id if ruling else "",
        "writing": writing.writing_id,
        "text": writing.writing_id,
        "resource": assignment.resource_id,
        "assignment": assignment.assignment_id,
        "link": link.resource_id,
        "reading": reading,
        "session": session.session_id,
        "placement": placement.placement_id,
        "item": item.id,
        "evaluation": marked.evaluation_id,
        "handed_in": handed_in,
        "essay_assignment": essay_assignment,
    }
    return Things(organisation_id, marker, student_id, ids)


def _handed_in(core: Core, student_id: str, teacher: Account, caller: Caller, marker: str) -> tuple[str, str]:
    """Ids of a text that the teacher has marked and returned, and of its assignment."""
    request = AssignRequest(
        title=f"{marker} 作文",
        due=day_of(core.clock.now()) + timedelta(days=5),
        work=EssayWork(task=f"{marker} 写一写。"),
        student_ids=(student_id,),
    )
    assignment = core.assignments.assign(request, caller, by=teacher.account_id)
    task = core.writing.task(student_id, assignment.resource_id, caller)
    text = core.writing.hand_in(student_id, task, f"{marker} {ESSAY}", caller, writing_id=None)
    core.marking.save_comment(f"{marker} 评语", caller, by=teacher.account_id)
    actions: tuple[dict[str, object], ...] = (
        {"kind": "add", "start": 0, "end": 1, "type": "W", "correction": marker, "comment": marker},
        {"kind": "comment", "text": f"{marker} 评语"},
        {"kind": "return", "second_draft": True},
    )
    for version, action in enumerate(actions):
        core.marking.act(text.writing_id, action, caller, by=teacher.account_id, version=version)
    return text.writing_id, assignment.assignment_id


# -- pages -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PageCase:
    """A page opened by somebody (`who`, the user name) with ids of another's things in the address."""

    who: str
    page: str
    query: str
    parameters: int
    """How many ids of another's are in the address."""


def page_cases(who: str, pages: Sequence[str], things: Things) -> Iterator[PageCase]:
    """Each page with all ids at once: each in its own parameter, and then with some ids of other kinds swapped in."""
    known = {name: things.ids[name] for name in PARAMETERS if name in things.ids}
    swapped = {**known, "resource": things.ids["link"], "student": "", "session": things.ids["evaluation"]}
    for page in pages:
        for chosen in (known, {name: value for name, value in swapped.items() if value}):
            yield PageCase(who, page, urlencode(chosen), len(chosen))


def single_id_cases(who: str, things: Things) -> Iterator[PageCase]:
    """Each id alone in the address of the pages that read it: another parameter cannot stop the page first."""
    reads = {
        "essay_review": ("student", "essay", "writing"), "speaking": ("reading", "text"), "practice": ("session",),
        "writing": ("resource", "text", "essay"), "assignments": ("resource",), "placement": ("placement",), "lesson": ("resource",),
        "read_aloud": ("resource",), "report": ("student",), "items": ("item",),
    }  # fmt: skip
    for page, names in reads.items():
        for name in names:
            yield PageCase(who, page, urlencode({name: things.ids[name]}), 1)
        if "resource" in names:
            yield PageCase(who, page, urlencode({"resource": things.ids["link"]}), 1)
    if "class" in things.ids:
        yield from _of_school(who, things)
    assignment, text = things.ids["essay_assignment"], things.ids["handed_in"]
    yield PageCase(who, "writing", urlencode({"text": text}), 1)
    yield PageCase(who, "marking", urlencode({"assignment": assignment}), 1)
    yield PageCase(who, "marking", urlencode({"assignment": assignment, "text": text}), 2)


# -- HTTP ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """A call over HTTP."""

    method: str
    path: str
    body: dict[str, object] | None = None


def _of_school(who: str, things: Things) -> Iterator[PageCase]:
    """Ids of what a school has beside its students' work, on the pages that could read them."""
    reads = {
        "classes": ("class",), "people": ("class", "student", "account", "import"), "class_map": ("class", "student"), "class_inbox": ("class",),
        "take_home": ("class", "student"), "knowledge_map": ("student",), "portrait": ("student",), "learning_path": ("student",), "points": ("student",),
        "own_texts": ("text", "own_text"), "own_lessons": ("resource", "own_lesson"), "lesson": ("resource",), "lessons": ("resource",),
        "writing": ("resource",), "speaking": ("text",), "speaking_history": ("student", "reading"), "admin": ("key", "account", "receipt", "student"),
        "account": ("account",), "settings": ("student",), "assignments": ("resource", "assignment", "class"),
    }  # fmt: skip
    named = {"text": "own_text", "resource": "own_lesson", "reading": "kept"}
    for page, names in reads.items():
        for name in names:
            yield PageCase(who, page, urlencode({name: things.ids[named.get(name, name)]}), 1)


# -- the core's own methods ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CoreCall:
    """A call of a method of the core with another's id."""

    name: str
    call: Callable[[], object]


def core_calls(core: Core, caller: Caller, asker: str, by: str, things: Things) -> Iterator[CoreCall]:
    """Every method that takes an id, called with each of another's ids. `asker`: the caller's own student id."""
    methods: dict[str, Callable[[str], object]] = {
        "item": lambda id: core.questions.item(id, caller),
        "life_card": lambda id: core.questions.life_card(id, caller),
        "draft_of_item": lambda id: core.questions.draft_of(id, caller),
        "store.items": lambda id: core.store.items(caller.organisation_id, [id]),
        "review_practice": lambda id: core.practice.review(asker, [id], caller),
        "practice": lambda id: core.practice.view(asker, id, caller),
        "practice_summary": lambda id: core.practice.summary(asker, id, caller),
        "essay": lambda id: core.essays.essay(id, caller, student_id=asker),
        "essay by a teacher": lambda id: core.essays.essay(id, caller),
        "essay_verdicts": lambda id: core.essay_reviews.verdicts(id, caller),
        "essay_override": lambda id: core.essay_reviews.override_of(id, caller),
        "essay_history": lambda id: core.essays.history(id, caller),
        "writing": lambda id: core.writing.text(id, caller, student_id=asker),
        "writing by a teacher": lambda id: core.writing.text(id, caller),
        "writings": lambda id: core.writing.texts(id, caller),
        "draft": lambda id: core.writing.draft(asker, id, caller),
        "writing_task": lambda id: core.writing.task(asker, id, caller),
        "assignment_of": lambda id: core.assignments.assignment_of_student(asker, id, caller),
        "assignment_progress": lambda id: core.assignments.progress(id, caller),
        "resource": lambda id: core.plan.resource(id, caller),
        "speech_report": lambda id: core.speech.report(id, caller, student_id=asker),
        "speech_report by a teacher": lambda id: core.speech.report(id, caller),
        "kept_recording": lambda id: core.speech.kept_recording(id, caller),
        "speech_history": lambda id: core.speech.history(id, caller),
        "placement": lambda id: core.placement.state(asker, id, caller),
        "contests": lambda id: core.contests.of_student(id, caller),
        "evidence": lambda id: core.answers.evidence(asker, [f"{id}#0"], caller),
        "appeals": lambda id: core.answers.appeals(caller, student_id=id),
        "settle_appeal": lambda id: core.answers.settle_appeal(id, caller, upheld=True),
        "preview_ruling": lambda id: core.rulings.preview(id, "accept", caller, by=by),
        "give_ruling": lambda id: core.rulings.give(id, "answer", caller, by=by),
        "undo_ruling": lambda id: core.rulings.undo(id, caller, by=by),
        "preview_ruling_on_mark": lambda id: core.rulings.preview_mark(
            id, start=0, end=1, replacement="", caller=caller, by=by
        ),
        "accepted": lambda id: core.rulings.accepted(id, caller),
        "marks_taken_back": lambda id: core.rulings.marks_taken_back(id, caller),
        "withdraw_grammar_flag": lambda id: core.texts.withdraw_flag(id, caller),
        "export_items": lambda id: core.questions.export([id], "gift", caller),
        "remove_link": lambda id: core.assignments.remove_link(id, caller, by=by),
        "withdraw_assignment": lambda id: core.assignments.withdraw(id, caller, by=by),
        "marking_queue": lambda id: core.marking.queue(id, caller),
        "marking_desk": lambda id: core.marking.desk(id, caller),
        "marking_state": lambda id: core.marking.review_state(id, caller),
        "marking_act": lambda id: core.marking.act(id, {"kind": "comment", "text": "-"}, caller, by=by, version=3),
        "marking_of_student": lambda id: core.marking.of_student(id, caller),
        "returned_essay": lambda id: core.marking.returned(asker, id, caller),
        "returned_review": lambda id: core.marking.returned_review(asker, id, caller),
        "voice_note_on_desk": lambda id: core.voice_notes.on_desk(id, caller, by=by),
        "voice_note_kept": lambda id: core.voice_notes.keep(id, wav(1.0), caller, by=by),
        "voice_note_removed": lambda id: core.voice_notes.remove(id, caller, by=by),
        "voice_note_returned": lambda id: core.voice_notes.returned(asker, id, caller),
        "forget_comment": lambda id: core.marking.forget_comment(id, caller, by=by),
        "signins": lambda id: core.administration.signins(id, caller),
        "student_export": lambda id: read_student_file(core.student_data.export(id, caller)),
        "student_export for the student": lambda id: read_student_file(
            core.student_data.export(id, caller, scope="own")
        ),
        "student_names": lambda id: core.student_data.names(id, caller),
        "receipt": lambda id: core.student_data.receipt_text(id, caller, language="en"),
        "own_text": lambda id: core.own_texts.text(id, caller),
        "own_text exported": lambda id: core.own_texts.export([id], caller),
        "own_lesson": lambda id: core.own_lessons.lesson(id, caller),
        "own_lesson exported": lambda id: core.own_lessons.export([id], caller),
        "members_of_class": lambda id: core.classes.members(id, caller, by=by),
        "teachers_of_class": lambda id: core.classes.teachers(id, caller, by=by),
        "people_of_class": lambda id: core.people.of_class(id, caller, by=by),
        "joining": lambda id: core.people.joining(id, caller, by=by),
        "merge_preview": lambda id: core.people.merge_preview(id, asker, caller, by=by),
        "merge_preview into": lambda id: core.people.merge_preview(asker, id, caller, by=by),
        "own_words": lambda id: core.words.deck(id, caller),
        "own_words as a table": lambda id: core.words.as_csv(id, caller),
        "peer_requests": lambda id: core.knowledge.peer_requests(id, caller),
        "played": lambda id: core.plan.played(id, caller),
        "plan_lesson": lambda id: core.plan.lesson(id, caller, drafts=True),
        "plan_slides": lambda id: core.plan.slides(id, caller),
        "plan_link": lambda id: core.plan.link(id, caller),
        "plan_assignment": lambda id: core.plan.assignment(id, caller),
        "assignment_started": lambda id: core.assignments.start(asker, id, caller),
        "assignments_of_student": lambda id: core.assignments.of_student(id, caller),
        "shared_sentences": lambda id: core.assignments.shared_sentences(id, caller),
        "handed_in_text": lambda id: core.marking.handed_in_text(id, caller),
        "essay_progress": lambda id: core.essays.progress(id, caller),
        "proof": lambda id: core.giving.proof(id, caller),
    }
    for name, method in methods.items():
        for kind, value in things.ids.items():
            yield CoreCall(f"{name} with the {kind}", lambda method=method, value=value: method(value))  # type: ignore[misc]


def class_calls(core: Core, caller: Caller, by: str) -> Iterator[CoreCall]:
    """Every method that tells of a whole class, or of all classes of somebody."""
    yield CoreCall("class_lines", lambda: core.answers.class_lines(caller))
    yield CoreCall("appeals", lambda: core.answers.appeals(caller))
    yield CoreCall("class_map", lambda: core.knowledge.class_map(caller, level=1))
    yield CoreCall("class_portraits", lambda: core.portrait.of_class(caller))
    yield CoreCall("assignments", lambda: core.assignments.current(caller))
    yield CoreCall("class_progress", lambda: core.assignments.class_progress(caller))
    yield CoreCall("dismissed", lambda: core.essay_reviews.dismissed(caller))
    yield CoreCall("settled dismissals", lambda: core.essay_reviews.dismissed(caller, settled=True))
    yield CoreCall("students for classes", lambda: core.classes.students(caller, by=by))
    yield CoreCall("classes", lambda: core.classes.lines(caller, by=by))


def text_of(ask: CoreCall) -> str:
    """The result of a call, or the message of its refusal, as text."""
    try:
        return repr(ask.call())
    except WenluError as error:
        return f"{error} {error.remedy('en')} {error.remedy('zh')}"
    except KeyError as error:  # slides of what is no lesson
        return str(error)
