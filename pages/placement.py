"""Placement: a short adaptive test that fills the first portrait."""

from pages.parts.gate import require_role
from pages.parts.placement.desk import placement_desk

require_role("student")
placement_desk()
