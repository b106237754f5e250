"""The OpenAPI document is complete, and the client's generated types are those of today."""

from typing import Any

from app.main import create_app
from app.protocol.schema import components
from app.settings import Settings
from scripts.openapi import stale

DOCUMENT: dict[str, Any] = create_app(Settings()).openapi()


def test_generated_types_are_fresh() -> None:
    assert stale() == [], "run python -m scripts.openapi"


def test_every_call_names_what_it_gives_and_the_one_error_form() -> None:
    calls = [(path, method, call) for path, methods in DOCUMENT["paths"].items() for method, call in methods.items()]
    assert len(calls) > 35
    for path, method, call in calls:
        responses = call["responses"]
        assert responses["default"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorBody"), path
        assert "422" not in responses, path
        success = [status for status in responses if status.startswith("2")]
        assert len(success) == 1, (path, method)
        if success != ["204"]:
            (content,) = responses[success[0]]["content"].values()
            assert content["schema"], (path, method)
        assert call["summary"], path
        assert call["description"], path


def test_every_reference_leads_somewhere() -> None:
    known = set(DOCUMENT["components"]["schemas"])

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            reference = node.get("$ref")
            if reference is not None:
                assert reference.removeprefix("#/components/schemas/") in known
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(DOCUMENT)


def test_bodies_refuse_unknown_fields() -> None:
    answers = set(components())
    for path, methods in DOCUMENT["paths"].items():
        for call in methods.values():
            body = call.get("requestBody")
            if body is None:
                continue
            schema = body["content"]["application/json"]["schema"]
            names = [part.get("$ref") for part in schema.get("anyOf", [schema]) if "$ref" in part]
            for name in names:
                short = name.rsplit("/", 1)[1]
                assert short not in answers
                assert DOCUMENT["components"]["schemas"][short]["additionalProperties"] is False, path
