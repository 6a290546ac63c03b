"""What stands in a plan, in which slot and for how long; and moving."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from core.plan.day.slots import minute_of
from tests.contract.language import Reply, must_refuse
from tests.contract.school import SATURDAY, TODAY, WEDNESDAY, School
from tests.http.service import DAILY, QUESTION, RESOURCE, SCHEDULE

Entry = dict[str, Any]
ORDER = ("listening", "speaking", "reading", "writing")


def plan(school: School, look: str = "daily") -> dict[str, Any]:
    """The plan of a look."""
    found: dict[str, Any] = school.looked_at(look)[0].body["data"]
    return found


def slot_of(entry: Entry, day: dict[str, Any]) -> str:
    """The key of the schedule under which an entry stands."""
    return "weekend" if "weekend" in day["schedule"] else str(entry["time_slot"])


def in_slot(day: dict[str, Any], slot: str) -> list[Entry]:
    """The entries of a slot."""
    return [entry for entry in day["recommendations"] if slot_of(entry, day) == slot]


def minutes(entry: Entry) -> int:
    """From start to end."""
    return minute_of(entry["end_time"]) - minute_of(entry["start_time"])


def slot_durations(school: School, look: str) -> None:
    day = plan(school, look)
    for slot, told in day["schedule"].items():
        assert told["duration"] == sum(map(minutes, in_slot(day, slot))), slot


def item_durations(school: School, look: str) -> None:
    timed = [entry for entry in plan(school, look)["recommendations"] if "duration" in entry]
    assert timed
    for entry in timed:
        assert entry["duration"] == minutes(entry)


def no_overlap(school: School, look: str) -> None:
    times = sorted(
        (minute_of(each["start_time"]), minute_of(each["end_time"])) for each in plan(school, look)["recommendations"]
    )
    assert len(times) > 4
    assert all(before[1] <= after[0] for before, after in pairwise(times))


def slot_items(school: School, look: str) -> None:
    day = plan(school, look)
    for slot, told in day["schedule"].items():
        assert told["items"] == sum(entry.get("count", 0) for entry in in_slot(day, slot)), slot


def within_slot(school: School, look: str) -> None:
    day = plan(school, look)
    for slot, told in day["schedule"].items():
        start, end = map(minute_of, told["period"].split("-"))
        for entry in in_slot(day, slot):
            assert start <= minute_of(entry["start_time"]) < minute_of(entry["end_time"]) <= end


def video_minutes(school: School, look: str, slot: str, specified: str) -> None:
    """To a tenth: lessons have lengths of their own."""
    day = plan(school, look)
    videos = [entry for entry in in_slot(day, slot) if entry["resource_type"] == "video"]
    held = sum(entry["duration"] for entry in videos)
    assert abs(held - int(specified)) <= int(specified) / 10, held


def _questions(day: dict[str, Any], slot: str) -> dict[str, int]:
    counted = dict.fromkeys(ORDER, 0)
    for entry in in_slot(day, slot):
        if entry["resource_type"] == "question":
            counted[entry["skill_type"]] += entry["count"]
    return counted


def priority(school: School, slot: str, first: str, second: str) -> None:
    """A skill that comes first in a slot has no fewer questions there, and stands before the other."""
    day = plan(school)
    counted = _questions(day, slot)
    assert counted[first] >= counted[second] > 0, counted
    entries = [each for each in in_slot(day, slot) if each["resource_type"] == "question"]
    places = {
        skill: min(each["start_time"] for each in entries if each["skill_type"] == skill) for skill in (first, second)
    }
    assert places[first] < places[second]


def weekend_is_balanced(school: School) -> None:
    counted = _questions(plan(school, "daily.weekend"), "weekend")
    assert max(counted.values()) - min(counted.values()) <= 1, counted


def slot_is_whole(school: School, slot: str) -> None:
    assert plan(school, f"daily.{slot}")["recommendations"] == in_slot(plan(school), slot)


def full_questions_beside_audio(school: School) -> None:
    day = plan(school)
    assert any(entry["resource_type"] == "audio" for entry in day["recommendations"])
    assert {slot: sum(_questions(day, slot).values()) for slot in day["schedule"]} == {
        "morning": 6, "noon": 12, "evening": 9, "night": 15,
    }  # fmt: skip


def day_in_utc8(school: School) -> None:
    with school.at(datetime(2026, 11, 24, 16, tzinfo=UTC)):  # 00:00 on the 25th
        assert school.get(DAILY.format("wang")).body["data"]["date"] == WEDNESDAY
    with school.at(datetime(2026, 11, 24, 15, 59, tzinfo=UTC)):
        assert school.get(DAILY.format("wang")).body["data"]["date"] == TODAY


# -- what stands in a plan -----------------------------------------------------------------------------------


def _of_skill(school: School, skill: str) -> list[dict[str, Any]]:
    """What the questions of a skill are, as they are fetched."""
    entries = [each for each in plan(school)["recommendations"] if each["resource_type"] == "question"]
    ids = [each["question_id"] for entry in entries if entry["skill_type"] == skill for each in entry["questions"]]
    assert ids
    return [school.get(QUESTION.format(question_id)).body["data"] for question_id in ids]


def speaking_is_aloud(school: School) -> None:
    for task in _of_skill(school, "speaking"):
        assert task["kind"] == "say"
        assert any("\u4e00" <= character <= "\u9fff" for character in task["text"])


def writing_is_written(school: School) -> None:
    for task in _of_skill(school, "writing"):
        assert task.get("kind") == "essay" or task["type"] in ("fill_blank", "ordering")


def resources_exist(school: School) -> None:
    """Lessons are fetched by their id; a set's questions each by its own, and the refusal of the set says so."""
    for entry in plan(school)["recommendations"]:
        reply = school.get(RESOURCE.format(entry["resource_id"]))
        if entry["resource_type"] == "question":
            must_refuse(reply, 404)
            assert entry["questions"]
        else:
            assert reply.body["data"]["resource_id"] == entry["resource_id"]


