"""Rules of learner grammar: patterns over characters, restricted by word lists, tags and dependencies; each rule corrects and explains what it matches.

A rule (`data/essay_rules/<family>/*.toml`) never relies on the dependency tree alone: the parser was trained on newspapers and makes mistakes
on learners' sentences.
"""
