"""wenlu model: measures a language model of the operator's on 600 sentences and lets it correct essays as far as it is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from core.backends.chat import ChatEndpoint, served_models
from core.backends.essay_models import read_models, write_models
from core.backends.system import SystemClock
from core.commands.measuring_state import Answered, MeasuringState
from core.errors import BadSetting, WenluError
from core.essays.language_model.answers import SampleEdit, read_answer
from core.essays.language_model.measuring import outcome_of
from core.essays.language_model.policy import SAMPLES, Cell
from core.essays.language_model.trial import TrialPassage, measured_model, policy_from, trial_passages
from core.essays.prompting import correction_messages, correction_schema, correction_version
from core.essays.service import EssayEvaluator
from core.records.essay_models import ActiveModel, MeasuredModel, MeasuredShare
from core.settings import Settings
from core.tables import Tables
from core.tables.essays.model_check import CheckedSentence
from core.wiring import embedded_evaluator

LOCAL = (
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("vLLM", "http://127.0.0.1:8000/v1"),
)
"""Where language models listen on this machine when nobody says otherwise. Nothing but this machine is looked at unasked."""
RESTART = "A server that is running takes note when it is started again."
MOST_FAILED = 5
"""So many answers in a row may fail before the measurement stops, to be gone on with later."""
PROGRESS_LINES = 20


def model(options: argparse.Namespace) -> int:
    """Measure a model and set it; with --show say which is set, with --off set none."""
    settings = Settings.from_environment()
    if options.show:
        show(settings)
        return 0
    if options.off:
        return switch_off(settings)
    active = chosen(options, settings)
    measured = measure(active, options, settings)
    if measured is None:
        return 1
    models = read_models(settings.essay_model_file).with_measured(measured)
    write_models(settings.essay_model_file, models.model_copy(update={"active": active}))
    say(measured)
    if measured.seconds > settings.essay_model_seconds / 2:
        print(
            f"An essay waits {settings.essay_model_seconds:.0f} s for all its answers: set WENLU_ESSAY_MODEL_SECONDS to give this model time."
        )
    if settings.essay_model_url.rstrip("/") not in ("", active.url):
        raise WenluError("WENLU_ESSAY_MODEL_URL names another address, which is used instead: unset it.")
    print(f"{measured.model} corrects essays from now on; the embedded engine answers where it does not. {RESTART}")
    return 0


# -- which model ---------------------------------------------------------------------------------------------


def chosen(options: argparse.Namespace, settings: Settings) -> ActiveModel:
    """The model that is meant. Raises `BadSetting` where there is none, or more than one."""
    before = read_models(settings.essay_model_file).active
    url = options.url or settings.essay_model_url or (before.url if before else "") or local_address()
    key = options.key or key_for(url.rstrip("/"), settings, before)
    return ActiveModel(url=url.rstrip("/"), model=options.model_name or named(url, key, settings, before), key=key)


def key_for(url: str, settings: Settings, before: ActiveModel | None) -> str:
    """The key that is known for an address; one that was given for another address is not sent there."""
    if settings.essay_model_key and settings.essay_model_url.rstrip("/") in ("", url):
        return settings.essay_model_key
    return before.key if before is not None and before.url == url else ""


def local_address() -> str:
    """The first address on this machine at which language models answer. Raises `BadSetting` where there is none."""
    for server, url in LOCAL:
        if served_models(url) is not None:
            print(f"{server} answers at {url}.")
            return url
    looked = ", ".join(f"{server} ({url})" for server, url in LOCAL)
    raise BadSetting(f"No language model answers on this machine: {looked}. Name one with --url.")


def named(url: str, key: str, settings: Settings, before: ActiveModel | None) -> str:
    """The name of the model at an address where none was given. Raises `BadSetting` where it is not plain which."""
    if settings.essay_model and url == settings.essay_model_url:
        return settings.essay_model
    if before is not None and before.url == url.rstrip("/"):
        return before.model
    names = served_models(url, key=key)
    if names is None:
        raise BadSetting(f"{url} does not say which models it has: name one with --model.")
    if len(names) != 1:
        raise BadSetting(f"{url} has {len(names)} models ({', '.join(names[:12])}): name one with --model.")
    return names[0]


# -- measuring -----------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """One question of the trial."""

    passage: int
    sample: int


def measure(active: ActiveModel, options: argparse.Namespace, settings: Settings) -> MeasuredModel | None:
    """What is measured of a model; None where it stopped answering, with what it answered kept for the next time."""
    tables = Tables()
    sentences = tables.essay_model_check
    passages = trial_passages(sentences)
    state = MeasuringState.of(state_file(settings), active, passages)
    if options.anew:
        state.forget()
    answers = ask_all(active, options, passages, state)
    if answers is None:
        return None
    samples = samples_by_sentence(passages, answers, sentences)
    print("The judges on this machine read the sentences.", file=sys.stderr)
    evaluator = embedded_evaluator(tables)
    measured = measured_model(
        [
            outcome_of(sentence, samples[number], judge(evaluator, sentence))
            for number, sentence in enumerate(sentences)
        ],
        url=active.url,
        model=active.model,
        prompt=correction_version(),
        use=state.use(),
        at=SystemClock().now(),
        prices=tuple(options.price) if options.price else None,
    )
    state.forget()
    return measured


def judge(evaluator: EssayEvaluator, sentence: CheckedSentence) -> Callable[[int, int, str], bool]:
    """Whether a judge on this machine agrees with a change of a sentence."""
    return evaluator.judge(sentence.written)


def state_file(settings: Settings) -> Path:
    """Where the answers of a measurement are kept until it is done: beside the operator's file."""
    if not settings.essay_model_file:
        raise BadSetting("WENLU_ESSAY_MODEL_FILE='' names no file.")
    path = Path(settings.essay_model_file)
    return path.with_name(f".{path.stem}-measuring.jsonl")


