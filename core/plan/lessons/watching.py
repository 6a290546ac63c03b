"""What is watched or heard in a slot: lessons on the day's new and weak points first, then what suits skill and level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta

from core.plan.day import reasons
from core.plan.day.filled_day import Day
from core.plan.day.positions import SlotWant
from core.plan.day.slots import SlotRule
from core.plan.day.timetable import length_of
from core.plan.lessons.playing import LEAST_MINUTES, chosen
from core.plan.lessons.resources import Resource, ResourceCatalogue
from core.plan.model import Entry, Task, Why
from core.tables.content.lessons import MediaKind
from core.wire import BANDS, Bilingual

TAUGHT_FOR: tuple[Why, ...] = ("urgent", "ready", "early", "weak", "retry", "due")
"""Reasons of a question that make a lesson on its point worth watching, the best first."""
TEACHING = ("lesson", "point_lesson", "link")
"""Kinds that teach a point; a dialogue in which it occurs does not."""
PREFERRED = ("lesson", "unit_lesson", "link")
"""Where no point is asked, what is about doing something comes before what is about one point."""
LOWEST_LEVEL, HIGHEST_LEVEL = min(low for low, _ in BANDS.values()), max(high for _, high in BANDS.values())
ENOUGH = 0.9
"""Share of a slot's minutes below which more lessons are looked at: of the next level, those played some time ago, of other levels."""
AGAIN_AFTER = timedelta(days=7)
"""No lesson comes back sooner; one that does says so."""
MOST_HEARD = 1
"""Things to hear that a slot holds beside its video."""
MOST_CONSIDERED = 80
"""Resources of the level that are ranked for a slot."""


