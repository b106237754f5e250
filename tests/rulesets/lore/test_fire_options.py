"""Every switch of fire (§14.10, §14.12), and rules of §14 that no golden test names."""

from __future__ import annotations

import pytest

from tests.rulesets.lore.table import Table

E5, F5, D5 = "e5", "f5", "d5"


def test_A01_without_fire_nothing_is_lit() -> None:
    table = Table([("gF", E5)], [("bF", "e4")], terrain={F5: "F"}, ordered=["s1"], options={"fire.enabled": False})
    assert not table.offered("ignite")


def test_A02_igniteFriendly_allows_own_units_but_not_enemies() -> None:
    table = Table(
        [("gF", E5), ("bF", F5)],
        [("bF", D5)],
        terrain={F5: "F", D5: "F"},
        ordered=["s1"],
        options={"fire.igniteFriendly": True},
    )
    assert [choice["hex"] for choice in table.offered("ignite")] == [F5]


def test_A18_exact_faces() -> None:
    for face, out in (("G", False), ("B", True), ("R", False), ("L", False)):
        table = Table(
            [("bF", E5)],
            terrain={F5: "F"},
            fires={F5: 2},
            ordered=["s1"],
            options={"fire.extinguish": "exact"},
            dice={"extinguish": [face]},
        )
        assert table.odds("extinguish", unit="s1", hex=F5).outcomes[0].ways == 1
        table.do("extinguish", unit="s1", hex=F5)
        assert (table.fire(F5) is None) == out


def test_A26_bridgeImmediate() -> None:
    table = Table(
        [("gF", E5)],
        terrain={F5: "B"},
        fires={F5: 2},
        ordered=["s1"],
        options={"fire.bridgeImmediate": True},
        dice={"ignite": ["GG"]},
    )
    table.do("ignite", unit="s1", hex=F5)
    assert table.terrain(F5) == "W"
    assert table.fire(F5) is None
    forest = Table(
        [("gF", E5)],
        terrain={F5: "F"},
        fires={F5: 2},
        ordered=["s1"],
        options={"fire.bridgeImmediate": True},
        dice={"ignite": ["GG"]},
    )
    forest.do("ignite", unit="s1", hex=F5)
    assert forest.terrain(F5) == "F"


def test_igniteNoCap_drops_the_targets_cap_only() -> None:
    def dice(own: str, no_cap: bool) -> int:
        table = Table(
            [("rGF", E5)],
            terrain={E5: own, F5: "F"},
            ordered=["s1"],
            options={"fire.igniteNoCap": no_cap},
        )
        return int(table.odds("ignite", unit="s1", hex=F5).dice)

    assert (dice(".", False), dice(".", True), dice("H", True), dice("F", True)) == (2, 4, 3, 2)


def test_windy_raises_one_own_fire_at_own_start() -> None:
    setting = {"south": [("bF", "a1")], "terrain": {E5: "F"}, "phase": "start", "options": {"fire.windy": True}}
    table = Table(**setting, fires={E5: 1})  # type: ignore[arg-type]
    fire = table.fire(E5)
    assert fire is not None
    assert fire.level == 2
    theirs = Table(**setting, fires={E5: 1}, side=1)  # type: ignore[arg-type]
    other = theirs.fire(E5)
    assert other is not None
    assert other.level == 1
    calm = Table([("bF", "a1")], terrain={E5: "F"}, fires={E5: 1}, phase="start")
    still = calm.fire(E5)
    assert still is not None
    assert still.level == 1


def test_windy_asks_which_and_may_bring_it_to_the_limit() -> None:
    table = Table(
        [("bF", "a1")],
        terrain={E5: "t", F5: "F"},
        fires={E5: 1, F5: 1},
        phase="start",
        options={"fire.windy": True},
    )
    assert [choice["hex"] for choice in table.choices] == [E5, F5]
    table.do("fan", hex=E5)
    fire = table.fire(E5)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (2, 0)
    table.to_turn(1)
    assert table.terrain(E5) == "t"
    table.to_turn(0)
    assert table.terrain(E5) == "."


def test_F4_limits_are_data() -> None:
    table = Table(
        [("gF", E5)],
        terrain={F5: "M", D5: "F"},
        ordered=["s1"],
        options={"fire.maxLevel": {"marsh": 2, "forest": 0}},
    )
    assert [choice["hex"] for choice in table.offered("ignite")] == [F5]


