"""Person: somebody who calls the API in a test, and what he expects of every answer."""

from __future__ import annotations

from typing import Any

import httpx

PREFIX = "/api/v1"


class Refusal(AssertionError):
    """An answer was a refusal where none was expected."""


class Person:
    """A caller, with a bearer token or without."""

    def __init__(self, client: httpx.AsyncClient, token: str | None = None, user: dict[str, Any] | None = None) -> None:
        self.client = client
        self.token = token
        self.user = user or {}

    @classmethod
    async def guest(cls, client: httpx.AsyncClient, name: str) -> Person:
        """A new guest, who uses his token and no cookie."""
        answer = await client.post(f"{PREFIX}/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        client.cookies.clear()
        return cls(client, answer.json()["token"], answer.json()["user"])

    def with_token(self, token: str) -> Person:
        """The same line with another token."""
        return Person(self.client, token, self.user)

    async def raw(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Any call; `body` is sent as JSON."""
        headers = dict(more.pop("headers", {}))
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            more["json"] = body
        return await self.client.request(method, f"{PREFIX}{path}", headers=headers, **more)

    async def ok(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """A call that must succeed; its JSON."""
        answer = await self.raw(method, path, body, **more)
        if answer.status_code >= 300:
            raise Refusal(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, dict[str, Any]]:
        """A call that must be refused in the one error form; status and error."""
        answer = await self.raw(method, path, body, **more)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, error_of(answer)


def error_of(answer: httpx.Response) -> dict[str, Any]:
    """The error of an answer, whose form is checked."""
    assert answer.headers["content-type"] == "application/json", answer.text
    body = answer.json()
    assert set(body) == {"error"}
    error: dict[str, Any] = body["error"]
    assert {"code", "message", "request"} <= set(error)
    assert set(error) <= {"code", "message", "rule", "field", "seq", "params", "request"}
    assert error["request"] == answer.headers["x-request-id"]
    assert "Traceback" not in answer.text
    return error
