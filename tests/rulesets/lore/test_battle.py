"""Battle dice, hits, boldness (§6, §8.2, §8.3, R-2, R-3, §9, §10), retreat (R-1…R-7) and its fright."""

from __future__ import annotations

import pytest

from app.rulesets.lore.battle import bold_sources
from app.rulesets.lore.play import Play
from tests.rulesets.lore.table import Table, name


def dice_of(
    code: str, *, own: str = ".", other: str = ".", target: str = "bF", verb: str = "melee", **more: object
) -> int:
    """Dice of an attack from e5 on the next hex, or on h5 at range."""
    where = "f5" if verb == "melee" else "h5"
    table = Table([(code, "e5")], [(target, where)], terrain={"e5": own, where: other}, ordered=["s1"], **more)  # type: ignore[arg-type]
    return int(table.odds(verb, unit="s1", target="n1").dice)


@pytest.mark.parametrize(
    ("code", "dice"), [("gF", 2), ("bF", 3), ("rF", 4), ("gC", 2), ("bC", 3), ("rC", 4), ("bDF", 3)]
)
def test_U1_dice_are_the_banners_whatever_the_losses(code: str, dice: int) -> None:
    assert dice_of(code) == dice
    assert dice_of(code, change={"s1": {"figures": 1}}) == dice


@pytest.mark.parametrize(
    ("own", "other", "dice"),
    [
        (".", "F", 2),
        ("F", ".", 2),
        (".", "H", 2),
        ("H", ".", 3),
        ("H", "H", 3),
        ("~", ".", 2),
        (".", "~", 2),
        ("B", ".", 4),
        (".", "B", 4),
        ("S", "S", 4),
        (".", "K", 2),
        ("t", ".", 2),
        ("M", ".", 2),
        (".", "M", 2),
        ("^", ".", 3),
        (".", "^", 2),
        ("s", ".", 4),
        (".", "O", 2),
        ("O", ".", 2),
        ("C", "C", 4),
        (".", "G", 2),
        ("H", "F", 2),
        ("H", "K", 2),
        ("F", "H", 2),
    ],
)
def test_caps_of_terrain_on_four_dice(own: str, other: str, dice: int) -> None:
    assert dice_of("rF", own=own, other=other) == dice


def test_8_2_bonus_dice_come_after_the_cap() -> None:
    assert dice_of("rC", other="F", card="charge") == 3
    assert dice_of("rF", other="F", card="fury") == 3
    assert dice_of("rF", card="fury") == 5


def test_missile_dice_and_ranges() -> None:
    assert dice_of("bB", verb="shoot") == 3
    assert dice_of("bB", verb="shoot", change={"s1": {"moved": True}}) == 2
    assert dice_of("bB", verb="melee") == 3
    for code, reach in (("gB", 4), ("gX", 3), ("gN", 2), ("gL", 4)):
        near = Table([(code, "c5")], [("bF", "cdefghi"[reach] + "5")], ordered=["s1"])
        assert near.offered("shoot"), code
        far = Table(
            [(code, "c5"), ("gF", "m1")], [("bF", "cdefghi"[reach + 1] + "5"), ("bF", "l2")], ordered=["s1", "s2"]
        )
        assert not far.offered("shoot"), code
        far.refuses("out_of_range", "W-1", "shoot", unit="s1", target="n1")


def test_W2_with_an_enemy_adjacent_only_adjacent_targets() -> None:
    table = Table([("gB", "e5")], [("bF", "f5"), ("bF", "h7")], ordered=["s1"])
    assert [choice["verb"] for choice in table.choices] == ["melee", "end_battles"]
    table.refuses("engaged", "W-2", "shoot", unit="s1", target="n2")


def hits(code: str, target: str, faces: str, verb: str = "melee", **more: object) -> int:
    """Figures that an attack takes; terrain and dice as on a plain."""
    where = "f5" if verb == "melee" else "g5"
    table = Table([(code, "e5")], [(target, where)], ordered=["s1"], dice={"attack": [faces]}, **more)  # type: ignore[arg-type]
    table.do(verb, unit="s1", target="n1")
    assert table.told("attack")[0].data["hits"] == table.lost("n1", "hit")
    return table.lost("n1", "hit")


@pytest.mark.parametrize(("target", "face"), [("gF", "G"), ("bF", "B"), ("rF", "R")])
def test_H1_only_helmets_of_the_targets_colour_hit(target: str, face: str) -> None:
    for other in "GBRL":
        assert hits("gF", target, other + other) == (2 if other == face else 0)