class Watching:
    """Lessons for slots, from one catalogue."""

    def __init__(self, catalogue: ResourceCatalogue, links: Mapping[str, tuple[Resource, str]] | None = None) -> None:
        """`links`: the organisation's own, by resource id, each with its address."""
        self._catalogue = catalogue
        self._links = links or {}
        self._by_levels: dict[tuple[int, int], tuple[Resource, ...]] = {}

    def entries(
        self, day: Day, want: SlotWant, sets: Sequence[Entry], minutes: float, *, room: float = 0.0
    ) -> tuple[list[Entry], list[Entry]]:
        """Entries that go before the questions (on points that are new today), and those after.

        Parameters
        ----------
        minutes
            To be watched; where a student has said how long a slot is, or is on the way, things to hear count as well.
        room
            Minutes of the slot beside those, in which something may be heard on top.
        """
        tasks = [task for entry in sets for task in entry.tasks if task.target_kind == "point"]
        asked = {task.target: task for task in reversed(tasks)}
        is_whole = want.cap is None and want.place == "quiet"
        of_type: MediaKind | None = "video" if is_whole else None
        about = self._about(day, want, tasks, of_type)
        candidates = list(about)
        found: list[Resource] = []
        for levels, again in self._tiers(day.levels, further=is_whole) if minutes >= LEAST_MINUTES else ():
            candidates += self._at_level(day, want, levels, set(candidates), of_type, again=again)
            found = chosen(candidates, minutes, never_over=want.cap is not None)
            if sum(each.minutes for each in found) >= ENOUGH * minutes:
                break
        if is_whole:
            heard = self._at_level(day, want, day.levels, (), "audio", again=False)
            found += [each for each in heard if length_of(each.minutes) <= room][:MOST_HEARD]
        first: list[Entry] = []
        later: list[Entry] = []
        for resource in found:
            task = asked.get(about.get(resource, ""))
            entry = self._entry(day, want.rule, resource, task)
            (first if task is not None and task.why in ("ready", "early") else later).append(entry)
        return first, later

    @staticmethod
    def _tiers(levels: tuple[int, int], *, further: bool) -> Iterator[tuple[tuple[int, int], bool]]:
        """Where lessons are looked for, and whether among those that were played before: who watches for hours a day soon has played all that a
        level has. `further`: on other levels too, for minutes that have to be filled."""
        low, high = levels
        yield levels, False
        if high < HIGHEST_LEVEL:
            yield (high + 1, high + 1), False
        yield levels, True
        for distance in range(1, HIGHEST_LEVEL if further else 1):
            for level in (low - distance, high + distance):
                if LOWEST_LEVEL <= level <= HIGHEST_LEVEL:
                    yield (level, level), False
                    yield (level, level), True

    def _about(self, day: Day, want: SlotWant, tasks: Sequence[Task], of_type: MediaKind | None) -> dict[Resource, str]:
        """One lesson on each point that the questions ask, by the weight of the reason; with the point."""
        found: dict[Resource, str] = {}
        for reason in TAUGHT_FOR:
            for task in tasks:
                if task.why == reason and task.target not in found.values():
                    lessons = (
                        each
                        for each in self._catalogue.about(task.target)
                        if each.kind in TEACHING and of_type in (None, each.resource_type)
                    )
                    lesson = next((each for each in lessons if self._free(day, want, each)), None)
                    if lesson is not None:
                        found[lesson] = task.target
        return found

    def _free(self, day: Day, want: SlotWant, resource: Resource, *, again: bool = False) -> bool:
        """Nothing twice in a day, nothing played within two months or, looked for `again`, within a week, nothing to look at on the way, nothing
        to hear where the browser has no Chinese voice, but for a teacher's link, which brings its own sound."""
        played = day.inputs.played.get(resource.resource_id)
        return (
            resource.resource_id not in day.taken
            and (played is None if not again else played is not None and played <= day.inputs.day - AGAIN_AFTER)
            and (want.place == "quiet" or resource.resource_type == "audio")
            and (want.hearing == "all" or resource.resource_type != "audio" or resource.kind == "link")
        )

    def _at_level(
        self,
        day: Day,
        want: SlotWant,
        levels: tuple[int, int],
        but: Collection[Resource],
        of_type: MediaKind | None,
        *,
        again: bool,
    ) -> list[Resource]:
        """Resources of these levels at random: lessons on doing something first, then by the slot's order of skills."""
        found = [
            each
            for each in self._of_levels(levels)
            if of_type in (None, each.resource_type) and each not in but and self._free(day, want, each, again=again)
        ]
        free = day.random.sample(found, min(MOST_CONSIDERED, len(found)))
        order = want.rule.priority
        return sorted(free, key=lambda each: (each.kind not in PREFERRED, order.index(each.skill)))

    def _of_levels(self, levels: tuple[int, int]) -> tuple[Resource, ...]:
        if levels not in self._by_levels:
            between = range(levels[0], levels[1] + 1)
            links = (link for link, _ in self._links.values() if link.level in between)
            self._by_levels[levels] = (*(each for level in between for each in self._catalogue.of(level)), *links)
        return self._by_levels[levels]

    def _entry(self, day: Day, rule: SlotRule, resource: Resource, task: Task | None) -> Entry:
        day.taken.add(resource.resource_id)
        return Entry(
            resource_id=resource.resource_id,
            kind="lesson",
            resource_type=resource.resource_type,
            title=resource.title,
            level=resource.level,
            skill=resource.skill,
            slot=rule.slot,
            of_slot=rule.slot,
            start=rule.start,
            end=rule.start + 1,
            minutes=resource.minutes,
            reason=self._reason(day, resource, task),
            if_skipped=reasons.skipping_practice(resource.skill, max(1, round(resource.minutes))),
            points=resource.points,
            url=self._links[resource.resource_id][1] if resource.resource_id in self._links else "",
        )

    def _reason(self, day: Day, resource: Resource, task: Task | None) -> Bilingual:
        played = day.inputs.played.get(resource.resource_id)
        if played is not None:
            return reasons.watching_again(played)
        if task is None:
            level = day.standing.level
            return reasons.watching(resource.level, resource.skill, level.level, known=level.known)
        return reasons.watching_point(day.name_of(day.stock.official_points.index_of[task.target]))
