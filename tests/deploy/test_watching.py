"""The dashboard and the alerts in `deploy/` ask for metrics that /metrics has, in expressions that hold together, and say what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from core.web import siblings
from tests.deploy.commands import DEPLOY
from tests.http.service import Service, make_service

OF_PROMETHEUS = {"up": {"job", "instance"}}
"""Metrics and labels that Prometheus adds itself."""
FUNCTIONS = {
    "rate", "increase", "max_over_time", "sum", "max", "min", "topk", "histogram_quantile", "time", "vector",
}  # fmt: skip
WORDS = {"by", "on", "and", "or"}
SELECTOR = re.compile(r"([a-z_]+)\{([^}]*)\}|\b(wenlu_[a-z_]+|up)\b")
MATCHER = re.compile(r'^\s*([a-z_]+)(?:=~|!~|!=|=)"([^"]*)"\s*$')
TOKEN = re.compile(r"\s+|[A-Za-z_][A-Za-z_0-9]*|\{[^{}]*\}|\[\d+[smhd]\]|\d+(?:\.\d+)?|==|[()+\-*/<>,]")
BY = re.compile(r"\bby \(([^)]*)\)")


def dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((DEPLOY / "dashboards" / "wenlu.json").read_text(encoding="utf-8"))
    return read


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def expressions() -> Iterator[str]:
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in alerts())


def label_names(expression: str) -> Iterator[tuple[str, str]]:
    """Every metric of an expression with every label that it is selected by; ("name", "") for one without labels."""
    for selected, matchers, bare in SELECTOR.findall(expression):
        yield (selected or bare), ""
        for matcher in filter(None, matchers.split(", ")):
            matched = MATCHER.match(matcher)
            assert matched, matcher
            re.compile(matched.group(2).replace("$instance", ".*"))
            yield selected, matched.group(1)


@pytest.fixture
def service() -> Service:
    return make_service()


@pytest.fixture
def told(service: Service, monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """The metrics of a server that has answered a call and has a supervisor, with their labels."""
    descriptor = siblings.new_file()
    siblings.write(descriptor, {"API": True, "scheduler": True})
    monkeypatch.setenv(siblings.VARIABLE, str(descriptor))
    service.submit("s1")
    samples: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(service.client.get("/metrics").text):
        for sample in family.samples:
            samples.setdefault(sample.name, set()).update(sample.labels)
    return samples


def test_every_metric_and_label_that_is_asked_for_is_there(told: dict[str, set[str]]) -> None:
    known = {name: labels | {"instance"} for name, labels in told.items()} | OF_PROMETHEUS
    for expression in expressions():
        for name, label in label_names(expression):
            assert name in known, name
            assert not label or label in known[name], (name, label)
        grouped = {each.strip() for labels in BY.findall(expression) for each in labels.split(",")}
        assert grouped <= set().union(*known.values()), expression


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_an_expression_is_made_of_what_promql_has_and_its_brackets_close(expression: str) -> None:
    end, depth = 0, 0
    while end < len(expression):
        token = TOKEN.match(expression, end)
        assert token, expression[end:]
        end, text = token.end(), token.group()
        depth += (text == "(") - (text == ")")
        assert depth >= 0, expression
        if re.match(r"[A-Za-z_]", text) and text not in FUNCTIONS | WORDS:
            assert re.match(r"wenlu_|up$|le$|route$|status$|queue$|state$|part$", text), text
    assert depth == 0
    # A rate needs a range, and a range is taken of nothing else.
    of_ranges = re.findall(r"\b(?:rate|increase|max_over_time)\(", expression)
    assert len(re.findall(r"\[\d+[smhd]\]\)", expression)) == len(of_ranges)


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_an_alert_says_what_is_wrong_and_what_to_do(rule: dict[str, Any]) -> None:
    assert re.fullmatch(r"Wenlu[A-Z][A-Za-z]+", rule["alert"])
    assert re.fullmatch(r"\d+[mh]", rule["for"])
    assert rule["labels"]["severity"] in ("critical", "warning")
    for name in ("summary", "action"):
        assert rule["annotations"][name].endswith(".")
    assert re.search(r"==|>|<", rule["expr"])


def test_every_panel_says_what_it_shows_and_none_covers_another() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in dashboard()["panels"]:
        assert panel["description"].endswith((".", "`."))
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not cells & taken
        taken |= cells


def test_every_metric_of_the_service_is_on_the_dashboard(told: dict[str, set[str]]) -> None:
    drawn = {
        name
        for panel in dashboard()["panels"]
        for target in panel["targets"]
        for name, _ in label_names(target["expr"])
    }
    shown_otherwise = {"wenlu_call_seconds_count", "wenlu_call_seconds_sum"}
    assert {name for name in told if not name.endswith("_created")} - shown_otherwise == drawn
