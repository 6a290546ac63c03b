"""Why something is in the plan and what leaving it out costs, each in one sentence that says what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from core.learning.days import SHANGHAI
from core.plan.assignments.wire import END_OF_DAY
from core.plan.model import Task, Why
from core.records.evidence import Evidence
from core.wire import Bilingual, Skill

SKILL_NAMES: dict[Skill, Bilingual] = {
    "listening": Bilingual(zh="听力", en="listening"),
    "speaking": Bilingual(zh="口语", en="speaking"),
    "reading": Bilingual(zh="阅读", en="reading"),
    "writing": Bilingual(zh="写作", en="writing"),
}
WEEKDAYS = (
    Bilingual(zh="周一", en="Monday"),
    Bilingual(zh="周二", en="Tuesday"),
    Bilingual(zh="周三", en="Wednesday"),
    Bilingual(zh="周四", en="Thursday"),
    Bilingual(zh="周五", en="Friday"),
    Bilingual(zh="周六", en="Saturday"),
    Bilingual(zh="周日", en="Sunday"),
)
TIMES = ("", "once", "twice", "three times", "four times")
NOTICED = 0.02
"""A probability that falls by less is not worth a sentence: two in a hundred answers."""
ORDER: tuple[Why, ...] = (
    "urgent", "assigned", "due", "weak", "retry", "ready", "early", "repeat", "new_word", "level", "random",
)  # fmt: skip
"""Which reason of an entry is told when its tasks have several."""


def percent(probability: float) -> int:
    """Whole per cent.

    >>> percent(0.745)
    74
    """
    return round(probability * 100)


def times(count: int) -> str:
    """How often, in English."""
    return TIMES[count] if count < len(TIMES) else f"{count} times"


def urgent(name: Bilingual, errors: Sequence[Evidence], days: Sequence[date]) -> Bilingual:
    """Errors of the last two days, with their day: `days` are those of `errors`, UTC+8."""
    count, day = len(errors), WEEKDAYS[max(days).weekday()]
    if any(error.kind in ("misread_tone", "misread_sound") for error in errors):
        return Bilingual(
            zh=f"{day.zh}朗读时“{name.zh}”读错了 {count} 次，两天之内再练。",
            en=f"You misread {name.en} {times(count)} on {day.en}; it comes back within two days.",
        )
    return Bilingual(
        zh=f"{day.zh}的作文里“{name.zh}”用错了 {count} 次，两天之内再练。",
        en=f"You got {name.en} wrong {times(count)} in {day.en}'s essay; it comes back within two days.",
    )


def due(name: Bilingual, days_since: int) -> Bilingual:
    """A review whose day has come; `days_since` by the calendar."""
    last = Bilingual(zh=f"{days_since} 天前", en=f"{days_since} {'day' if days_since == 1 else 'days'} ago")
    if days_since == 0:
        last = Bilingual(zh="今天", en="today")
    return Bilingual(
        zh=f"“{name.zh}”上次练是{' ' if days_since else ''}{last.zh}，该复习了。",
        en=f"{name.en}: last practised {last.en}, due for review.",
    )


def weak(name: Bilingual, right: int, answers: int) -> Bilingual:
    """A point that is still mostly wrong."""
    return Bilingual(
        zh=f"“{name.zh}”到现在 {answers} 题对 {right} 题，还没掌握好。",
        en=f"{name.en}: {right} of {answers} right so far, not secure yet.",
    )


def retry(name: Bilingual, right: int, answers: int) -> Bilingual:
    """A point that is not met after so few answers that nothing can be said of it yet."""
    return Bilingual(
        zh=f"“{name.zh}”才答过 {answers} 题（对 {right} 题），再做做看。",
        en=f"{name.en}: answered only {times(answers)} so far, {right} right; one more try.",
    )


class Below(NamedTuple):
    """What a point rests on directly, by how each is known."""

    met: int
    """By the student's own answers."""
    begun: int
    """With one or two answers, all right: met by the contract's count, and too few to say so."""
    likely: int
    """Not met by the count of answers, but answered and now likely to go right."""
    assumed: int
    """Never asked, of a level that the student has behind them."""
    missing: int
    """None of these."""

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)


