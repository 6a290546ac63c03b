"""Practice: one card at a time, every answer written through at once."""

from pages.parts.practice.desk import practice_desk
from pages.parts.visitor import require_role

require_role("student")
practice_desk()
