"""A language model of the operator's as a corrector: what it is asked, what is accepted of its answers, and how far it is believed."""
