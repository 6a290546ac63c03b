"""`wenlu model`: finds a language model, measures it, goes on after an interruption, and sets how far it is believed."""

from __future__ import annotations

import json
import random
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.backends.essay_models import read_models
from core.cli import main
from core.commands import model
from core.essays.language_model.policy import Cell
from core.essays.language_model.trial import policy_from, trial_passages
from core.essays.prompting import correction_version
from core.records.essay_models import MeasuredModel
from core.settings import Settings
from core.tables import Tables, shipped_tables
from core.wiring import essay_model, essay_reviewer
from evaluation.essays.fakes import evaluator, request
from evaluation.service.model_server import model_server, quoted

CHECK = shipped_tables().essay_model_check[::3]
"""A third of the sentences, half of them right: the whole takes a minute."""


class SimulatedModel:
    """A model that sees `sees` of the wrong sentences in every sample, and rewrites `meddles` of all sentences in the third one or in all."""

    def __init__(self, *, sees: float = 0.8, meddles: float = 0.1, always: bool = False) -> None:
        self.sees, self.meddles, self.always = sees, meddles, always

    def __call__(self, content: dict[str, Any], sample: int) -> str:
        return json.dumps({"edits": list(self._edits(content["text"], sample))}, ensure_ascii=False)

    def _edits(self, text: str, sample: int) -> Iterator[dict[str, str]]:
        for row in CHECK:
            chance = random.Random(zlib.crc32(row.written.encode())).random()
            if row.written not in text:
                continue
            if row.is_wrong and chance < self.sees:
                yield quoted(row.written, row.right[0])
            elif chance > 1 - self.meddles and (self.always or sample == 0):
                yield quoted(row.written, "啊" + row.written)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "essay_models.json"
    for name in ("URL", "KEY"):
        monkeypatch.delenv(f"WENLU_ESSAY_MODEL_{name}", raising=False)
    monkeypatch.delenv("WENLU_ESSAY_MODEL", raising=False)
    monkeypatch.setenv("WENLU_ESSAY_MODEL_FILE", str(path))
    monkeypatch.setattr(model, "embedded_evaluator", lambda _: evaluator())
    monkeypatch.setattr(Tables, "essay_model_check", CHECK)
    return path


def measured_in(path: Path) -> MeasuredModel:
    models = read_models(str(path))
    assert models.active is not None
    measured = models.measured_of(models.active.url, models.active.model, correction_version())
    assert measured is not None
    return measured


