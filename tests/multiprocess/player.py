"""A server process without transport that plays both seats of a duel and says what it was told: `python -m
tests.multiprocess.player`.

Arguments: database address, match, user, how many actions. It takes the default of whatever is asked, under the key
"step-<seq>", and prints `ack <key> <seq>` as soon as it is acknowledged, as a client would learn of it.
SANDTABLE_FAULT kills it on its way.
"""

from __future__ import annotations

import asyncio
import sys

from app.matches.types import Caller, MatchId, UserId
from tests.support.service import parsed, server


async def play(url: str, match: MatchId, user: str, count: int) -> None:
    caller = Caller(user=UserId(user), name="player")
    async with server(url, snapshot_interval=5) as one:
        for _ in range(count):
            info = await one.service.info(caller, match)
            if info.status != "live":
                return
            seat = info.awaiting[0]
            audience = await one.service.viewer(caller, match, seat)
            _, body = await one.service.decisions(match, audience)
            asked = next(entry for entry in parsed(body) if "choices" in entry and entry["seat"] == seat)
            key = f"step-{info.seq + 1}"
            ack = await one.service.commit(caller, match, asked["id"], asked["default"], key, seat)
            print(f"ack {key} {ack.ack.seq}", flush=True)  # noqa: T201
            for _ in range(5):  # what is published after the answer
                await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], MatchId(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
