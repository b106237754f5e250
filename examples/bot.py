"""A whole Sandtable bot: joins a match, listens to what is asked of it, and answers with what it likes best."""

import json
import os
import random
import sys
import time
import uuid

import httpx

SERVER = os.environ.get("SANDTABLE_URL", "http://127.0.0.1:8000")
TASTE = {"melee": 5, "shoot": 5, "ignite": 4, "order": 4, "move": 3, "extinguish": 3, "play_card": 2, "unorder": -1}


def choose(decision: dict) -> dict:
    """The choice that tastes best; among equals any."""
    return max(decision["choices"], key=lambda action: (TASTE.get(action["verb"], 0), random.random()))


def main(match: str | None = None) -> None:
    """Play one match to its end: the one of that id, or against whoever looks for an opponent."""
    with httpx.Client(base_url=f"{SERVER}/api/v1", timeout=30) as api:
        token = os.environ.get("SANDTABLE_TOKEN") or api.post("/guests", json={"name": "Example bot"}).json()["token"]
        api.headers["Authorization"] = f"Bearer {token}"
        path, body = (f"/matches/{match}/join", {}) if match else ("/matches/quick", {"ruleset": "lore"})
        match = api.post(path, json=body).raise_for_status().json()["id"]
        print(f"playing {SERVER}/matches/{match}")
        with api.stream("GET", f"/matches/{match}/stream") as stream:
            for line in map(json.loads, stream.iter_lines()):
                for asked in line["decisions"] if line["t"] == "decision" else []:
                    answer = {"decision": asked["id"], "action": choose(asked), "key": str(uuid.uuid4())}
                    while (reply := api.post(f"/matches/{match}/actions", json=answer)).status_code == 429:
                        time.sleep(float(reply.headers["Retry-After"]))
                if line["t"] == "end":
                    print("it is over:", line.get("result") or line.get("reason"))


if __name__ == "__main__":
    main(*sys.argv[1:2])
