"""What a school has beside its students' work, all of it under one marker: content of its teachers, classes, keys, requests, receipts, imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from core.access.quota_requests import QuotaRequestBody
from core.api.core import Core
from core.api.own_lessons import OwnLessonDraft, OwnLine
from core.api.own_texts import OwnTextDraft, TextQuestion
from core.records.access import Account, Caller
from core.records.speech import NewReading, ReadingLine, StoredReading, StoredRecording
from core.records.students import Student
from core.speech.history import scores_of
from core.wire import Bilingual
from core.words.wire import NewWord
from evaluation.service.leaks import CoreCall, Things, caller_of, plant
from evaluation.speech.reports import anything

SENTENCE = "小雨今天在咖啡馆喝了一杯牛奶，然后去图书馆看书。"


def plant_school(core: Core, student: Account, teacher: Account, admin: Account, marker: str) -> Things:
    """A student's and a teacher's things (`plant`), and those of the school; every name is the marker."""
    things = plant(core, student, teacher, marker)
    caller = caller_of(admin)
    for account in (student, teacher, admin):
        core.store.update_account(replace(account, display_name=f"{marker} {account.role}"))
    ids = {
        **_content(core, teacher, caller, marker),
        **_office(core, admin, caller, marker),
        "kept": _kept_reading(core, things, marker),
        "account": student.account_id,
        "teacher_account": teacher.account_id,
    }
    word = NewWord(word="牛奶", pinyin="niúnǎi", meaning=marker, sentence=f"{SENTENCE}{marker}")
    core.words.add(things.student_id, word, caller)
    core.knowledge.opt_in(things.student_id, caller, on=True)
    return replace(things, ids={**things.ids, **ids})


def _content(core: Core, teacher: Account, caller: Caller, marker: str) -> dict[str, str]:
    """A text with a question, and a lesson."""
    question = TextQuestion(
        ask_zh="小雨喝了什么？", key="牛奶", wrong=("咖啡", "茶", "水"), why_zh=f"{marker} 课文说“一杯牛奶”。"
    )
    draft = OwnTextDraft(title=f"{marker} 咖啡馆", text=f"{SENTENCE * 3}{marker}", level=2, questions=(question,))
    text = core.own_texts.save(draft, caller, by=teacher.account_id, state="approved")
    line = OwnLine(zh=f"我要一碗面。{marker}", en=marker)
    lesson = OwnLessonDraft(title=marker, goal=marker, meet=(line,), rule=marker, say=(line,))
    kept = core.own_lessons.save(lesson, caller, by=teacher.account_id, state="approved")
    return {"own_text": text.text_id, "own_question": text.item_ids[0], "own_lesson": kept.lesson_id}


def _office(core: Core, admin: Account, caller: Caller, marker: str) -> dict[str, str]:
    """A class, a key, a request for more calls, an import, and the receipt of a student who left."""
    school_class = core.classes.make(f"{marker} 班", caller, by=admin.account_id)
    before = {key.key_id for key in core.store.keys(caller.organisation_id)}
    rules = core.administration.usage_rules().version
    core.administration.new_api_key(frozenset({"questions"}), caller, agreed_rules=rules)
    (key_id,) = {key.key_id for key in core.store.keys(caller.organisation_id)} - before
    asked = core.quota.ask(QuotaRequestBody(kind="temporary", calls=10, reason=marker), caller)
    rows = f"1\t王小明{marker}\n".encode()
    shown = core.people.dry_run(rows, caller, by=admin.account_id, class_id=school_class.class_id)
    brought = core.people.confirm(
        rows, shown.digest, caller, by=admin.account_id, class_id=school_class.class_id, source=marker
    )
    leaver = f"leaver-{marker.lower()}"
    core.store.put_student(Student(caller.organisation_id, leaver, f"{marker} 同学", "en", core.clock.now()))
    receipt = core.student_data.erase(leaver, caller, by=admin.account_id)
    return {
        "class": school_class.class_id,
        "key": key_id,
        "quota_request": asked.request_id,
        "import": brought.import_id if brought else "",
        "receipt": receipt.receipt_id,
    }


def _kept_reading(core: Core, things: Things, marker: str) -> str:
    """The id of a reading whose recording was kept."""
    reading_id = f"spe_kept{marker.lower()}"
    report = anything("你好").model_copy(update={"note": Bilingual(zh=marker, en=marker)})
    scores = scores_of(report).model_dump_json()
    line = ReadingLine(reading_id, things.organisation_id, things.student_id, marker, marker, scores, core.clock.now())
    recording = StoredRecording(marker.encode(), "audio/wav")
    core.store.add_reading(NewReading(StoredReading(line, report.model_dump_json()), [], recording=recording))
    return reading_id


def school_changes(core: Core, caller: Caller, by: str, things: Things) -> Iterator[CoreCall]:
    """Every method that changes what is a school's, called with another school's ids."""
    ids = things.ids
    texts, lessons, people, classes = core.own_texts, core.own_lessons, core.people, core.classes
    draft, lesson = OwnTextDraft(title="taken"), OwnLessonDraft(title="taken")
    student, school_class = things.student_id, ids["class"]
    changes: dict[str, Callable[[], object]] = {
        "text saved over": lambda: texts.save(draft, caller, by=by, text_id=ids["own_text"], version=1),
        "text retired": lambda: texts.set_state(ids["own_text"], "retired", caller, by=by),
        "text deleted": lambda: texts.delete(ids["own_text"], caller, by=by),
        "lesson saved over": lambda: lessons.save(lesson, caller, by=by, lesson_id=ids["own_lesson"], version=1),
        "lesson retired": lambda: lessons.set_state(ids["own_lesson"], "retired", caller, by=by),
        "lesson deleted": lambda: lessons.delete(ids["own_lesson"], caller, by=by),
        "item retired": lambda: core.questions.set_state(ids["item"], "retired", caller, by=by),
        "class renamed": lambda: classes.rename(school_class, "taken", caller, by=by),
        "class ended": lambda: classes.archive(school_class, caller, over=True, by=by),
        "class shared": lambda: classes.share(school_class, caller, teacher_id=by, teaches=True, by=by),
        "student moved": lambda: classes.move([student], caller, out_of=school_class, into=None, by=by),
        "student moved in": lambda: classes.move([student], caller, out_of=None, into=school_class, by=by),
        "student renamed": lambda: people.rename(student, "taken", caller, by=by),
        "student numbered": lambda: people.renumber(student, "99", caller, by=by),
        "student's code": lambda: people.reset(student, caller, by=by),
        "account's code": lambda: people.reset_account(ids["account"], caller, by=by),
        "student paused": lambda: people.pause(student, caller, paused=True, by=by),
        "joining opened": lambda: people.open_joining(school_class, caller, by=by),
        "joining ended": lambda: people.end_joining(school_class, caller, by=by),
        "import undone": lambda: people.undo_import(ids["import"], caller, by=by),
        "key revoked": lambda: core.administration.revoke_api_key(ids["key"], caller),
        "account closed": lambda: core.administration.close_account(ids["account"], caller),
        "sign-ins ended": lambda: core.administration.end_signins(ids["account"], caller),
        "student erased": lambda: core.student_data.erase(student, caller, by=by),
        "reading forgotten": lambda: core.speech.forget(student, ids["reading"], caller),
        "essay forgotten": lambda: core.essays.forget(student, ids["essay"], caller),
        "word removed": lambda: core.words.remove(student, "牛奶", caller),
    }
    for name, change in changes.items():
        yield CoreCall(name, change)


def state_of(core: Core, caller: Caller, things: Things) -> dict[str, str]:
    """What `school_changes` would change, as its own school sees it."""
    ids, organisation_id = things.ids, caller.organisation_id
    membership = core.store.membership(organisation_id)
    return {
        "text": repr(core.own_texts.text(ids["own_text"], caller)),
        "lesson": repr(core.own_lessons.lesson(ids["own_lesson"], caller)),
        "item": repr(core.questions.item(ids["item"], caller).state),
        "classes": repr(membership),
        "student": repr(
            [each for each in core.store.students(organisation_id) if each.student_id == things.student_id]
        ),
        "accounts": repr(core.store.accounts(organisation_id)),
        "keys": repr([(key.key_id, key.revoked_at) for key in core.store.keys(organisation_id)]),
        "words": repr([word.word for word in core.words.deck(things.student_id, caller)]),
        "reading": core.speech.report(ids["reading"], caller).read_at,
        "essay": core.essays.essay(ids["essay"], caller).evaluated_at,
    }