# -- moving --------------------------------------------------------------------------------------------------


class Mover:
    """A student of whom nothing is known, with the plan of today."""

    def __init__(self, school: School, date: str = TODAY) -> None:
        self.school = school
        self.student_id = school.student()
        self.date = date
        school.post("/v1/portrait/update", {"student_id": self.student_id})
        self.plan = self.told()
        self.first = next(each for each in self.plan["recommendations"] if each["time_slot"] == "morning")

    def told(self) -> dict[str, Any]:
        """The plan as GET tells it."""
        found: dict[str, Any] = self.school.get(DAILY.format(self.student_id), date=self.date).body["data"]
        return found

    def move(self, **body: str) -> Reply:
        """Move the first entry of the morning."""
        return self.school.post(
            SCHEDULE,
            {"student_id": self.student_id, "resource_id": self.first["resource_id"], "date": self.date, **body},
        )

    def moved(self, day: dict[str, Any]) -> Entry:
        """The first entry as it stands now."""
        return next(each for each in day["recommendations"] if each["resource_id"] == self.first["resource_id"])


def moved_to_slot(school: School) -> None:
    mover = Mover(school)
    entry = mover.moved(mover.move(new_time_slot="noon").body["data"])
    assert entry["time_slot"] == "noon"
    assert "12:00" <= entry["start_time"] < entry["end_time"] <= "14:30"


def moved_to_time(school: School) -> None:
    mover = Mover(school)
    reply = mover.move(new_time_slot="noon", new_start_time="14:20", new_end_time="14:30")
    entry = mover.moved(reply.body["data"])
    assert (entry["start_time"], entry["end_time"]) == ("14:20", "14:30")


def move_stays(school: School) -> None:
    mover = Mover(school)
    made = mover.move(new_time_slot="noon").body["data"]
    told = mover.told()
    assert mover.moved(told) == mover.moved(made)
    assert mover.moved(told)["time_slot"] == "noon"


def move_to_first_free(school: School) -> None:
    mover = Mover(school)
    entry = mover.moved(mover.move(new_time_slot="noon").body["data"])
    before = [each for each in in_slot(mover.plan, "noon") if each["start_time"] < entry["start_time"]]
    cursor = "12:00"
    for each in sorted(before, key=lambda other: other["start_time"]):
        free = minute_of(each["start_time"]) - minute_of(cursor)
        assert free < minutes(mover.first)
        cursor = each["end_time"]
    assert entry["start_time"] == cursor


def move_overlap(school: School) -> None:
    mover = Mover(school)
    other = in_slot(mover.plan, "noon")[0]
    refused = mover.move(new_time_slot="noon", new_start_time=other["start_time"], new_end_time=other["end_time"])
    must_refuse(refused, 400002, ["new_start_time"])
    assert mover.told() == mover.plan


def midnight_is_an_end(school: School) -> None:
    mover = Mover(school)
    reply = mover.move(new_time_slot="night", new_start_time="23:55", new_end_time="24:00")
    assert mover.moved(reply.body["data"])["end_time"] == "24:00"


def move_on_a_date(school: School) -> None:
    mover = Mover(school, SATURDAY)
    reply = mover.move(new_time_slot="morning", new_start_time="11:50", new_end_time="12:00")
    assert reply.body["data"]["date"] == SATURDAY
    assert mover.moved(reply.body["data"])["start_time"] == "11:50"