def ready(name: Bilingual, below: Below, level: int) -> Bilingual:
    """A point for which everything it rests on is there, and how each of these is known; `level` is the student's."""
    if below.total == 0:
        return Bilingual(
            zh=f"“{name.zh}”不需要别的基础，可以学了。", en=f"{name.en}: ready to learn; it needs no other point first."
        )
    if below.met == below.total:
        return Bilingual(
            zh=f"学“{name.zh}”要先会的 {below.total} 个知识点都会了，可以学了。",
            en=f"{name.en}: the {_points_it_rests_on(below.total)} met, ready to learn.",
        )
    return Bilingual(
        zh=f"学“{name.zh}”要先会 {below.total} 个知识点：{_known_zh(below, level)}，可以学了。",
        en=f"{name.en}: of the {_points_in_all(below.total)} it rests on, {_known_en(below, level)}; ready to learn.",
    )


def early(name: Bilingual, below: Below) -> Bilingual:
    """A new point that rests on others which are not there yet: nothing else is new."""
    return Bilingual(
        zh=f"现在没有更合适的新内容，先试试“{name.zh}”：要先会的 {below.total} 个知识点里，还有 {below.missing} 个没学会。",
        en=f"There is no more suitable new point today, so try {name.en} early: {below.missing} of the {_points_in_all(below.total)} it rests on "
        f"{'is' if below.missing == 1 else 'are'} not met yet.",
    )


def _points_it_rests_on(count: int) -> str:
    return f"{count} {'point' if count == 1 else 'points'} it rests on {'is' if count == 1 else 'are'}"


def _points_in_all(count: int) -> str:
    return f"{count} {'point' if count == 1 else 'points'}"


def _known_zh(below: Below, level: int) -> str:
    parts = (
        (below.met, f"{below.met} 个会了"),
        (below.begun, f"{below.begun} 个刚开始，都答对了"),
        (below.likely, f"{below.likely} 个估计会了"),
        (below.assumed, f"{below.assumed} 个按你的水平（{level_name(level).zh}）应该会"),
    )
    return "，".join(text for count, text in parts if count)


def _known_en(below: Below, level: int) -> str:
    parts = (
        (below.met, f"{below.met} met"),
        (below.begun, f"{below.begun} just begun and answered right"),
        (below.likely, f"{below.likely} likely known from your answers"),
        (below.assumed, f"{below.assumed} taken as known at your level ({level_name(level).en})"),
    )
    return ", ".join(text for count, text in parts if count)


def repeat(name: Bilingual, predicted: float) -> Bilingual:
    """A point that was practised and is asked again while it is fresh."""
    return Bilingual(
        zh=f"“{name.zh}”再练一次：现在估计 10 题能对 {round(predicted * 10)} 题。",
        en=f"{name.en} once more; expected now: about {round(predicted * 10)} of 10 right.",
    )


def by_chance(name: Bilingual) -> Bilingual:
    """A random pick."""
    return Bilingual(
        zh=f"“{name.zh}”是随机抽的，用来检查计划选得准不准。",
        en=f"{name.en}: picked at random, to check how well the plan picks.",
    )


def at_level(level: int, predicted: float, skill: Skill, own: int, *, known: bool) -> Bilingual:
    """A whole text of a level at or beside the student's `own`, with what is expected; where that is not `known` yet, one to begin with."""
    name, at = SKILL_NAMES[skill], level_name(level)
    if not known:
        return Bilingual(
            zh=f"你的水平还不清楚，先从 {at.zh}的{name.zh}材料开始。",
            en=f"{at.en.capitalize()} {name.en} to begin with: your level is not known yet.",
        )
    right, beside = round(predicted * 10), _beside(level, own)
    return Bilingual(
        zh=f"{at.zh}的{name.zh}材料，{beside.zh}：估计 10 题能对 {right} 题。",
        en=f"{at.en.capitalize()} {name.en}, {beside.en}; expected: about {right} of 10 right.",
    )


def _beside(level: int, own: int) -> Bilingual:
    """How a level lies to the student's own."""
    if level == own:
        return Bilingual(zh="正是你现在的水平", en="at your level now")
    name = level_name(own)
    if level < own:
        return Bilingual(zh=f"比你现在的水平（{name.zh}）容易", en=f"easier than your level now ({name.en})")
    if level == own + 1:
        return Bilingual(zh=f"比你现在的水平（{name.zh}）难一点", en=f"a little above your level now ({name.en})")
    return Bilingual(zh=f"比你现在的水平（{name.zh}）难", en=f"above your level now ({name.en})")


def new_word(word: str, level: int) -> Bilingual:
    """A word of the level that was never asked by itself; it may have stood in a text."""
    return Bilingual(
        zh=f"“{word}”是 {level_name(level).zh}词，还没有单独练过。",
        en=f"{word}: a {level_name(level).en} word that you have not practised by itself yet.",
    )


