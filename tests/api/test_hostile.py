"""What an attacker sends by hand: numbers that no JSON has or nobody can store, other encodings, times without end.
Each is refused in the one error form, nothing falls over, and nothing of it is kept."""

from __future__ import annotations

import json

import pytest

from tests.api.battle import begin, open_decision
from tests.api.people import PREFIX, Person, error_of

pytestmark = pytest.mark.database

NUMBERS = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1e999",
    "1" + "0" * 30,
    "-" + "9" * 400,
    "1" * 5000,
    "9223372036854775808",
]
"""As JSON text; Python's parser takes all but the longest."""


async def _sent(
    who: Person, method: str, path: str, body: bytes, content_type: str = "application/json"
) -> tuple[int, str]:
    """A call with these very bytes; status and code of the refusal ("" for none)."""
    answer = await who.client.request(
        method,
        f"{PREFIX}{path}",
        content=body,
        headers={"Authorization": f"Bearer {who.token}", "Content-Type": content_type},
    )
    assert answer.status_code < 500, (path, body[:200], answer.text)
    return answer.status_code, "" if answer.status_code < 300 else error_of(answer)["code"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:12])
async def test_numbers_that_cannot_be_stored_or_told_are_refused_everywhere(
    ada: Person, bob: Person, number: str
) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    shown = json.dumps(decision["id"])
    calls = [
        ("/armies", '{"ruleset":"lore","name":"A","data":{"x":[%s]}}'),
        ("/scenarios", '{"ruleset":"lore","name":"A","data":{"x":%s}}'),
        ("/matches", '{"ruleset":"lore","scenario":{"x":%s},"seats":[{"kind":"me"},{"kind":"open"}]}'),
        (
            "/matches",
            '{"ruleset":"lore","scenario":"S1","options":{"turn_cap":%s},"seats":[{"kind":"me"},{"kind":"open"}]}',
        ),
        ("/matches", '{"ruleset":"lore","scenario":"S1","delay_s":%s,"seats":[{"kind":"me"},{"kind":"open"}]}'),
        ("/tokens", '{"name":"t","scopes":["read"],"days":%s}'),
        (f"/matches/{match}/actions", '{"decision":' + shown + ',"key":"k","action":{"verb":"play_card","card":%s}}'),
        (f"/matches/{match}/actions", '{"decision":' + shown + ',"key":"k","action":{"verb":"end","x":%s}}'),
        (f"/matches/{match}/actions", '{"decision":' + shown + ',"key":"k","action":{},"seat":%s}'),
        (f"/matches/{match}/odds", '{"action":{"verb":"play_card","card":%s}}'),
        (f"/matches/{match}/odds", '{"action":{"verb":%s}}'),
        (f"/matches/{match}/resign", '{"seat":%s}'),
    ]
    for path, body in calls:
        status, code = await _sent(player, "POST", path, (body % number).encode())
        assert 400 <= status < 500, (path, body, status)
        assert code not in ("internal", ""), (path, body)
    assert not (await player.ok("GET", "/armies", params={"ruleset": "lore"}))["saved"]
    assert (await ada.ok("GET", f"/matches/{match}"))["seq"] == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-32-be", "latin-1"])
async def test_a_body_is_utf_8_or_nothing(ada: Person, encoding: str) -> None:
    """Python's parser reads UTF-16 and UTF-32 too, in which the border would not find what it looks for."""
    for data in ('{"x":"\\u0000é"}', '{"x":"\\ud800é"}', '{"x":"é"}', "[" * 40 + '"é"' + "]" * 40):
        body = f'{{"ruleset":"lore","name":"A","data":{data}}}'
        status, code = await _sent(ada, "POST", "/armies", body.encode(encoding))
        assert (status, code) == (400, "malformed"), data


@pytest.mark.parametrize(
    "before",
    [
        "0001-01-01T00:00:00+23:59~x",
        "9999-12-31T23:59:59-23:59~x",
        "0001-01-01T00:00:00+00:00~x",
        "2026-01-01T00:00:00+00:00~" + "ж" * 100,
        "2026-W01-1T00:00:00Z~",
        "~",
        "x~y",
    ],
)
async def test_no_place_in_a_list_breaks_it(ada: Person, before: str) -> None:
    answer = await ada.raw("GET", "/matches", params={"before": before})
    assert answer.status_code in (200, 422), answer.text


@pytest.mark.parametrize(
    "number", ["-1", "9223372036854775807", "9223372036854775808", "9" * 30, "9" * 5000, "1e5", "0x1", "", "NaN", "٣"]
)
async def test_no_number_in_an_address_breaks_anything(ada: Person, bob: Person, number: str) -> None:
    match = (await begin(ada, bob))["id"]
    for path, name in (
        ("/chat", "before"),
        ("/chat", "seat"),
        ("/steps", "since"),
        ("/steps", "limit"),
        ("/view", "seat"),
        ("/legal", "seat"),
        ("/threat", "of"),
    ):
        answer = await ada.raw("GET", f"/matches/{match}{path}", params={name: number})
        assert answer.status_code < 500, (path, name, answer.text)
        if answer.status_code >= 300:
            assert error_of(answer)["code"] in ("malformed", "not_your_seat", "spectator"), (path, name)


@pytest.mark.parametrize(
    "options",
    [
        "[" * 10_000,
        '{"a":' * 2_000 + "1" + "}" * 2_000,
        '{"x":NaN}',
        '{"turn_cap":1e999}',
        '{"turn_cap":%s}' % ("9" * 30),
        '{"\\ud800":1}',
        '{"preset":"\\ud800"}',
        '{"preset":[[]]}',
        '"x"',
        "[]",
        "null",
        '{"x":"\\u0000"}',
        "é",
        '{"preset":{}}',
    ],
    ids=range(14),
)
async def test_no_options_in_an_address_break_a_scenario(nobody: Person, options: str) -> None:
    answer = await nobody.raw("GET", "/rulesets/lore/scenarios/S1", params={"options": options})
    assert answer.status_code in (400, 414, 422), answer.text
    error_of(answer)


@pytest.mark.parametrize("text", ["\ud800", "\u0000", "\u202e" * 10, "​", "a\u0007b", "﷽" * 501, "\u2028", " \n "])
async def test_no_text_breaks_the_chat(ada: Person, bob: Person, text: str) -> None:
    match = (await begin(ada, bob))["id"]
    body = json.dumps({"room": "match", "text": text}).encode()
    status, code = await _sent(ada, "POST", f"/matches/{match}/chat", body)
    assert (code in ("malformed",)) == (status >= 400), status
    await bob.ok("GET", f"/matches/{match}/chat")


async def test_headers_and_cookies_that_are_none_are_refused(nobody: Person) -> None:
    for value in ("Bearer", "Bearer ", "Basic YTpi", "Bearer " + "x" * 5_000, "Bearer a b", "bearer \x7f"):
        answer = await nobody.client.get(f"{PREFIX}/me", headers={"Authorization": value})
        assert (answer.status_code, error_of(answer)["code"]) == (401, "unauthorized"), value
    for value in ("sandtable=", "sandtable=ÿ", 'sandtable="\\377"', "sandtable=" + "x" * 5_000, ";;;=", "sandtable"):
        answer = await nobody.client.get(f"{PREFIX}/me", headers=[(b"cookie", value.encode("latin-1"))])
        assert answer.status_code == 401, value
