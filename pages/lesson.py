"""Lesson: the player of one lesson."""

from pages.parts.gate import require_role
from pages.parts.lessons.desk import lesson_desk

require_role("student", "teacher")
lesson_desk()
