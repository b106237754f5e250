"""What a viewer may know, in the shapes of docs/lore-shapes.md.

Hidden are hands, drawn cards and the order of the deck. Surprising: every part is cached by the value that it is made
from, so a part that did not change is the very same object and patches are found by identity. Nobody may change a view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from app.engine.ids import Seat
from app.engine.viewer import Viewer
from app.rulesets.lore import orders, steps
from app.rulesets.lore.battle import bold_sources
from app.rulesets.lore.board import DIRECTION_NAMES, NAMES
from app.rulesets.lore.content import PLAIN, TERRAIN
from app.rulesets.lore.fire import limit
from app.rulesets.lore.magic import view_of
from app.rulesets.lore.play import Play
from app.rulesets.lore.setup import scenario_of
from app.rulesets.lore.state import Fire, LoreGame, Pair, Unit

PICTURED = frozenset({"ruleset", "terrain", "marks", "home", "ashes", "fires", "units", "trophies", "needed", "points"})
"""See `Ruleset.pictured`."""

_latest: tuple[LoreGame, dict[str, Any]] | None = None
"""The public part of the latest Game: each step asks for it once for every audience. Games are immutable."""


def view(game: LoreGame, viewer: Viewer) -> dict[str, Any]:
    """See `Ruleset.view`."""
    global _latest
    latest = _latest
    if latest is None or latest[0] is not game:
        latest = _latest = (game, _public(game))
    shown = dict(latest[1])
    shown["hands"] = _hands(game, viewer)
    if game.magic is not None:
        shown.update(view_of(game, viewer))
    return shown


def _public(game: LoreGame) -> dict[str, Any]:
    """What everybody sees alike; `hands` holds its place only."""
    play = Play(game)
    over = game.result is not None
    frame_names = steps.path_of(play)
    shown: dict[str, Any] = {
        "ruleset": "lore",
        "version": game.setup.version,
        "scenario": game.setup.scenario,
        "names": _names(game),
        "turn": game.turn,
        "side": game.side,
        "phase": frame_names[0] if frame_names else "over",
        "path": _path(frame_names),
        "terrain": _terrain(game.terrain),
        "fires": _fires(game.fires, tuple([limit(play, fire.hex) for fire in game.fires])),
        "units": _units(play),
        "trophies": _pair(game.trophies),
        "needed": game.setup.options["trophies"],
        "points": _pair(game.points),
        "lost": _lost(game.lost, _units_lost(game)),
        "mana": _pair(game.mana) if play.magic_on else None,
        "hands": None,
        "deck": len(game.deck),
        "discards": _list(game.discards),
        "played": None if game.played is None or game.played.startswith("drill_") else game.played,
        "counts_as": game.counted,
        "orders": None if game.played is None or over else _orders(tuple(orders.summary(play).items())),
        "turn_limit": game.setup.options["turnLimit"],
        "special": _list(game.specials),
        "options": game.setup.options,
        "result": _result(game),
    }
    if game.legs > 1:
        shown["leg"] = game.leg
    if game.walls or game.cliffs or game.home:
        shown["marks"] = _marks(game.terrain, game.walls, game.cliffs, game.home)
    if game.home:
        shown["home"] = _home(game.home)
    if game.ashes:
        shown["ashes"] = _hex_list(game.ashes)
    if game.setup.options["fire.enabled"]:
        shown["limits"] = _limits(game)
    return shown


@lru_cache(maxsize=64)
def _custom_names(setup: bytes) -> dict[str, str]:
    return dict(msgspec.json.decode(setup))


def _names(game: LoreGame) -> dict[str, str]:
    if game.setup.custom is None:
        return scenario_of(game.setup).names
    return _custom_names(msgspec.json.encode(game.setup.custom.get("names", {})))


@lru_cache(maxsize=1024)
def _path(names: tuple[str, ...]) -> list[str]:
    return list(names)


@lru_cache(maxsize=256)
def _terrain(letters: str) -> dict[str, str]:
    return {NAMES[h]: TERRAIN[letter].id for h, letter in enumerate(letters) if letter != PLAIN}


@lru_cache(maxsize=1024)
def _fire(fire: Fire, top: int) -> dict[str, Any]:
    return {"level": fire.level, "max": top, "maxed_by": fire.maxed_by}


@lru_cache(maxsize=1024)
def _fires(fires: tuple[Fire, ...], tops: tuple[int, ...]) -> dict[str, Any]:
    return {NAMES[fire.hex]: _fire(fire, top) for fire, top in zip(fires, tops, strict=True)}


@lru_cache(maxsize=8192)
def _unit(unit: Unit, sources: tuple[str, ...], burning: bool) -> dict[str, Any]:
    state = list(unit.tokens)
    if burning:
        state.insert(0, "burning")
    if unit.flew:
        state.append("flew")
    shown: dict[str, Any] = {
        "id": unit.id,
        "side": unit.side,
        "hex": NAMES[unit.hex],
        "kind": unit.kind,
        "race": unit.race,
        "banner": unit.banner,
        "weapon": unit.weapon,
        "figures": unit.figures,
        "max": unit.max,
        "bold": len(sources),
        "bold_from": list(sources),
        "ordered": unit.ordered,
        "moved": unit.moved,
        "fought": unit.fought,
        "state": state,
    }
    if unit.paid:
        shown["mana"] = unit.paid
    if unit.wounds:
        shown["wounds"] = unit.wounds
    if unit.necks:
        shown["heads"] = list(unit.necks)
    return shown


def _units(play: Play) -> dict[str, Any]:
    fires = play.fires
    return {unit.id: _unit(unit, bold_sources(play, unit), unit.hex in fires) for unit in play.units if unit.hex >= 0}


@lru_cache(maxsize=1024)
def _pair(pair: Pair) -> list[int]:
    return list(pair)


def _units_lost(game: LoreGame) -> Pair:
    lost = [0, 0]
    for unit in game.units:
        if unit.hex < 0:
            lost[unit.side] += 1
    return lost[0], lost[1]


@lru_cache(maxsize=1024)
def _lost(figures: Pair, units: Pair) -> dict[str, Any]:
    return {"units": list(units), "figures": list(figures)}


@lru_cache(maxsize=1024)
def _hand(cards: tuple[str, ...]) -> dict[str, Any]:
    return {"count": len(cards), "cards": list(cards)}


@lru_cache(maxsize=64)
def _closed_hand(count: int) -> dict[str, Any]:
    return {"count": count}


def _hands(game: LoreGame, viewer: Viewer) -> list[dict[str, Any]]:
    return [
        _hand(cards) if viewer.knows(Seat(seat)) else _closed_hand(len(cards)) for seat, cards in enumerate(game.hands)
    ]


@lru_cache(maxsize=1024)
def _list(values: tuple[str, ...]) -> list[str]:
    return list(values)


@lru_cache(maxsize=1024)
def _hex_list(hexes: tuple[int, ...]) -> list[str]:
    return [NAMES[h] for h in hexes]


@lru_cache(maxsize=1024)
def _orders(items: tuple[tuple[str, int], ...]) -> dict[str, int]:
    return dict(items)


@lru_cache(maxsize=256)
def _marks(terrain: str, walls: tuple[Pair, ...], cliffs: tuple[Pair, ...], home: tuple[Pair, ...]) -> dict[str, Any]:
    marks: dict[str, list[str]] = {}
    for h, side in walls:
        marks.setdefault(NAMES[h], []).append(f"wall:{side}")
    for h, side in home:
        if TERRAIN[terrain[h]].joined:
            marks.setdefault(NAMES[h], []).append(f"passage:{side}")
    for h, direction in cliffs:
        marks.setdefault(NAMES[h], []).append(f"cliff:{DIRECTION_NAMES[direction]}")
    return marks


@lru_cache(maxsize=256)
def _home(home: tuple[Pair, ...]) -> dict[str, int]:
    return {NAMES[h]: side for h, side in home}


@lru_cache(maxsize=256)
def _limit_table(table: tuple[tuple[str, int], ...]) -> dict[str, int]:
    levels = dict(table)
    return {
        terrain.id: levels[terrain.fuel] for terrain in TERRAIN.values() if terrain.fuel and levels[terrain.fuel] > 0
    }


def _limits(game: LoreGame) -> dict[str, int]:
    return _limit_table(tuple(sorted(game.setup.options["fire.maxLevel"].items())))


def _result(game: LoreGame) -> dict[str, Any] | None:
    result = game.result
    if result is None:
        return None
    return _result_dict(result.winners, result.reason, result.rule, result.scores)


@lru_cache(maxsize=256)
def _result_dict(winners: tuple[int, ...], reason: str, rule: str, scores: tuple[int, ...]) -> dict[str, Any]:
    return {"winners": list(winners), "reason": reason.removeprefix("reason."), "rule": rule, "scores": list(scores)}


def battle_map(game: LoreGame) -> str:
    """The board as text: terrain letters, in brackets fires, units as their colour (capital: South) and figures."""
    play = Play(game)
    lines = [f"turn {game.turn} side {'SN'[game.side]} trophies {game.trophies[0]}:{game.trophies[1]}"]
    cells = []
    for h in range(len(NAMES)):
        unit = play.unit_at(h)
        cell = game.terrain[h]
        if unit is not None:
            letter = unit.banner[0]
            cell += (letter.upper() if unit.side == 0 else letter) + str(unit.figures)
        if h in play.fires:
            cell += f"*{play.fires[h].level}"
        cells.append(cell.ljust(5))
    start = 0
    for row in range(9):
        count = 13 - row % 2
        line = "".join(cells[start : start + count]).rstrip()
        lines.append(f"{9 - row} " + ("   " if row % 2 else "") + line)
        start += count
    return "\n".join(lines) + "\n"
