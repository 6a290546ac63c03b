"""The operator's language model as a reviewer of essays: asked passage by passage, believed as far as it was measured."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial

from core.essays.language_model.answers import PassageAnswer, read_answer
from core.essays.language_model.asking import Asking, Key, Question, wait_for
from core.essays.language_model.passages import Passage, passages
from core.essays.language_model.policy import UNMEASURED, Agrees, Policy, proposals
from core.essays.model import Proposal
from core.essays.prompting import correction_messages, correction_schema, correction_version, messages, schema
from core.essays.reviewing import Chat, Review, WholeAnswer, read_whole
from core.essays.wire import EssayRequest
from core.tables.essays.prompts import Prompt

AT_ONCE = 4
"""Questions under way at once in one process: an essay of 400 characters is about four."""
MOST_PASSAGES = 40
"""Twice as many as the longest essay needs; of a text in many short lines the first ones are asked about."""
Answer = Future[object | None]


@dataclass(frozen=True)
class AskedReview:
    """The questions about one essay, some of them answered: see `core.essays.ports.AskedReview`."""

    model: str
    policy: Policy
    by_passage: Sequence[tuple[Passage, Sequence[Answer]]]
    whole: Answer

    def wait(self, seconds: float) -> None:
        """See `core.essays.ports.AskedReview.wait`."""
        wait_for(self._all, seconds)

    def progress(self) -> tuple[int, int]:
        """See `core.essays.ports.AskedReview.progress`."""
        return sum(answer.done() for answer in self._all), len(self._all)

    @property
    def _all(self) -> list[Answer]:
        return [self.whole, *(answer for _, answers in self.by_passage for answer in answers)]

    def review(self, agrees: Agrees) -> Review:
        """See `core.essays.ports.AskedReview.review`. A passage counts only when all samples about it are there: with fewer the same essay
        would be reviewed otherwise than a minute later."""
        proposed: list[Proposal] = []
        read_several_times: list[tuple[int, int]] = []
        answered = 0
        for passage, answers in self.by_passage:
            samples = [_result(answer) for answer in answers]
            read = [sample for sample in samples if isinstance(sample, PassageAnswer)]
            if len(read) < len(answers):
                continue
            answered += 1
            if self.policy.measured and len(read) > 1:
                read_several_times.append((passage.start, passage.end))
            proposed += _proposals(passage, read, self.policy, agrees, model=self.model)
        whole = _result(self.whole)
        return Review(
            tuple(proposed),
            whole if isinstance(whole, WholeAnswer) else WholeAnswer(),
            passages=len(self.by_passage),
            answered=answered,
            read=tuple(read_several_times),
            waiting=not all(answer.done() for answer in self._all),
        )


def _result(answer: Answer) -> object | None:
    return answer.result() if answer.done() else None


def _proposals(
    passage: Passage, answers: Sequence[PassageAnswer], policy: Policy, agrees: Agrees, *, model: str
) -> list[Proposal]:
    """The proposals for a passage, in offsets of the essay."""

    def agrees_there(start: int, end: int, replacement: str) -> bool:
        return agrees(passage.start + start, passage.start + end, replacement)

    samples = [answer.edits for answer in answers]
    return [
        replace(item, start=item.start + passage.start, end=item.end + passage.start)
        for item in proposals(passage.text, samples, policy, agrees_there, name=model)
    ]


class LanguageModelReviewer:
    """A `core.essays.ports.Reviewer` that asks a language model."""

    def __init__(
        self, chat: Chat, *, policy: Policy = UNMEASURED, seconds: float = 20.0, at_once: int = AT_ONCE
    ) -> None:
        """`seconds`: how long an essay waits for the answers in all."""
        self._chat = chat
        self._policy = policy
        self._asking = Asking(chat, at_once=at_once)
        self.seconds = seconds

    @property
    def name(self) -> str:
        """See `core.essays.ports.Reviewer.name`."""
        return self._chat.name

    def ask(self, request: EssayRequest, prompt: Prompt) -> AskedReview:
        """See `core.essays.ports.Reviewer.ask`."""
        essay = request.essay_content
        by_passage = [
            (
                passage,
                [self._asking.ask(self._about(passage, request, sample)) for sample in range(self._policy.samples)],
            )
            for passage in passages(essay)[:MOST_PASSAGES]
        ]
        return AskedReview(self.name, self._policy, by_passage, self._asking.ask(self._about_whole(request, prompt)))

    def _about(self, passage: Passage, request: EssayRequest, sample: int) -> Question:
        """The sentences before are no part of the key: where only they have changed, the answer is taken from the earlier draft."""
        return Question(
            Key.of(request.student_id, self.name, correction_version(), sample, passage.text),
            correction_messages(passage.text, before=passage.before),
            correction_schema(),
            partial(read_answer, passage=passage.text),
            sample,
        )

    def _about_whole(self, request: EssayRequest, prompt: Prompt) -> Question:
        essay, level = request.essay_content, int(request.hsk_level)
        return Question(
            Key.of(request.student_id, self.name, prompt.framework, request.essay_title, level, essay),
            messages(prompt, title=request.essay_title, essay=essay, hsk_level=level),
            schema(),
            partial(read_whole, essay=essay),
        )

    def forget(self, student_id: str) -> None:
        """See `core.essays.ports.Reviewer.forget`."""
        self._asking.forget(student_id)

    def engine(self, embedded: str, review: Review) -> str:
        """See `core.essays.ports.Reviewer.engine`."""
        if review.passages and review.answered == review.passages:
            return f"{embedded} + {self.name}"
        if review.answered:
            return f"{embedded} + {self.name} ({review.answered} of {review.passages} passages)"
        return f"{embedded} ({self.name} {'has not answered yet' if review.waiting else 'did not answer'})"
