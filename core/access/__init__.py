"""Who may call, how often, and what it costs."""
