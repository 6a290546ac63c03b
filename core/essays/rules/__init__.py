"""Rules of learner grammar: patterns over characters, narrowed by word lists and tags; each mends and explains what it finds.

A rule (`data/essay_rules/*.toml`) never rests on the dependency tree alone: the parser learnt from newspapers and errs on
learners' sentences.
"""
