"""How a battle ends (V-3…V-7) and the scenario rules of S1…S4 (§16)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.dice import HmacDice
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import BY_NAME, DIRECTION_NAMES, turned
from app.rulesets.lore.state import LoreGame
from tests.rulesets.lore.table import Table, rows_with


def test_V3_V4_the_needed_trophy_ends_the_battle_at_once() -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        [("bDF", "f5"), ("bF", "m9")],
        ordered=["s1", "s2"],
        change={"n1": {"figures": 1}},
        options={"trophies": 1},
        dice={"attack": ["BBB"]},
    )
    table.do("melee", unit="s1", target="n1")
    result = table.game.result
    assert result is not None
    assert (result.winners, result.rule, result.scores) == ((0,), "V-4", (1, 0))
    assert table.asks == "over"
    assert table.told("result")[0].data["winners"] == [0]


def test_V6_who_has_no_units_left_loses_at_once() -> None:
    table = Table(
        [("bF", "e5")], [("bF", "f5")], ordered=["s1"], change={"n1": {"figures": 1}}, dice={"attack": ["BBB"]}
    )
    table.do("melee", unit="s1", target="n1")
    result = table.game.result
    assert result is not None
    assert (result.winners, result.rule) == ((0,), "V-6")


@pytest.mark.parametrize(("trophies", "winners"), [((1, 0), (0,)), ((0, 2), (1,)), ((1, 1), ())])
def test_V6_both_gone_in_one_step_more_trophies_win(trophies: tuple[int, int], winners: tuple[int, ...]) -> None:
    table = Table([("bF", "e5")], [("bF", "f5")], terrain={"e5": "F", "f5": "F"}, phase="order")
    burning = Table(
        [("bF", "e5")],
        [("bF", "f5")],
        terrain={"e5": "F", "f5": "F"},
        fires={"e5": (3, 1), "f5": (3, 1)},
        phase="order",
    )
    assert table.game.result is None
    burning.game = replace(burning.game, trophies=trophies)
    burning.to_turn(1)
    result = burning.game.result
    assert result is not None
    assert (result.winners, result.rule) == (winners, "V-6")


@pytest.mark.parametrize(("trophies", "winners"), [((1, 0), (0,)), ((0, 2), (1,)), ((1, 1), ())])
def test_V7_after_the_last_turn_of_the_second_player(trophies: tuple[int, int], winners: tuple[int, ...]) -> None:
    table = Table([("bF", "e5")], phase="order", turn=3, options={"turnLimit": 3})
    table.game = replace(table.game, trophies=trophies)
    table.to_turn(1)
    assert table.game.result is None
    table.to_turn(0)
    result = table.game.result
    assert result is not None
    assert (result.winners, result.rule, result.reason) == (winners, "V-7", "reason.turn_limit")


def test_a_turn_is_one_of_each_side() -> None:
    table = Table([("bF", "e5")], phase="order", side=1, first="N", turn=1)
    table.to_turn(0)
    assert table.game.turn == 1
    table.to_turn(1)
    assert table.game.turn == 2


def test_giving_up() -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"x", "x"))
    after, events = RULESET.concede(game, 1)  # type: ignore[arg-type]
    result = RULESET.result(after)
    assert result is not None
    assert result.winners == (0,)
    assert [event.type for event in events] == ["conceded", "result"]


# -- scenario rules ----------------------------------------------------------------------------------------------------
def burning_down(letter: str, home: str, special: str, by: int, **more: object) -> Table:
    """A structure on e5 burns down at the start of `by`."""
    return Table(
        [("bF", "a1")],
        terrain={"e5": letter},
        fires={"e5": (2 if letter == "t" else 4, by)},
        home={"e5": home},
        specials=[special],
        phase="start",
        side=by,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("home", "by", "trophies"), [("S", 1, (0, 1)), ("S", 0, (0, 1)), ("N", 0, (1, 0))])
def test_S1_whoever_burns_your_tents_the_enemy_takes_a_trophy(home: str, by: int, trophies: tuple[int, int]) -> None:
    assert burning_down("t", home, "s1_tents", by).game.trophies == trophies


@pytest.mark.parametrize(
    ("letter", "home", "by", "trophies"),
    [("t", "N", 0, (1, 0)), ("T", "N", 0, (1, 0)), ("t", "S", 0, (0, 0)), ("T", "S", 1, (0, 1)), ("K", "N", 0, (0, 0))],
)
def test_S2_enemy_tents_or_camp_burnt_by_you(letter: str, home: str, by: int, trophies: tuple[int, int]) -> None:
    assert burning_down(letter, home, "s2_arson", by).game.trophies == trophies


def test_S3_enemy_fortress_burnt_by_your_fire_once() -> None:
    assert burning_down("K", "N", "s3_burn", 0).game.trophies == (1, 0)
    assert burning_down("K", "S", "s3_burn", 0).game.trophies == (0, 0)


def test_S3_holding_the_enemy_fortress_at_your_start_once() -> None:
    table = Table([("bF", "e5")], terrain={"e5": "K"}, home={"e5": "N"}, specials=["s3_hold"], phase="start", side=0)
    assert table.game.trophies == (1, 0)
    table.to_turn(1)
    table.to_turn(0)
    assert table.game.trophies == (1, 0)
    own = Table([("bF", "e5")], terrain={"e5": "K"}, home={"e5": "S"}, specials=["s3_hold"], phase="start")
    assert own.game.trophies == (0, 0)


def test_S3_mana_at_the_start_and_each_turn_end() -> None:
    dice = HmacDice(b"mana", "mana")
    game, _ = RULESET.new_game(RULESET.setup("S3", {}), dice)
    assert isinstance(game, LoreGame)
    assert game.mana == (2, 2)
    while game.turn < 3:
        decision = RULESET.decisions(game)[0]
        after, _ = RULESET.apply(game, decision.seat, decision.default, dice)
        assert isinstance(after, LoreGame)
        game = after
    assert game.mana == (4, 4)


def s4(hex_name: str, letter: str, level: int, leg: int = 0) -> LoreGame:
    """S4 at the start of South with one fire due, in either leg."""
    from app.rulesets.lore import steps
    from app.rulesets.lore.play import Play
    from app.rulesets.lore.setup import second_leg
    from app.rulesets.lore.state import Fire, Start

    game, _ = RULESET.new_game(RULESET.setup("S4", {}), HmacDice(b"s4", "s4"))
    assert isinstance(game, LoreGame)
    play = Play(game, HmacDice(b"s4", "s4"))
    if leg:
        second_leg(play)
    h = turned(BY_NAME[hex_name]) if leg else BY_NAME[hex_name]
    assert play.terrain[h] == letter
    play.fires = {h: Fire(hex=h, level=level, lit_by=0, maxed_by=play.side)}
    play.frames = [Start()]
    steps.settle(play)
    return play.freeze()


@pytest.mark.parametrize(
    ("hex_name", "letter", "level", "points"),
    [
        ("e5", "B", 3, 1),
        ("c6", "F", 3, 1),
        ("c4", "F", 3, 0),
        ("f6", "x", 3, 1),
        ("g4", "x", 3, 0),
        ("h8", "G", 2, 2),
        ("e8", "T", 4, 3),
    ],
)
def test_S4_points_for_what_burns_down(hex_name: str, letter: str, level: int, points: int) -> None:
    assert s4(hex_name, letter, level).points == (points, 0)
    assert s4(hex_name, letter, level, leg=1).points == (0, points)  # sides swapped, board turned


def test_S4_points_for_fires_put_out_and_units_destroyed() -> None:
    def out(level: int, side: int) -> tuple[int, int]:
        units = {"south": [("bF", "e5")]} if side == 0 else {"north": [("bF", "e5")]}
        table = Table(
            **units,  # type: ignore[arg-type]
            terrain={"f5": "F"},
            fires={"f5": level},
            specials=["s4_points"],
            points=True,
            side=side,
            ordered=["s1" if side == 0 else "n1"],
            dice={"extinguish": ["L"]},
        )
        table.do("extinguish", unit="s1" if side == 0 else "n1", hex="f5")
        return table.game.points

    assert (out(2, 1), out(1, 1), out(3, 0)) == ((0, 1), (0, 0), (0, 0))
    kill = Table(
        [("bF", "e5")],
        [("bF", "f5"), ("bF", "m9")],
        specials=["s4_points"],
        points=True,
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["BBB"]},
    )
    kill.do("melee", unit="s1", target="n1")
    assert kill.game.points == (1, 0)


def test_S4_is_played_in_two_legs_with_the_sides_swapped() -> None:
    dice = HmacDice(b"legs", "legs")
    game, _ = RULESET.new_game(RULESET.setup("S4", {"turnLimit": 2}), dice)
    assert isinstance(game, LoreGame)
    first = game
    legs = []
    while game.result is None:
        decision = RULESET.decisions(game)[0]
        after, events = RULESET.apply(game, decision.seat, decision.default, dice)
        assert isinstance(after, LoreGame)
        if any(event.type == "leg" for event in events):
            legs.append(after)
        game = after
    assert len(legs) == 1
    second = legs[0]
    assert second.terrain == first.terrain[::-1]
    assert (first.side, second.side, second.leg, second.turn) == (0, 1, 1, 1)
    swapped = {(1 - unit.side, turned(unit.hex), unit.kind, unit.race, unit.banner) for unit in first.units}
    assert {(unit.side, unit.hex, unit.kind, unit.race, unit.banner) for unit in second.units} == swapped
    assert game.result.rule == "V-7"


def test_S4_a_side_without_units_ends_the_leg_only() -> None:
    table = Table(
        [("bF", "e5")],
        [("bF", "f5")],
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        points=True,
        dice={"attack": ["BBB"]},
    )
    table.do("melee", unit="s1", target="n1")
    result = table.game.result
    assert result is not None
    assert (result.winners, result.reason, result.scores) == ((0,), "reason.points", (1, 0))


@pytest.mark.parametrize(("scenario", "units"), [("S1", (11, 11)), ("S2", (10, 11)), ("S3", (11, 11)), ("S4", (8, 6))])
def test_scenarios_are_as_listed_and_S1_to_S3_symmetric(scenario: str, units: tuple[int, int]) -> None:
    game, _ = RULESET.new_game(RULESET.setup(scenario, {}), HmacDice(b"x", "x"))
    assert isinstance(game, LoreGame)
    assert tuple(sum(1 for unit in game.units if unit.side == side) for side in (0, 1)) == units
    assert (game.terrain == game.terrain[::-1]) == (scenario != "S4")
    if scenario in ("S1", "S3"):  # mirror matches
        placed = {(unit.side, unit.hex, unit.kind, unit.banner, unit.weapon) for unit in game.units}
        assert {(1 - side, turned(h), *rest) for side, h, *rest in placed} == placed


def test_the_second_leg_deals_new_cards_and_the_options_go_with_the_armies() -> None:
    """A leg is a battle of its own: full deck, hands and extra card of the army, no card to mirror."""
    chosen = {"deck": "standard", "hand": {"S": 5, "N": 3}, "extraStartCard": "N", "turnLimit": 2}
    dice = HmacDice(b"legs", "cards")
    game, _ = RULESET.new_game(RULESET.setup("S4", chosen), dice)
    assert isinstance(game, LoreGame)
    assert [len(hand) for hand in game.hands] == [5, 4]
    while game.leg == 0:
        decision = RULESET.decisions(game)[0]
        game, _ = RULESET.apply(game, decision.seat, decision.default, dice)
        assert isinstance(game, LoreGame)
    assert [len(hand) for hand in game.hands] == [4, 5]
    assert len(game.deck) + len(game.discards) == 60 - 9
    assert (game.skip_draw, game.last, game.lost) == ((True, False), (None, None), (0, 0))


def test_V5_an_objective_is_told_and_counts_as_a_trophy() -> None:
    """A burnt fortress of the enemy in S3: the event names what it was for."""
    table = Table(
        terrain={"e5": "K"},
        home={"e5": "N"},
        fires={"e5": (4, 0)},
        specials=["s3_burn"],
        side=1,
        phase="battle",
    )
    assert [event.data["what"] for event in table.log if event.type == "objective"] == ["special.s3_burn"]
    assert table.game.trophies == (1, 0)


@pytest.mark.parametrize("side", [0, 1])
def test_V4_both_at_the_needed_trophies_in_one_step_whose_turn_it_is_wins(side: int) -> None:
    """Both tents of S1 burn down at one start (decision 0012)."""
    table = Table(
        terrain={"e5": "t", "g5": "t"},
        home={"e5": "S", "g5": "N"},
        fires={"e5": (2, side), "g5": (2, side)},
        specials=["s1_tents"],
        side=1 - side,
        phase="battle",
        options={"trophies": 1},
    )
    result = table.game.result
    assert result is not None
    assert (result.winners, result.scores, result.rule) == ((side,), (1, 1), "V-4")


def test_the_second_leg_turns_marks_and_swaps_their_owners() -> None:
    rows = rows_with({"a1": "x", "c3": "x"})
    scenario = {
        "rows": rows,
        "south": [["bF", 8, 4]],
        "north": [["bF", 0, 4]],
        "home": {"a1": "S", "c3": "N"},
        "walls": {"e5": "S"},
        "cliffs": [["e3", "ne"]],
        "points": True,
        "legs": 2,
    }
    dice = HmacDice(b"marks", "marks")
    game, _ = RULESET.new_game(RULESET.setup(scenario, {"turnLimit": 1, "deck": "none"}), dice)
    assert isinstance(game, LoreGame)
    first = game
    while game.leg == 0:
        decision = RULESET.decisions(game)[0]
        game, _ = RULESET.apply(game, decision.seat, decision.default, dice)
        assert isinstance(game, LoreGame)
    assert set(game.home) == {(turned(h), 1 - side) for h, side in first.home}
    assert set(game.walls) == {(turned(h), 1 - side) for h, side in first.walls}
    assert game.cliffs == ((turned(BY_NAME["e3"]), DIRECTION_NAMES.index("sw")),)
