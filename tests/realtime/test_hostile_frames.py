"""What an attacker writes on a socket by hand: each frame is answered in the one form, and the socket lives on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.api.battle import open_decision
from tests.realtime.conftest import At
from tests.realtime.live import wire

pytestmark = pytest.mark.database

VALUES = [
    *("NaN", "-Infinity", "1e999", "1" + "0" * 30, "-" + "9" * 400, "9223372036854775808", "1.5", "true", "null"),
    *(
        '"\\u0000"',
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"' + "﷽" * 300 + '"',
        '"\\u202e"',
        "[]",
        "{}",
        "[" * 900 + "]" * 900,
    ),
]
"""As JSON text, each put where something else is expected."""


def _frames(decision: str, value: str) -> list[str]:
    shown = json.dumps(decision)
    actions = [
        value,
        f'{{"verb":{value}}}',
        f'{{"verb":"play_card","card":{value}}}',
        f'{{"verb":"move","unit":{value},"to":{value}}}',
        f'{{"verb":"end","x":{value}}}',
        f"{{{value if value.startswith(chr(34)) else json.dumps(value)}:1}}",
    ]
    frames = [f'{{"t":"act","key":"k","decision":{shown},"action":{action}}}' for action in actions]
    frames += [f'{{"t":"odds","id":1,"action":{action}}}' for action in actions]
    return [
        *frames,
        f'{{"t":{value}}}',
        f'{{"t":"act","key":{value},"decision":{shown},"action":{{}}}}',
        f'{{"t":"act","key":"k","decision":{value},"action":{{}}}}',
        f'{{"t":"act","key":"k","decision":{shown},"action":{{}},"seat":{value}}}',
        f'{{"t":"odds","id":{value},"action":{{}}}}',
        f'{{"t":"chat","room":"match","text":{value}}}',
        f'{{"t":"chat","room":{value},"text":"x"}}',
        f'{{"t":"takeback","key":{value},"accept":{value}}}',
        f'{{"t":"draw","offer":{value},"accept":{value}}}',
        f'{{"t":"resign","seat":{value if value != "null" else 9}}}',
        f'{{"t":"hello","since":{value if value != "null" else -7}}}',
        f'{{"t":"hello","token":{value if value != "null" else 1}}}',
        f'{{"t":"hello","seat":{value if value != "null" else 31}}}',
    ]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value[:10])
async def test_every_frame_is_answered_and_the_socket_lives_on(
    at: At, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.realtime.session.MAX_MALFORMED", 1_000)
    player, decision = await open_decision(at.match, at.ada, at.bob)
    async with wire(at.live, at.match, str(player.token)) as line:
        for number, text in enumerate(_frames(decision["id"], value)):
            await line.connection.send(text)
            await line.send("ping", n=number)
            got: list[dict[str, Any]] = []
            while not got or got[-1]["t"] != "pong":
                got.append(await line.next())
                assert got[-1]["t"] != "bye", (text, got)
            refused = [frame for frame in got if frame["t"] == "refused"]
            said = value.startswith('"') and '"t":"chat"' in text
            assert refused or said, (text, got)
            assert all(frame["code"] not in ("internal", "unavailable") for frame in refused), (text, refused)
    assert (await player.ok("GET", f"/matches/{at.match}"))["seq"] == 0


async def test_everybody_does_everything_at_once_and_the_match_stays_sound(at: At) -> None:
    """Two players with three lines each, on which they act, resign, offer, accept, take back, leave, all at once."""
    lines = []
    for token in at.tokens[:2] * 3:
        lines.append(await at.live.socket(at.match).__aenter__())
        await lines[-1].send(json.dumps({"t": "hello", "token": token}))
    for turn in range(12):
        for player in (at.ada, at.bob):
            mine = [
                entry
                for entry in (await player.ok("GET", f"/matches/{at.match}/decisions"))["decisions"]
                if entry.get("choices")
            ]
            body = [{"decision": entry["id"], "action": entry["default"], "key": f"r{turn}"} for entry in mine]
            path = f"/matches/{at.match}"
            calls = [player.raw("POST", f"{path}/actions", one) for one in body * 3]
            calls += [
                player.raw("POST", f"{path}/takeback", {"key": f"t{turn}"}),
                player.raw("POST", f"{path}/leave", {}),
            ]
            calls += [
                player.raw("POST", f"{path}/draw", {"offer": True}),
                player.raw("POST", f"{path}/draw", {"accept": True}),
            ]
            if turn == 11:
                calls.append(player.raw("POST", f"{path}/resign", {}))
            answers = await asyncio.gather(*calls)
            assert all(answer.status_code < 500 for answer in answers), [answer.text for answer in answers]
    for line in lines:
        await line.close()
    page = await at.eve.ok("GET", f"/matches/{at.match}/steps", params={"since": -1, "limit": 500})
    assert [step["seq"] for step in page["steps"]] == list(range(page["seq"] + 1))
    info = await at.eve.ok("GET", f"/matches/{at.match}")
    assert (info["status"], info["seq"]) == ("ended", page["seq"])
    record = await at.eve.ok("GET", f"/matches/{at.match}/replay")
    spent = record["start"]["rolls"][1]
    for step in record["steps"]:
        assert step["rolls"][0] == spent, "no index twice, none left out"
        spent = step["rolls"][1]
