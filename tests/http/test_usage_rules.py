"""The usage rules over HTTP: a page that says them, and the answer to whoever comes with a suspended key."""

from __future__ import annotations

from core.access import suspension
from core.access.usage_rules import RULES
from tests.http.service import GENERATE, TOKEN, Service, error_of


def test_a_suspended_key_is_403001_everywhere_with_the_reason_and_the_remedy(service: Service) -> None:
    organisation = service.organisation()
    secret = service.core.access.new_key(organisation, frozenset(["questions"]))
    service.token = service.post(TOKEN, {"api_key": secret}, token="").json()["data"]["access_token"]
    body = {"level": "beginner", "type": "multiple_choice", "count": 1}
    assert service.post(GENERATE, body).status_code == 200
    (key,) = [each for each in service.store.keys(organisation.organisation_id) if secret.startswith(each.prefix)]
    suspension.suspend(key.key_id, "sold access", store=service.store, clock=service.core.clock)
    for response in (service.post(GENERATE, body), service.post(TOKEN, {"api_key": secret}, token="")):
        error = error_of(response, 403, 403001)
        assert error["message"] == "The API key is suspended by the operator of the service: sold access"
        assert "ask the operator of the service to resume the key" in error["remedy"]
        assert "X-Quota-Limit" not in response.headers
    suspension.resume(key.key_id, store=service.store, clock=service.core.clock)
    assert service.post(GENERATE, body).status_code == 200


def test_the_rules_have_a_page_in_both_languages_that_loads_nothing(service: Service) -> None:
    page = service.client.get("/docs/usage-rules")
    assert page.status_code == 200
    for rule in RULES.rules:
        assert rule.zh in page.text
        assert rule.en.replace("'", "&#x27;") in page.text
    assert RULES.version in page.text
    assert "script" not in page.text
    assert "http" not in page.text