@pytest.mark.parametrize(
    ("code", "target", "blade"),
    [
        ("gF", "bF", 2),
        ("gF", "bC", 0),  # short sword
        ("gDF", "bC", 2),
        ("gC", "bC", 2),
        ("gA", "bC", 2),  # axe, long sword
        ("gS", "bC", 2),
        ("gH", "bC", 2),
        ("gC", "bS", 0),
        ("gF", "bS", 2),  # spear and halberd; spear against horse
        ("gB", "bF", 0),
        ("gL", "bF", 2),
        ("gX", "bF", 0),
        ("gN", "bF", 0),  # point blank
    ],
)
def test_H2_blades_by_weapon_near(code: str, target: str, blade: int) -> None:
    assert hits(code, target, "XX") == blade


@pytest.mark.parametrize(("code", "blade"), [("gB", 0), ("gL", 2), ("gX", 2), ("gN", 0)])
def test_H2_blades_by_weapon_at_range(code: str, blade: int) -> None:
    assert hits(code, "bF", "XX", verb="shoot") == blade


def test_a_wall_and_stakes_turn_one_blade_aside() -> None:
    assert hits("bDF", "bF", "XXB", walls={"f5": "N"}) == 2
    assert hits("bDF", "bB", "XXB", terrain={"f5": "s"}) == 2
    assert hits("bDF", "bF", "XXB", terrain={"f5": "s"}) == 3


