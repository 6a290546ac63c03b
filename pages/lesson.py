"""Lesson: one of them, playing."""

from pages.parts.lessons.desk import lesson_desk
from pages.parts.visitor import require_role

require_role("student", "teacher")
lesson_desk()
