"""From what several correctors propose to the edits that are shown."""