def test_H5_hits_beyond_the_last_figure_are_lost() -> None:
    table = Table(
        [("rF", "e5")],
        [("bF", "f5"), ("bF", "m9")],
        ordered=["s1"],
        change={"n1": {"figures": 2}},
        dice={"attack": ["BBBB"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert table.lost("n1", "hit") == 2
    assert table.game.trophies == (1, 0)
    assert table.game.lost == (0, 2)


def bold(code: str, where: str = "e5", friends: tuple[str, ...] = (), **more: object) -> set[str]:
    table = Table([(code, where), *(("bF", h) for h in friends)], **more)  # type: ignore[arg-type]
    return set(bold_sources(Play(table.game), table.game.units[0]))


def test_R3_sources_of_boldness() -> None:
    assert bold("bF") == set()
    assert bold("bF", friends=("d5",)) == set()
    assert bold("bF", friends=("d5", "f5")) == {"support"}
    assert bold("bDF") == {"dwarf"}
    assert bold("bDF", friends=("d5", "f5")) == {"dwarf", "support"}
    assert bold("bF", terrain={"e5": "B"}) == {"bridge"}
    assert bold("bF", terrain={"e5": "t"}) == {"landmark"}
    assert bold("bF", walls={"e5": "S"}) == {"wall"}
    assert bold("gB", terrain={"e5": "s"}) == {"stakes"}
    assert bold("gF", terrain={"e5": "s"}) == set()
    assert bold("bGF", terrain={"e5": "G"}) == set()
    assert bold("bF", terrain={"e5": "G"}) == {"landmark"}
    for letter in ".FH~MOC^l":
        assert bold("bF", terrain={"e5": letter}) == set(), letter


def test_R3_next_to_an_own_fortress() -> None:
    own = {"terrain": {"f5": "K"}, "home": {"f5": "S"}}
    assert bold("bF", **own) == {"fortress"}
    assert bold("bF", terrain={"f5": "K"}, home={"f5": "N"}) == set()
    assert bold("bF", **own, north=[("bF", "f5")]) == set()
    assert bold("bF", **own, fires={"f5": 1}) == set()  # F-27
    assert bold("bF", "f5", **own) == {"landmark"}


def attacked(code: str, faces: str, friends: tuple[tuple[str, str], ...] = (), **more: object) -> Table:
    """North's red foot attacks s1 on (5,5)."""
    table = Table(
        [(code, name(5, 5)), *friends],
        [("rF", name(4, 5))],
        side=1,
        ordered=["n1"],
        dice={"attack": [faces]},
        **more,  # type: ignore[arg-type]
    )
    table.do("melee", unit="n1", target="s1")
    return table


def test_R1_one_hex_for_each_flag_toward_home() -> None:
    table = attacked("bF", "FFGG")
    assert table.asks == "retreat"
    assert table.decision.seat == 0  # the owner chooses
    assert [choice["to"] for choice in table.choices] == [name(6, 5), name(6, 6)]
    table.refuses("not_a_choice", "", "retreat", to=name(5, 6))
    table.do("retreat", to=name(6, 6))
    assert [choice["to"] for choice in table.choices] == [name(7, 5), name(7, 6)]
    table.do("retreat", to=name(7, 5))
    assert table.where("s1") == name(7, 5)


def test_R2_the_owner_may_ignore_up_to_his_boldness() -> None:
    table = attacked("bDF", "FFGG", friends=(("bF", name(5, 4)), ("bF", name(5, 6))))
    assert table.decision.prompt.params == {"unit": "s1", "flags": 2, "bold": 2}
    assert [choice["count"] for choice in table.choices] == [2, 1, 0]
    table.refuses("not_a_choice", "", "ignore_flags", count=3)
    table.do("ignore_flags", count=2)
    assert table.where("s1") == name(5, 5)
    assert table.asks == "battle_back"


def test_hits_come_before_flags() -> None:
    table = attacked("bF", "FBGG", change={"s1": {"figures": 1}})
    assert table.where("s1") is None
    assert table.told("flags") == []


def test_R5_stop_terrain_does_not_stop_a_retreat_water_does() -> None:
    forest = {name(6, 5): "F", name(6, 6): "W"}
    table = attacked("bF", "FFGG", terrain=forest)
    table.do("retreat", to=name(7, 4))
    assert table.where("s1") == name(7, 4)


def test_R6_R7_a_unit_lost_for_want_of_a_way_is_a_trophy() -> None:
    blocked = {name(6, 5): "W", name(6, 6): "W"}
    table = attacked("bF", "FFGG", terrain=blocked, change={"s1": {"figures": 2}}, friends=(("bF", "a1"),))
    assert table.where("s1") is None
    assert table.game.trophies == (0, 1)
    assert [event.data["missing"] for event in table.told("retreat_blocked")] == [2]


def test_R6_the_edge_of_the_board() -> None:
    table = Table([("bF", "g1")], [("rF", "g2")], side=1, ordered=["n1"], dice={"attack": ["FGGG"]})
    table.do("melee", unit="n1", target="s1")
    assert table.lost("s1", "no_way_back") == 1


def test_goblins_run_two_hexes_and_dice_for_each() -> None:
    table = Table(
        [("bGF", name(5, 5))], [("rF", name(4, 5))], side=1, ordered=["n1"], dice={"attack": ["FGGG"], "fright": ["BG"]}
    )
    table.do("melee", unit="n1", target="s1")
    table.do("retreat", to=name(6, 5))
    table.do("retreat", to=name(7, 5))
    assert (table.where("s1"), table.lost("s1", "fright")) == (name(7, 5), 1)


def test_A46_goblins_dice_for_the_hex_in_which_they_meet_fire() -> None:
    table = Table(
        [("bGF", name(5, 5)), ("bF", name(6, 6)), ("bF", "a1")],
        [("rF", name(4, 5))],
        terrain={name(6, 5): "F"},
        fires={name(6, 5): 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FGGG"], "fright": ["B"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.lost("s1", "fright"), table.lost("s1", "no_way_back")) == (name(6, 5), 1, 0)


def test_blocked_goblins_lose_a_figure_for_each_hex_not_run() -> None:
    water = {name(7, 4): "W", name(7, 5): "W", name(6, 6): "W"}
    table = Table(
        [("bGF", name(5, 5))],
        [("rF", name(4, 5))],
        terrain=water,
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFGG"], "fright": ["G"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.unit("s1").figures) == (name(6, 5), 1)


def test_D1_six_faces_one_each() -> None:
    from app.rulesets.lore.content import BLADE, COLOUR_FACE, FACES, FLAG, MAGIC

    assert FACES == "GBRXFL"
    assert sorted((*COLOUR_FACE.values(), BLADE, FLAG, MAGIC)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("magic", "mana"), [("off", 0), ("mana", 2)])
def test_H3_H4_signs_give_mana_where_it_is_in_play_and_other_helmets_nothing(magic: str, mana: int) -> None:
    table = Table(
        [("rF", "e5")],
        [("bF", "f5")],
        ordered=["s1"],
        options={"magic": magic},
        dice={"attack": ["LLGR"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert (table.game.mana, table.unit("n1").figures) == ((mana, 0), 4)