def ask_all(
    active: ActiveModel, options: argparse.Namespace, passages: Sequence[TrialPassage], state: MeasuringState
) -> Mapping[Asked, Sequence[SampleEdit]] | None:
    """The edits of every sample of every passage; None where too many answers in a row failed."""
    every = [Asked(passage, sample) for passage in range(len(passages)) for sample in range(max(SAMPLES))]
    answers: dict[Asked, Sequence[SampleEdit]] = {
        asked: kept for asked in every if (kept := state.edits(*asked)) is not None
    }
    missing = [asked for asked in every if asked not in answers]
    if len(missing) < len(every):
        print(f"{len(every) - len(missing)} of {len(every)} answers are here from last time.", file=sys.stderr)
    print(f"{active.model} at {active.url} is asked {len(missing)} questions.", file=sys.stderr)
    chat = ChatEndpoint(active.url, active.model, key=active.key, seconds=float(options.seconds))
    failed = 0
    pool = ThreadPoolExecutor(options.at_once)
    futures = {pool.submit(_answer, chat, passages[asked.passage], asked): asked for asked in missing}
    try:
        for future in as_completed(futures):
            asked, edits = futures[future], future.result()
            failed = 0 if edits is not None else failed + 1
            if edits is not None:
                answers[asked] = edits
                state.keep(Answered(*asked, tuple(edits)), chat.use)
                _say_progress(len(answers), len(every))
            if failed >= MOST_FAILED:
                break
    finally:
        pool.shutdown(
            wait=False, cancel_futures=True
        )  # an interruption does not wait for questions that were not asked yet
    if len(answers) < len(every):
        print(
            f"wenlu: {active.model} at {active.url} gave {len(answers)} of {len(every)} answers. "
            "They are kept: the same command goes on from there. --seconds gives it more time for each.",
            file=sys.stderr,
        )
        return None
    return answers


def _answer(chat: ChatEndpoint, passage: TrialPassage, asked: Asked) -> Sequence[SampleEdit] | None:
    """The edits of one answer; None where none came. What cannot be read makes no edits, here as in an essay."""
    text = chat.answer(correction_messages(passage.text, before=""), correction_schema(), sample=asked.sample)
    if text is None:
        return None
    read = read_answer(text, passage.text)
    return read.edits if read else ()


