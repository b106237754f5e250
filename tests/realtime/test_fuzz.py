"""Every call of the OpenAPI document with generated input, good and bad: no 5xx, and only promised answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from app.main import create_app
from app.settings import Settings
from tests.api.battle import begin, play
from tests.api.people import Person
from tests.realtime.live import Live

pytestmark = pytest.mark.database

DOCUMENT = create_app(Settings()).openapi()
LASTING = ("/stream", "/metrics")
"""Answers that do not end, or are no JSON."""
LEAVING = {("DELETE", "/api/v1/sessions")}
"""Calls after which the caller is nobody."""
CALLS = sorted(
    (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
    if not path.endswith(LASTING) and (method.upper(), path) not in LEAVING
)
EXAMPLES = 6


CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]


class Fuzz:
    """One run over all calls."""

    def __init__(self, live: Live, token: str | None, match: str) -> None:
        self._url = live.url
        self._headers = {"Authorization": f"Bearer {token}"}
        self._match = match
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    def run(self, schema: Any) -> None:
        """Good and bad input for every call."""
        for method, path in CALLS:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                self._some(f"{method} {path}", schema[path][method].as_strategy(generation_mode=mode))

    def _some(self, name: str, cases: st.SearchStrategy[Case]) -> None:
        @settings(
            max_examples=EXAMPLES,
            database=None,
            derandomize=True,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, ours=st.booleans())
        def call(case: Case, ours: bool) -> None:
            self._one(name, case, ours)

        with contextlib.suppress(Unsatisfiable):  # a call without parameters cannot be got wrong
            call()

    def _one(self, name: str, case: Case, ours: bool) -> None:
        if ours and "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = self._match
        answer = case.call(base_url=self._url, headers=self._headers, timeout=20)
        self.statuses[answer.status_code] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as failures:
            self.faults.append(f"{name}: {answer.status_code} {failures.exceptions}"[:600])


@pytest.mark.timeout(600)
async def test_no_input_breaks_a_call(live: Live) -> None:
    async with live.http() as one, live.http() as two:
        one.base_url = two.base_url = live.url
        ada, bob = await Person.guest(one, "Ada"), await Person.guest(two, "Bob")
        match = (await begin(ada, bob))["id"]
        await play(match, 3, ada, bob)
    fuzz = Fuzz(live, ada.token, match)
    await asyncio.to_thread(fuzz.run, schemathesis.openapi.from_dict(DOCUMENT))
    assert fuzz.faults == []
    assert fuzz.statuses[200] > 20
    assert sum(count for status, count in fuzz.statuses.items() if 400 <= status < 500) > 100