@pytest.mark.parametrize(
    ("letter", "limit"),
    [
        ("T", 4),
        ("K", 4),
        ("F", 3),
        ("B", 3),
        ("D", 3),
        ("x", 3),
        ("L", 3),
        ("O", 3),
        ("C", 3),
        ("l", 3),
        ("t", 2),
        ("G", 2),
        ("h", 2),
    ],
)
def test_14_2_limits_of_the_seed(letter: str, limit: int) -> None:
    table = Table([("gF", E5)], terrain={F5: letter}, fires={F5: limit - 1}, ordered=["s1"], dice={"ignite": ["GG"]})
    table.do("ignite", unit="s1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (limit, 0)


def test_F47_a_fire_at_its_limit_cannot_be_fed() -> None:
    table = Table([("gF", E5)], terrain={F5: "F", D5: "F"}, fires={F5: (3, 1)}, ordered=["s1"])
    assert [choice["hex"] for choice in table.offered("ignite")] == [D5]
    table.refuses("fire_at_max", "F-47", "ignite", unit="s1", hex=F5)


def test_F46_anybody_may_feed_a_fire_and_F2_nothing_grows_by_itself() -> None:
    table = Table(
        north=[("gGF", E5)], terrain={F5: "F"}, fires={F5: 1}, side=1, ordered=["n1"], dice={"ignite": ["GB"]}
    )
    table.do("ignite", unit="n1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert fire.level == 2
    for side in (0, 1, 0):
        table.to_turn(side)
        assert table.fire(F5) == fire


def test_F41_lighting_replaces_the_battle() -> None:
    table = Table(
        [("gF", E5), ("gF", "a1")],
        [("bF", "e4"), ("bF", "a2")],
        terrain={F5: "F"},
        ordered=["s1", "s2"],
        dice={"ignite": ["GB"]},
    )
    table.do("ignite", unit="s1", hex=F5)
    assert not [choice for choice in table.choices if choice.get("unit") == "s1"]
    table.refuses("already_fought", "phase-battle", "melee", unit="s1", target="n1")


def test_F62_only_adjacent_fires_are_put_out() -> None:
    table = Table(
        [("bF", E5), ("bF", "a1")], terrain={"g5": "F", "b1": "F"}, fires={"g5": 1, "b1": 1}, ordered=["s1", "s2"]
    )
    assert table.offered("extinguish", "s1") == []
    table.refuses("not_adjacent", "F-62", "extinguish", unit="s1", hex="g5")
    table.refuses("no_fire", "F-62", "extinguish", unit="s1", hex="f5")


def test_F66_one_try_for_each_unit_several_for_each_fire() -> None:
    table = Table(
        [("bF", E5), ("bF", "g5")],
        terrain={F5: "F"},
        fires={F5: 3},
        ordered=["s1", "s2"],
        dice={"extinguish": ["G", "L"]},
    )
    table.do("extinguish", unit="s1", hex=F5)
    assert not table.offered("extinguish", "s1")
    table.do("extinguish", unit="s2", hex=F5)
    assert table.fire(F5) is None


def test_F21_no_gaining_ground_and_no_attack_out_of_a_fire() -> None:
    table = Table(
        [("bF", E5), ("bF", "a1")], [("bF", F5), ("bF", "a2")], terrain={E5: "F"}, fires={E5: 1}, ordered=["s1", "s2"]
    )
    assert {choice["verb"] for choice in table.choices if choice.get("unit") == "s1"} == {"extinguish"}


def test_F25_a_burning_unit_gives_support() -> None:
    from app.rulesets.lore.battle import bold_sources
    from app.rulesets.lore.play import Play

    table = Table([("bF", E5), ("bF", F5), ("bF", D5)], terrain={F5: "F"}, fires={F5: 1})
    assert bold_sources(Play(table.game), table.game.units[0]) == ("support",)


def test_F75_walls_stay_where_a_place_burns_down() -> None:
    table = Table([("bF", "a1")], terrain={E5: "t"}, walls={E5: "S"}, fires={E5: (2, 0)}, phase="start")
    assert table.terrain(E5) == "."
    assert table.game.walls


def test_F33_burn_down_comes_before_losses() -> None:
    table = Table(
        [("bF", E5), ("bF", F5)],
        terrain={E5: "F", F5: "F"},
        fires={E5: (3, 0), F5: 1},
        phase="start",
    )
    kinds = [event.type for event in table.log if event.type in ("burned", "fire_loss")]
    assert kinds == ["burned", "fire_loss"]


def test_refusals_speak_of_who_stands_there_only_where_that_forbids_it() -> None:
    """With `fire.igniteFriendly` an own unit is no reason, a fire at its limit is (F-47)."""
    for friendly, code, rule in ((False, "occupied", "F-42"), (True, "fire_at_max", "F-47")):
        table = Table(
            [("gF", "e5"), ("bF", "f5")],
            terrain={"f5": "F"},
            fires={"f5": (3, 1)},
            ordered=["s1"],
            options={"fire.igniteFriendly": friendly},
        )
        table.refuses(code, rule, "ignite", unit="s1", hex="f5")


def test_without_fire_nothing_is_flammable_and_the_refusal_says_so() -> None:
    table = Table(
        [("gF", "e5"), ("rDragon", "e3")],
        [("bF", "d6"), ("bF", "m9")],
        terrain={"f5": "F", "f3": "F"},
        ordered=["s1", "s2"],
        options={"fire.enabled": False},
    )
    table.refuses("not_flammable", "option-fire-enabled", "ignite", unit="s1", hex="f5")
    table.refuses("not_flammable", "option-fire-enabled", "ignite", unit="s2", direction="e")


def test_refused_lines_of_dragon_fire_say_why() -> None:
    """A line without a target (F-51), a dragon that flew (F-50), and who is no fire dragon (F-40)."""
    units = [("rDragon", "e5"), ("gF", "a1")]
    table = Table(units, [("bF", "b1")], terrain={"f5": "F"}, ordered=["s1", "s2"])
    assert table.offered("ignite", "s1") == [{"verb": "ignite", "unit": "s1", "direction": "e"}]
    table.refuses("not_flammable", "F-51", "ignite", unit="s1", direction="w")
    table.refuses("cannot_ignite", "F-40", "ignite", unit="s2", direction="e")
    flown = {"s1": {"flew": True, "barred": True}}
    table = Table(units, [("bF", "b1")], terrain={"f5": "F"}, ordered=["s1", "s2"], change=flown)
    table.refuses("cannot_battle", "F-50", "ignite", unit="s1", direction="e")
