"""Answer evaluation, practice sessions, appeals and the monthly report."""
