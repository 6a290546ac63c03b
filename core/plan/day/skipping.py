"""What leaving an entry out costs: the fall of the probabilities of what is due, what waits for what is new."""

from __future__ import annotations

from collections.abc import Sequence

from core.plan.day import reasons
from core.plan.day.standings import Ground, Stand
from core.plan.model import Task
from core.plan.tasks.word_targets import spoken_name
from core.wire import Bilingual, Skill


class Skipping:
    """For one student at one moment."""

    def __init__(self, stand: Stand, ground: Ground) -> None:
        self._stand = stand
        self._ground = ground

    def of(self, tasks: Sequence[Task], skill: Skill, minutes: float) -> Bilingual:
        """The weightiest cost among the tasks: an error that stays, a review that fades most, a new point that others wait for."""
        urgent = next((task for task in tasks if task.why == "urgent"), None)
        if urgent is not None:
            return reasons.skipping_urgent(self._name(urgent))
        due = [self._ground.place[task.target] for task in tasks if task.why == "due" and task.target_kind == "point"]
        if due:
            place = max(due, key=self._fall)
            stand = self._stand
            return reasons.skipping_review(
                self._called(place), float(stand.states.predicted[place]), float(stand.in_a_week[place])
            )
        new = [self._ground.place[task.target] for task in tasks if task.why == "ready"]
        if new:
            place = max(new, key=self._waiting)
            return reasons.skipping_new(self._called(place), self._waiting(place))
        return reasons.skipping_practice(skill, max(1, round(minutes)))

    def _fall(self, place: int) -> float:
        return float(self._stand.states.predicted[place] - self._stand.in_a_week[place])

    def _waiting(self, place: int) -> int:
        """Points that rest on it directly and are not met, on the student's way where there is one."""
        states = self._stand.states
        above = (self._ground.requires[:, place] > 0) & ~states.met
        if states.wanted is not None:
            above &= states.wanted
        return int(above.sum())

    def _called(self, place: int) -> Bilingual:
        row = self._ground.rows[place]
        return Bilingual(zh=row.name, en=row.name_en)

    def _name(self, task: Task) -> Bilingual:
        return (
            self._called(self._ground.place[task.target])
            if task.target_kind == "point"
            else spoken_name(task.target_kind, task.target)
        )
