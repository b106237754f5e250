"""A table full of people for the README's pictures: players over REST who fight with gusto until a picture is there.

Nothing is invented: every position was played on a real server by its rules. The players' choices come from a fixed
seed; the dice are the server's own and differ from run to run, so a moment is described (`Moment`), not numbered.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

Json = dict[str, Any]
Moment = Callable[[Json, Json], bool]
"""Whether a view, with the decision that the first side holds ({} if it holds none), is worth a picture."""

EAGER = ("ignite", "melee", "shoot", "bonus_attack", "order", "play_card", "battle_back", "gain_ground", "retreat")
"""Verbs that are taken when they are offered, in this order; moves are weighed, whatever ends a phase comes last."""
MOST_STEPS = 1500


@dataclass
class Player:
    """A guest with a token."""

    http: httpx.Client
    names: dict[str, str]
    token: str = ""
    chance: Random = field(default_factory=lambda: Random(7))

    def arrive(self) -> None:
        """Become a guest."""
        self.token = self.call("POST", "/guests", {"name": self.names["en"]})["token"]

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """One call; anything but success is an error of this script."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.http.request(method, f"/api/v1{path}", json=body, headers=headers)
        if answer.is_error:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        found: Json = answer.json()
        return found

    def speak(self, lang: str) -> None:
        """Take the name that is written in this language."""
        self.call("PATCH", "/me", {"name": self.names[lang]})

    def open_table(self, scenario: str, seats: list[Json], **more: Any) -> Json:
        """A new match of lore."""
        return self.call("POST", "/matches", {"ruleset": "lore", "scenario": scenario, "seats": seats, **more})


def duel(south: Player, north: Player, scenario: str = "S1", **more: Any) -> str:
    """A live match of two; its id."""
    match = south.open_table(scenario, [{"kind": "me"}, {"kind": "open"}], **more)
    north.call("POST", f"/matches/{match['id']}/join", {})
    return str(match["id"])


def play(match: str, sides: tuple[Player, Player], until: Moment | None = None) -> Json | None:
    """Play on until the moment has come, and return the first side's decision then; None: the battle ended before."""
    for _ in range(MOST_STEPS):
        open_ = sides[0].call("GET", f"/matches/{match}/decisions")["decisions"]
        if not open_:
            return None
        seat = open_[0]["seat"]
        player = sides[seat]
        decision: Json = open_[0] if seat == 0 else player.call("GET", f"/matches/{match}/decisions")["decisions"][0]
        if until is not None and seat == 0:
            view = player.call("GET", f"/matches/{match}/view")["view"]
            if until(view, decision):
                return decision
        action = choose(decision, seat, player.chance)
        body = {"decision": decision["id"], "action": action, "key": str(uuid.UUID(int=player.chance.getrandbits(128)))}
        player.call("POST", f"/matches/{match}/actions", body)
    return None


def choose(decision: Json, seat: int, chance: Random) -> Json:
    """A bold choice: fire, fight, orders, moves towards the enemy; then the end of the phase."""
    choices: list[Json] = decision["choices"]
    by_verb: dict[str, list[Json]] = {}
    for action in choices:
        by_verb.setdefault(action["verb"], []).append(action)
    for verb in EAGER:
        if verb in by_verb:
            return chance.choice(by_verb[verb])
    if moves := by_verb.get("move"):
        # to the river and a little over it, where the picture is
        return max(moves, key=lambda move: (_forward(move["to"], seat), chance.random()))
    for verb, actions in by_verb.items():
        if not verb.startswith(("un", "end_", "fly", "extinguish")):
            return chance.choice(actions)
    ends = [action for verb, actions in by_verb.items() if verb.startswith("end_") for action in actions]
    return chance.choice(ends) if ends else decision["default"]


def _forward(to: str, seat: int) -> int:
    row = int(to[1:])
    return min(row if seat == 0 else 10 - row, 6)


def burning(view: Json, least: int) -> bool:
    """Whether so many fires burn, one of them at its limit."""
    fires = view["fires"].values()
    return len(fires) >= least and any(fire["level"] >= fire["max"] for fire in fires)


def offers(decision: Json, verb: str) -> list[Json]:
    """The choices with this verb."""
    return [action for action in decision.get("choices", ()) if action["verb"] == verb]
