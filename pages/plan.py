"""Daily plan: the week, the day in its slots, and when the student wants to study."""

from pages.parts.gate import require_role
from pages.parts.plan.desk import plan_desk

require_role("student")
plan_desk()
