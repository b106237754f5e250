"""Views (docs/lore-shapes.md): what is hidden, what is the same object when nothing changed, and the texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.engine.dice import HmacDice
from app.engine.viewer import REFEREE, SPECTATOR, seat_viewer
from app.rulesets.lore import RULESET
from app.rulesets.lore.actions import VERBS, LoreAction
from app.rulesets.lore.phases import PHASES
from app.rulesets.lore.refusals import LoreRefusal
from tests.contract.laws import params_of
from tests.rulesets.lore.table import Table


def test_hands_are_their_owners() -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"v", "v"))
    for viewer, shown in (
        (seat_viewer(0), [True, False]),
        (seat_viewer(1), [False, True]),
        (SPECTATOR, [False, False]),
        (REFEREE, [True, True]),
    ):
        hands = RULESET.view(game, viewer)["hands"]
        assert ["cards" in hand for hand in hands] == shown
        assert [hand["count"] for hand in hands] == [5, 6]


def test_the_deck_is_a_number() -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"v", "v"))
    assert RULESET.view(game, REFEREE)["deck"] == 60 - 11


def test_unchanged_parts_are_the_same_objects() -> None:
    table = Table([("gF", "e5"), ("bF", "a1")], [("bF", "m9")], phase="move", ordered=["s1", "s2"])
    before = table.game
    old = RULESET.view(before, SPECTATOR)
    table.do("move", unit="s1", to="e6")
    new = RULESET.view(table.game, SPECTATOR)
    assert new["units"]["s1"] is not old["units"]["s1"]
    assert new["units"]["s2"] is old["units"]["s2"]
    assert new["terrain"] is old["terrain"]
    assert new["hands"][0] is old["hands"][0]
    assert new["limits"] is old["limits"]


def test_a_unit_in_the_view() -> None:
    table = Table([("bDF", "e5")], terrain={"e5": "B"}, fires={"e5": 2}, ordered=["s1"])
    view = RULESET.view(table.game, SPECTATOR)
    assert view["units"]["s1"] == {
        "id": "s1",
        "side": 0,
        "hex": "e5",
        "kind": "foot",
        "race": "dwarf",
        "banner": "blue",
        "weapon": "axe",
        "figures": 4,
        "max": 4,
        "bold": 2,
        "bold_from": ["dwarf", "bridge"],
        "ordered": True,
        "moved": False,
        "fought": False,
        "state": ["burning"],
    }
    assert view["fires"] == {"e5": {"level": 2, "max": 3, "maxed_by": None}}
    assert view["terrain"] == {"e5": "bridge_wood"}
    assert view["phase"] == "battle"


def test_what_is_empty_is_left_out() -> None:
    view = RULESET.view(Table([("bF", "e5")], phase="order").game, SPECTATOR)
    assert not {"home", "marks", "ashes", "spells", "council"} & set(view)


def test_marks_and_home() -> None:
    table = Table(
        [("bF", "e5")], terrain={"b1": "x"}, home={"b1": "N"}, walls={"c4": "S"}, cliffs=[("d4", "e")], phase="order"
    )
    view = RULESET.view(table.game, SPECTATOR)
    assert view["marks"] == {"c4": ["wall:0"], "b1": ["passage:1"], "d4": ["cliff:e"]}
    assert view["home"] == {"b1": 1}


def test_orders_in_the_view() -> None:
    view = RULESET.view(Table([("bF", "a5")], phase="order", card="patrol_left").game, SPECTATOR)
    assert view["orders"] == {"left": 2, "centre": 0, "right": 0, "any": 0, "max": 2, "given": 0}
    assert (view["played"], view["counts_as"]) == ("patrol_left", None)


def test_the_map_as_text_shows_public_things_only() -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"v", "v"))
    text = RULESET.battle_map(game)
    assert len(text.splitlines()) == 10
    assert "W" in text
    assert not any(card in text for card in game.hands[0])  # type: ignore[attr-defined]


def test_previews_and_content_are_complete() -> None:
    content = RULESET.content()
    tags = {kind.__struct_config__.tag for kind in LoreAction.__args__}  # type: ignore[attr-defined]
    assert set(VERBS) == tags
    assert len(content["board"]["hexes"]) == 113
    for scenario in RULESET.scenarios():
        assert len(scenario.preview["units"]) > 10
        assert "cards" not in json.dumps(scenario.preview["hands"])


TEXTS = Path(__file__).parents[3] / "app" / "rulesets" / "lore" / "text"


def test_both_catalogues_have_the_same_keys_and_parameters() -> None:
    en, ru = (json.loads((TEXTS / f"{lang}.json").read_text()) for lang in ("en", "ru"))
    assert sorted(en) == sorted(ru)
    for key in en:
        assert params_of(en[key]) == params_of(ru[key]), key
        assert en[key].strip()
        assert ru[key].strip()
        assert "!" not in en[key] + ru[key], key


def test_every_enumerated_thing_has_its_text() -> None:
    text = RULESET.text("en")
    content = RULESET.content()
    wanted = [f"refused.{code.value}" for code in LoreRefusal]
    wanted += [f"terrain.{terrain}" for terrain in content["terrain"]]
    wanted += [f"weapon.{weapon}" for weapon in content["weapons"]]
    wanted += [f"unit.{kind}" for kind in ("foot", "mounted", *content["creatures"])]
    wanted += [f"frame.{phase.id}" for phase in PHASES]
    wanted += [f"odds.{verb}" for verb in VERBS]
    for card in content["cards"]:
        base = card.rsplit("_", 1)[0] if card.endswith(("_left", "_centre", "_right")) else card
        wanted += [f"card.{base}.name", f"card.{base}.text"]
    for option in RULESET.options:
        wanted += [f"option.{option.id}", f"option.{option.id}.text"]
        wanted += [f"option.{option.id}.{value}" for value in option.values]
    for scenario in RULESET.scenarios():
        wanted += [f"special.{special}" for special in scenario.preview["special"]]
    assert [key for key in wanted if key not in text] == []


@pytest.mark.parametrize("lang", ["de", "", "../en"])
def test_unknown_languages(lang: str) -> None:
    with pytest.raises(KeyError):
        RULESET.text(lang)
    with pytest.raises(KeyError):
        RULESET.rulebook(lang)