def own_word(word: str) -> Bilingual:
    """A word that the student has put by and that was never asked."""
    return Bilingual(zh=f"“{word}”在你的生词本里，还没有练过。", en=f"{word}: one of your words, not practised yet.")


def due_word(word: str, days_since: int) -> Bilingual:
    """A word whose day has come."""
    return due(Bilingual(zh=word, en=word), days_since)


def level_label(level: int) -> str:
    """The contract's difficulty.

    >>> level_label(3), level_label(7)
    ('HSK3', 'HSK7-9')
    """
    return "HSK7-9" if level == 7 else f"HSK{level}"


def level_name(level: int) -> Bilingual:
    """A level as pages name it: `3 级`, `level 3`."""
    number = "7–9" if level == 7 else str(level)
    return Bilingual(zh=f"{number} 级", en=f"level {number}")


def of_tasks(tasks: Sequence[Task]) -> Bilingual:
    """One sentence for an entry: the weightiest reason, and how many others there are."""
    first = min(tasks, key=lambda task: ORDER.index(task.why))
    others = Counter(task.why for task in tasks if task is not first)
    if not others:
        return first.reason
    zh = "，".join(f"{KINDS[why].zh} {others[why]} 题" for why in ORDER if others[why])
    en = ", ".join(f"{others[why]} {KINDS[why].en}" for why in ORDER if others[why])
    return Bilingual(zh=f"{first.reason.zh.rstrip('。')}；另有{zh}。", en=f"{first.reason.en.rstrip('.')}; also {en}.")


KINDS: dict[Why, Bilingual] = {
    "urgent": Bilingual(zh="改错", en="for recent errors"),
    "assigned": Bilingual(zh="作业", en="assigned"),
    "due": Bilingual(zh="复习", en="for review"),
    "weak": Bilingual(zh="弱项", en="on weak points"),
    "retry": Bilingual(zh="再试", en="on points tried once or twice"),
    "ready": Bilingual(zh="新学", en="on new points"),
    "early": Bilingual(zh="提前学", en="ahead of the path"),
    "repeat": Bilingual(zh="巩固", en="to consolidate"),
    "new_word": Bilingual(zh="生词", en="on new words"),
    "level": Bilingual(zh="合适的材料", en="at your level"),
    "random": Bilingual(zh="随机", en="at random"),
}


# -- what skipping costs ---------------------------------------------------------------------------------------


def skipping_review(name: Bilingual, now: float, in_a_week: float) -> Bilingual:
    """What a week without the review does to the probability of a right answer."""
    if now - in_a_week < NOTICED:
        return Bilingual(
            zh="今天跳过影响不大，过几天会再排。", en="Skipping it today costs little; it comes back in a few days."
        )
    return Bilingual(
        zh=f"跳过：一周后“{name.zh}”答对的可能性从 {percent(now)}% 降到 {percent(in_a_week)}%。",
        en=f"If skipped: in a week the chance of getting {name.en} right falls from {percent(now)} % to {percent(in_a_week)} %.",
    )


def skipping_new(name: Bilingual, waiting: int) -> Bilingual:
    """How many points wait for this one."""
    if waiting == 0:
        return Bilingual(zh="跳过：学习路径往后推一天。", en="If skipped: your path is delayed by a day.")
    return Bilingual(
        zh=f"跳过：后面有 {waiting} 个知识点，要等学会“{name.zh}”才能学。",
        en=f"If skipped: {waiting} {'point waits' if waiting == 1 else 'points wait'} for {name.en}.",
    )


def skipping_urgent(name: Bilingual) -> Bilingual:
    """An error that stays."""
    return Bilingual(
        zh=f"跳过：“{name.zh}”明天还排在最前面，过了两天就按一般的复习来排。",
        en=f"If skipped: {name.en} stays first tomorrow; after two days it is scheduled like any review.",
    )


def skipping_practice(skill: Skill, minutes: int) -> Bilingual:
    """Practice at the level, or something to watch."""
    name = SKILL_NAMES[skill]
    return Bilingual(
        zh=f"跳过：今天少练 {minutes} 分钟{name.zh}，别的安排不变。",
        en=f"If skipped: {minutes} min less {name.en} today; nothing else changes.",
    )


