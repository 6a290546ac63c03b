"""The text that the tagger learns from, and in which shares it is drawn.

Read: the project's learner-like text (`learner/`), four fifths of MuCGEC's development pairs (Apache-2.0), everyday sentences (Tatoeba CC BY 2.0 FR,
CrossWOZ and KdConv Apache-2.0, CC0) without a tenth, own content without a fifth, the treebanks' training halves. Never YACLC, SIGHAN, CGED or the scored essays.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.language.levels import HAN
from evaluation.corpus import TREEBANKS, own, treebank
from evaluation.essays.learner_text import CHANGE, is_held_out, lines
from evaluation.essays.pairs import HELD_OUT, pairs
from evaluation.essays.sets import everyday_text
from evaluation.essays.told import alignment
from evaluation.reference import REFERENCE
from training.essay.patterns import Planter, counted
from training.essay.tagger_labels import Labelled, Step, alphabet_of, insertions_of, labelled

LONGEST = 90
SHORTEST = 4
SHARES = {"learner": 0.62, "mucgec": 0.08, "planted": 0.16, "clean": 0.14}
"""Of the sentences; everyday text is planted with errors anew each time."""


@dataclass
class Material:
    """Sentences by kind; `drawn` gives one after another for ever."""

    learner: list[Labelled]
    mucgec: list[Labelled]
    clean: list[str]
    planter: Planter
    alphabet: str
    insertions: list[str]
    shares: dict[str, float]

    def __post_init__(self) -> None:
        self.number = {one: index for index, one in enumerate(self.alphabet)}
        self.insertion = {text: index for index, text in enumerate(self.insertions)}

    @property
    def counts(self) -> str:
        """For the log."""
        return f"{len(self.learner)} learner-like, {len(self.mucgec)} of MuCGEC, {len(self.clean)} clean"

    def drawn(self, rng: random.Random) -> Labelled:
        """One sentence."""
        kind = rng.choices(list(self.shares), list(self.shares.values()))[0]
        if kind == "learner":
            return rng.choice(self.learner)
        if kind == "mucgec":
            return rng.choice(self.mucgec)
        sentence = rng.choice(self.clean)
        written, changes = self.planter.planted(sentence) if kind == "planted" else (sentence, [])
        return labelled(written[:LONGEST], [change for change in changes if change[1] <= LONGEST])


def steps_of(line: str) -> tuple[str, list[Step]]:
    """A marked line as written, and its changes, each marked place aligned by itself.

    >>> steps_of("我{→昨天}去{了看→看了}。")
    ('我去了看。', [(1, 1, '昨天'), (2, 3, '看'), (3, 4, '了')])
    """
    written, changes, position = "", list[Step](), 0
    for match in CHANGE.finditer(line):
        written += line[position : match.start()]
        changes += [
            (start + len(written), end + len(written), text) for start, end, text in alignment(match[1], match[2])
        ]
        written += match[1]
        position = match.end()
    return written + line[position:], changes


def material(recipe: str) -> Material:
    """Everything, for the shares of a recipe."""
    marked = [line for line in lines() if not is_held_out(line) and is_whole(line)]
    learner = [labelled(*steps_of(line)) for line in marked]
    mucgec = [
        labelled(pair.wrong, alignment(pair.wrong, pair.right))
        for pair in pairs(REFERENCE, measuring=False)
        if len(pair.wrong) <= LONGEST
    ]
    learner = [sentence for sentence in learner if SHORTEST <= len(sentence.written) <= LONGEST]
    treebanks = [text for name in TREEBANKS for text in treebank(REFERENCE, name)]
    clean = [
        text
        for text in (*everyday_text(held_out=False), *own(held_out=HELD_OUT), *treebanks)
        if len(text) >= SHORTEST and HAN.search(text)
    ]
    alphabet = alphabet_of(
        (*(one.written + "".join(one.replaced + one.inserted) for one in (*learner, *mucgec)), *clean)
    )
    shares = dict(SHARES)
    if recipe == "unplanted":
        shares.update(planted=0.0, clean=0.42)
    planter = Planter(counted(marked), random.Random(2))
    return Material(learner, mucgec, clean, planter, alphabet, insertions_of([*learner, *mucgec]), shares)


def is_whole(line: str) -> bool:
    """Whether a line has no stray sign of a mark left, and marks only what differs.

    >>> is_whole("我{→昨天}去了。"), is_whole("我{昨天去了。"), is_whole("我{去→去}了。")
    (True, False, False)
    """
    plain = CHANGE.sub("", line)
    return not set(plain) & set("{}→") and all(match[1] != match[2] for match in CHANGE.finditer(line))
