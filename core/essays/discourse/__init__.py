"""Structure, coherence and content as checklists."""
