"""Placement: a short adaptive test that fills the first portrait."""

from pages.parts.placement.desk import placement_desk
from pages.parts.visitor import require_role

require_role("student")
placement_desk()