def test_what_was_measured_with_another_question_is_read_and_does_not_hold(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(SimulatedModel()) as server:
        assert main(["model", "--url", server.url]) == 0
    written = json.loads(file.read_text(encoding="utf-8"))
    (measured,) = written["measured"]
    measured["prompt"] = "47da8dc3"
    measured["cells"] = [{"samples": 3, "agreed": True, "probability": 0.9}]
    file.write_text(json.dumps(written), encoding="utf-8")
    (before,) = read_models(str(file)).measured
    assert list(policy_from(before).probabilities) == [Cell(3, False, True)]
    used = essay_model(Settings.from_environment())
    assert used is not None
    assert used.measured is None
    capsys.readouterr()
    assert main(["model", "--show"]) == 0
    assert "It is not measured" in capsys.readouterr().out


def questions() -> int:
    return 3 * len(trial_passages(CHECK))


def test_the_passages_hold_every_sentence_once_and_are_the_same_every_time() -> None:
    passages = trial_passages(CHECK)
    assert sorted(index for passage in passages for index, _ in passage.sentences) == list(range(len(CHECK)))
    assert all(
        passage.text[start:].startswith(CHECK[index].written)
        for passage in passages
        for index, start in passage.sentences
    )
    assert passages == trial_passages(CHECK)


def test_a_model_is_measured_and_set(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with model_server(SimulatedModel()) as server:
        assert main(["model", "--url", server.url, "--price", "1", "2", "--key", "k1"]) == 0
    assert len(server.asked) == questions()
    assert set(server.keys) == {"Bearer k1"}
    measured = measured_in(file)
    assert 0.7 < measured.told.value < 0.9
    assert measured.right.value > 0.95
    assert measured.clean_touched.value <= 0.02
    assert measured.marks_errors
    assert measured.samples == 3
    policy = policy_from(measured)
    assert policy.may_be_error(Cell(3, True, False), "W")
    assert not policy.may_be_error(Cell(1, False, False), "L")
    assert measured.cost == pytest.approx(questions() * (400 + 2 * 40) / 1e6)
    out = capsys.readouterr()
    assert "errors told" in out.out
    assert "where these agree: " in out.out
    assert "3 of 3, certain (" in out.out
    assert "corrects essays from now on" in out.out
    assert f"{questions()} of {questions()} answers" in out.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_model_that_meddles_with_right_sentences_is_not_believed(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(SimulatedModel(sees=0.5, meddles=0.3, always=True)) as server:
        assert main(["model", "--url", server.url]) == 0
    measured = measured_in(file)
    assert measured.clean_touched.value <= 0.02
    assert "L" not in measured.error_types or not measured.marks_errors
    assert capsys.readouterr().out


def test_an_interrupted_measurement_goes_on_where_it_was(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, answered = SimulatedModel(), [0]

    def breaks_off(content: dict[str, Any], sample: int) -> str | None:
        answered[0] += 1
        return good(content, sample) if answered[0] <= 20 else None

    with model_server(breaks_off) as server:
        assert main(["model", "--url", server.url, "--at-once", "1"]) == 1
        assert "gave 20 of" in capsys.readouterr().err
        assert read_models(str(file)).active is None
        state = next(file.parent.iterdir())
        state.write_text(state.read_text(encoding="utf-8") + '[[3, 1, [["half', encoding="utf-8")
        answered[0] = -10_000
        server.asked.clear()
        assert main(["model", "--url", server.url]) == 0
    assert len(server.asked) == questions() - 20
    assert "20 of" in capsys.readouterr().err
    assert measured_in(file).prompt_tokens == 400 * questions()


def test_another_model_or_anew_begins_at_the_beginning(file: Path) -> None:
    with model_server(SimulatedModel(), models=("a", "b")) as server:
        for options in (["--model", "a"], ["--model", "b"], ["--model", "b", "--anew"]):
            server.asked.clear()
            assert main(["model", "--url", server.url, *options]) == 0
            assert len(server.asked) == questions()
    assert [each.model for each in read_models(str(file)).measured] == ["a", "b"]


def test_without_an_address_only_this_machine_is_looked_at(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert all(url.startswith("http://127.0.0.1:") for _, url in model.LOCAL)
    monkeypatch.setattr(model, "LOCAL", (("Nobody", "http://127.0.0.1:9/v1"),))
    assert main(["model"]) == 1
    assert "No language model answers on this machine" in capsys.readouterr().err
    with model_server(SimulatedModel()) as server:
        monkeypatch.setattr(model, "LOCAL", (("Nobody", "http://127.0.0.1:9/v1"), ("Somebody", server.url)))
        assert main(["model"]) == 0
    assert "Somebody answers at" in capsys.readouterr().out


def test_a_choice_between_several_models_is_the_operators(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with model_server(SimulatedModel(), models=("small", "large")) as server:
        assert main(["model", "--url", server.url]) == 1
    assert "has 2 models (small, large): name one with --model" in capsys.readouterr().err


def test_a_key_is_not_sent_to_another_address(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_ESSAY_MODEL_URL", "http://model.test/v1")
    monkeypatch.setenv("WENLU_ESSAY_MODEL_KEY", "secret")
    with model_server(SimulatedModel()) as server:
        assert main(["model", "--url", server.url]) == 1
    assert set(server.keys) == {None}
    assert "names another address, which is used instead" in capsys.readouterr().err


def test_an_address_in_the_settings_without_a_name_is_that_of_the_model_that_was_measured_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(SimulatedModel()) as server:
        assert main(["model", "--url", server.url, "--key", "k1"]) == 0
    monkeypatch.setenv("WENLU_ESSAY_MODEL_URL", server.url + "/")
    used = essay_model(Settings.from_environment())
    assert used is not None
    assert (used.name, used.measured is not None) == ("teacher", True)
    monkeypatch.setenv("WENLU_ESSAY_MODEL_URL", "http://other.test/v1")
    other = essay_model(Settings.from_environment())
    assert other is not None
    assert (other.name, other.measured) == ("default", None)


def test_what_is_set_is_shown_and_can_be_taken_away(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["model", "--show"]) == 0
    assert "No language model is set" in capsys.readouterr().out
    with model_server(SimulatedModel()) as server:
        assert main(["model", "--url", server.url]) == 0
    capsys.readouterr()
    assert main(["model", "--show"]) == 0
    shown = capsys.readouterr().out
    assert f"teacher at {server.url} corrects essays" in shown
    assert "errors told" in shown
    assert main(["model", "--off"]) == 0
    assert essay_model(Settings.from_environment()) is None
    monkeypatch.setenv("WENLU_ESSAY_MODEL_URL", server.url)
    assert main(["model", "--off"]) == 1
    assert "unset it too" in capsys.readouterr().err


def test_the_service_believes_a_model_as_far_as_it_was_measured(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    essay = "\n".join(row.written for row in CHECK if row.is_wrong)[:600]
    with model_server(SimulatedModel(sees=1.0)) as server:
        monkeypatch.setenv("WENLU_ESSAY_MODEL_URL", server.url)
        monkeypatch.setenv("WENLU_ESSAY_MODEL", "teacher")
        unmeasured = report(essay)
        assert main(["model"]) == 0
        measured = report(essay)
    assert (len(unmeasured.edits), len(unmeasured.checks) > 20) == (0, True)
    assert len(measured.edits) > 20
    assert any("measured_language_model" in edit.judges for edit in measured.edits)


def report(essay: str) -> Any:
    settings = Settings.from_environment()
    made = evaluator()
    made.reviewer = essay_reviewer(settings, essay_model(settings))
    return made.evaluate(request(essay), language="zh")


def test_a_file_that_cannot_be_read_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.parent.mkdir()
    file.write_text("{", encoding="utf-8")
    assert main(["model", "--show"]) == 1
    assert "cannot be read" in capsys.readouterr().err
