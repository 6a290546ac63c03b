"""Lesson: the player of one lesson."""

from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.lessons.desk import lesson_desk

draw_giving(require_role("student", "teacher"))
lesson_desk()
