"""Practice: one card at a time; every answer is stored at once."""

from pages.parts.gate import require_role
from pages.parts.practice.desk import practice_desk

require_role("student")
practice_desk()
