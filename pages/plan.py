"""Daily plan: the week, the day in its slots, and when the student wants to study."""

from pages.parts.plan.desk import plan_desk
from pages.parts.visitor import require_role

require_role("student")
plan_desk()