def _say_progress(done: int, of: int) -> None:
    """One line after every twentieth."""
    if done * PROGRESS_LINES // of > (done - 1) * PROGRESS_LINES // of:
        print(f"  {done} of {of} answers", file=sys.stderr)


def samples_by_sentence(
    passages: Sequence[TrialPassage],
    answers: Mapping[Asked, Sequence[SampleEdit]],
    sentences: Sequence[CheckedSentence],
) -> list[list[list[SampleEdit]]]:
    """The edits of each sample of each sentence."""
    samples: list[list[list[SampleEdit]]] = [[[] for _ in range(max(SAMPLES))] for _ in sentences]
    for (number, sample), edits in answers.items():
        for index, own in passages[number].by_sentence(edits, sentences):
            samples[index][sample] = own
    return samples


# -- what is said --------------------------------------------------------------------------------------------


def show(settings: Settings) -> None:
    """Print which model is set, and what was measured of it."""
    models = read_models(settings.essay_model_file)
    active = models.in_use(settings.essay_model_url, settings.essay_model, settings.essay_model_key)
    if settings.essay_model_url:
        print("WENLU_ESSAY_MODEL_URL names the address.")
    if active is None:
        print("No language model is set: the embedded engine works alone. `wenlu model` measures one and sets it.")
        return
    print(f"{active.model} at {active.url} corrects essays.")
    measured = models.measured_of(active.url, active.model, correction_version())
    if measured is None:
        print("It is not measured: it asks for checks and marks nothing as an error. `wenlu model` measures it.")
    else:
        say(measured)


def switch_off(settings: Settings) -> int:
    """Let the embedded engine work alone; what was measured stays known."""
    models = read_models(settings.essay_model_file)
    if models.active is not None:
        write_models(settings.essay_model_file, models.model_copy(update={"active": None}))
    if settings.essay_model_url:
        raise WenluError("WENLU_ESSAY_MODEL_URL is set and names a language model: unset it too.")
    print(f"The embedded engine works alone. {RESTART}")
    return 0


def say(measured: MeasuredModel) -> None:
    """Print what was measured, and what follows from it."""
    print(f"Measured {measured.measured_at:%Y-%m-%d} on 300 wrong and 300 right sentences (95 % intervals):")
    print(f"  errors told              {_share(measured.told)}")
    print(f"  of what is marked, right {_share(measured.right)}")
    print(f"  right sentences marked   {_share(measured.clean_touched)}")
    print(f"  with places to check: told {_share(measured.told_or_asked)}")
    print(f"                       right {_share(measured.shown_right)}")
    print(f"             right sentences {_share(measured.clean_shown)}")
    tokens = f", {measured.prompt_tokens} tokens asked and {measured.completion_tokens} answered"
    cost = "" if measured.cost is None else f", cost {measured.cost:.4f}"
    print(f"  {measured.seconds:.1f} s an answer{tokens if measured.prompt_tokens else ''}{cost}")
    asked = "once" if measured.samples == 1 else f"{measured.samples} times"
    print(f"Each passage is asked about {asked}.")
    policy = policy_from(measured)
    cells = "; ".join(
        f"{_agreement(cell, measured.samples)} ({probability:.2f})"
        for cell, probability in policy.probabilities.items()
        if any(policy.may_be_error(cell, type_) for type_ in policy.error_types)
    )
    if cells:
        print(f"Marked as errors: types {', '.join(measured.error_types)} where these agree: {cells}.")
    else:
        print("Nothing that it says is sure enough to be marked as an error: it asks for checks.")


def _agreement(cell: Cell, samples: int) -> str:
    if cell.sure:
        return f"{cell.samples} of {samples}, certain{', and a judge here' if cell.agreed else ''}"
    return f"{cell.samples} of {samples}{' and a judge here' if cell.agreed else ''}"


def _share(share: MeasuredShare) -> str:
    return f"{share.value:6.1%} ({share.low:.1%}-{share.high:.1%}) of {share.of}"