def skipping_day(due_now: int, due_tomorrow: int) -> Bilingual:
    """The whole day left out."""
    if due_tomorrow == 0:
        return Bilingual(zh="今天都不做：也不会落下复习。", en="If you skip today: no review falls behind.")
    if due_tomorrow == due_now:
        return Bilingual(
            zh=f"今天都不做：到期的 {due_now} 项复习留到明天，明天没有新到期的。",
            en=f"If you skip today: the {due_now} {'review' if due_now == 1 else 'reviews'} due now wait until tomorrow; no others fall due.",
        )
    return Bilingual(
        zh=f"今天都不做：到期的复习明天会从 {due_now} 项变成 {due_tomorrow} 项；不过每天的计划不会超出你的时间。",
        en=f"If you skip today: reviews due go from {due_now} to {due_tomorrow} tomorrow; the plan never asks for more a day than your time allows.",
    )


def back_again(days: int) -> Bilingual:
    """After a fortnight or more away."""
    return Bilingual(
        zh=f"欢迎回来！隔了 {days} 天，今天先复习你最有把握的，不加新内容；没做的会分到以后几天。",
        en=f"Welcome back after {days} days. Today starts with what you know best and nothing new; what waited is spread over the coming days.",
    )


# -- lessons and essays ----------------------------------------------------------------------------------------


def watching(level: int, skill: Skill, own: int, *, known: bool) -> Bilingual:
    """A lesson of a level beside the student's `own`; where that is not `known` yet, one to begin with."""
    name, at = SKILL_NAMES[skill], level_name(level)
    lesson = Bilingual(zh=f"{at.zh}的{name.zh}微课", en=f"A {at.en} {name.en} lesson")
    if not known:
        said = Bilingual(zh="你的水平还不清楚，先从这里开始", en="a first step while your level is not known yet")
    else:
        said = _beside(level, own)
    return Bilingual(zh=f"{lesson.zh}，{said.zh}。", en=f"{lesson.en}, {said.en}.")


def watching_again(played: date) -> Bilingual:
    """A lesson that comes back."""
    return Bilingual(
        zh=f"{played.month}月{played.day}日学过，隔些日子再看一遍，记得更牢。",
        en=f"You played it on {played.day} {played:%B}; seen again after a while, it stays longer.",
    )


def watching_point(name: Bilingual) -> Bilingual:
    """A lesson on a point that is asked on the same day."""
    return Bilingual(
        zh=f"今天要练“{name.zh}”，先看一看怎么用。", en=f"Today you practise {name.en}; first see how it is used."
    )


def essay(level: int) -> Bilingual:
    """A title to write on."""
    return Bilingual(
        zh=f"{level_name(level).zh}的题目；隔几天写一次，学过的才能用出来。",
        en=f"A {level_name(level).en} title; writing every few days turns what you know into what you use.",
    )


ASKED_AGAIN = Bilingual(zh="老师看过了，请你再写一稿。", en="Your teacher has returned it and asks for another draft.")
SKIPPING_AGAIN = Bilingual(
    zh="跳过：老师还在等你的第二稿。", en="If skipped: your teacher is still waiting for your second draft."
)
SKIPPING_LATE = Bilingual(zh="跳过：老师那里仍显示没做。", en="If skipped: it stays open on your teacher's list.")


def assigned(due_at: datetime, *, late: bool) -> Bilingual:
    """A teacher's assignment."""
    due = minute_name(due_at)
    if late:
        return Bilingual(
            zh=f"老师布置的，{due.zh}已到期，还可以补交。",
            en=f"Assigned by your teacher; it was due on {due.en}, but you can still do it.",
        )
    return Bilingual(zh=f"老师布置的，{due.zh}前完成。", en=f"Assigned by your teacher, due on {due.en}.")


def skipping_assigned(due_at: datetime, *, late: bool) -> Bilingual:
    """What a teacher sees."""
    if late:
        return SKIPPING_LATE
    due = minute_name(due_at)
    return Bilingual(zh=f"跳过：{due.zh}以后算迟交。", en=f"If skipped: after {due.en} it counts as late.")


def minute_name(moment: datetime) -> Bilingual:
    """`20 Nov`, or `20 Nov, 14:00` where it is not the end of the day (UTC+8).

    >>> minute_name(datetime.fromisoformat("2026-11-20T06:00:00+00:00"))
    Bilingual(zh='11月20日14:00', en='20 Nov, 14:00')
    """
    local = moment.astimezone(SHANGHAI)
    is_end = local.time().replace(second=0, microsecond=0) == END_OF_DAY
    zh, en = f"{local.month}月{local.day}日", f"{local.day} {local:%b}"
    return Bilingual(zh=zh, en=en) if is_end else Bilingual(zh=f"{zh}{local:%H:%M}", en=f"{en}, {local:%H:%M}")
