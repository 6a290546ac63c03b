"""Widens what a language model replaces to whole words: 爱护 for 保护 is said so, not 爱 for 保."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.essays.model import Proposal
from core.language.grammar.sentence import ParsedText
from core.language.levels import HAN


def with_whole_words(text: str, parsed: ParsedText, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """The proposals, replaced words as wide as the words in which they begin and end. What the text becomes stays the same.

    Parameters
    ----------
    text, parsed : the text as written, and parsed in simplified characters of the same length
    """
    word_at = {
        offset: (token.start, token.end)
        for sentence in parsed.sentences
        for token in sentence.tokens
        for offset in range(token.start, token.end)
    }

    def widened(proposal: Proposal) -> Proposal:
        if proposal.type != "W":
            return proposal
        first, _ = word_at.get(proposal.start, (proposal.start, 0))
        _, last = word_at.get(proposal.end - 1, (0, proposal.end))
        before, after = text[first : proposal.start], text[proposal.end : last]
        if not all(map(HAN.match, before + after)):
            return proposal
        return replace(proposal, start=first, end=last, replacement=before + proposal.replacement + after)

    return tuple(map(widened, proposals))
