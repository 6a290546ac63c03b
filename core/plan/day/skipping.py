"""What leaving an entry out costs: the fall of the probabilities of what is due, what waits for what is new."""

from __future__ import annotations

from collections.abc import Sequence

from core.plan.day import reasons
from core.plan.day.standings import OfficialPoints, StudentStanding
from core.plan.model import Task
from core.plan.tasks.word_targets import spoken_name
from core.wire import Bilingual, Skill


class Skipping:
    """For one student at one moment."""

    def __init__(self, standing: StudentStanding, official_points: OfficialPoints) -> None:
        self._standing = standing
        self._official_points = official_points

    def of(self, tasks: Sequence[Task], skill: Skill, minutes: float) -> Bilingual:
        """The weightiest cost among the tasks: an error that stays, a review that fades most, a new point that others wait for."""
        urgent = next((task for task in tasks if task.why == "urgent"), None)
        if urgent is not None:
            return reasons.skipping_urgent(self._name(urgent))
        due = [
            self._official_points.index_of[task.target]
            for task in tasks
            if task.why == "due" and task.target_kind == "point"
        ]
        if due:
            index = max(due, key=self._fall)
            standing = self._standing
            return reasons.skipping_review(
                self._called(index), float(standing.states.predicted[index]), float(standing.in_a_week[index])
            )
        new = [self._official_points.index_of[task.target] for task in tasks if task.why in ("ready", "early")]
        if new:
            index = max(new, key=self._waiting)
            return reasons.skipping_new(self._called(index), self._waiting(index))
        return reasons.skipping_practice(skill, max(1, round(minutes)))

    def _fall(self, index: int) -> float:
        return float(self._standing.states.predicted[index] - self._standing.in_a_week[index])

    def _waiting(self, index: int) -> int:
        """Points that rest on it directly and are not met, on the student's way where there is one."""
        states = self._standing.states
        above = (self._official_points.requires[:, index] > 0) & ~states.met
        if states.assumed is not None:
            above &= ~states.assumed
        if states.on_goal_path is not None:
            above &= states.on_goal_path
        return int(above.sum())

    def _called(self, index: int) -> Bilingual:
        return self._official_points.short_names[index]

    def _name(self, task: Task) -> Bilingual:
        return (
            self._called(self._official_points.index_of[task.target])
            if task.target_kind == "point"
            else spoken_name(task.target_kind, task.target)
        )
