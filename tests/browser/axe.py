"""What axe-core says of a page: the names by which tests know it."""

from evaluation.service.accessibility import CONTRAST_RULES, grave_faults, grave_faults_in_both

__all__ = ["CONTRAST_RULES", "grave_faults", "grave_faults_in_both"]
