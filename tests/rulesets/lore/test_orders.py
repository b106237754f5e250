"""Order cards and who may be ordered (§4, B-4, C-1…C-4, T-1…T-5), and each tactic card."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from app.engine.dice import HmacDice
from app.engine.viewer import SPECTATOR, seat_viewer
from app.rulesets.lore import RULESET
from app.rulesets.lore.content import CARDS
from app.rulesets.lore.deck import full_deck
from app.rulesets.lore.orders import fits
from app.rulesets.lore.state import LoreGame
from tests.rulesets.lore.table import Table, name


def test_the_deck_has_42_sector_and_18_tactic_cards() -> None:
    cards = Counter(full_deck(1))
    sector = sum(count for card, count in cards.items() if CARDS[card].by_sector)
    assert (sum(cards.values()), sector) == (60, 42)
    listed = {"scout": (2, 2, 2), "patrol": (4, 5, 4), "attack": (3, 4, 3), "assault": (2, 2, 2)}
    for card, copies in listed.items():
        assert tuple(cards[f"{card}_{sector}"] for sector in ("left", "centre", "right")) == copies
    assert {card: cards[card] for card in ("probe_all", "advance", "pincer")} == {
        "probe_all": 3,
        "advance": 2,
        "pincer": 2,
    }
    twos = ("call_green", "call_blue", "call_red", "foot_surge", "charge", "volley", "mirror")
    assert all(cards[card] == 2 for card in twos)
    assert all(cards[card] == 1 for card in ("fury", "rally", "march", "torches"))
    assert Counter(full_deck(3))["torches"] == 3
    assert "torches" not in full_deck(0)


def test_fits_is_a_matching() -> None:
    """The closed form against trying every assignment."""
    kinds = [(0,), (0, 1), (1,), (1, 2), (2,)]
    for quota in product(range(3), repeat=3):
        for counts in product(range(3), repeat=5):
            units = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
            if len(units) > 5:
                continue
            brute = any(all(chosen.count(sector) <= quota[sector] for sector in range(3)) for chosen in product(*units))
            assert fits(quota, units, 0) == brute, (quota, units)


def orderable(card: str, south: list[tuple[str, str]], **more: object) -> list[str]:
    table = Table(south, phase="order", card=card, **more)  # type: ignore[arg-type]
    return [choice["unit"] for choice in table.offered("order")]


LEFT, LINE, CENTRE, RIGHT = name(6, 1), name(5, 3), name(6, 6), name(6, 11)
SPREAD = [("gF", LEFT), ("gF", LINE), ("gF", CENTRE), ("gF", RIGHT)]


def test_sector_cards_order_in_their_sector() -> None:
    assert orderable("patrol_left", SPREAD) == ["s1", "s2"]
    assert orderable("patrol_centre", SPREAD) == ["s2", "s3"]
    assert orderable("patrol_right", SPREAD) == ["s4"]


def test_B4_left_and_right_are_seen_by_the_player() -> None:
    table = Table([("bF", "a1")], [("gF", LEFT), ("gF", RIGHT)], side=1, phase="order", card="patrol_left")
    assert [choice["unit"] for choice in table.offered("order")] == ["n2"]


def test_T1_no_more_than_the_card_says_and_lines_count_once() -> None:
    table = Table(SPREAD, phase="order", card="probe_all")
    table.do("order", unit="s1")
    assert [choice["unit"] for choice in table.offered("order")] == ["s2", "s3", "s4"]
    table.do("order", unit="s2")  # counts for the centre now, since the left is taken
    assert [choice["unit"] for choice in table.offered("order")] == ["s4"]
    table.refuses("no_order_left", "T-1", "order", unit="s3")
    table.refuses("already_ordered", "T-1", "order", unit="s1")
    table.do("unorder", unit="s1")
    assert [choice["unit"] for choice in table.offered("order")] == ["s1", "s3", "s4"]


def test_pincer_and_advance() -> None:
    assert orderable("pincer", SPREAD) == ["s1", "s2", "s4"]
    assert orderable("advance", SPREAD) == ["s1", "s2", "s3", "s4"]


def test_assault_orders_all_of_a_sector() -> None:
    left = [("gF", name(6, c)) for c in range(4)] + [("gF", name(8, c)) for c in range(4)]
    table = Table(left, phase="order", card="assault_left")
    for number in range(1, 9):
        table.do("order", unit=f"s{number}")
    assert table.game.units[7].ordered


def test_T2_a_card_for_nobody_goes_to_the_draw() -> None:
    table = Table([("gF", LEFT)], phase="command", hands=(["patrol_right", "scout_left"], ["scout_left"]))
    table.do("play_card", card="patrol_right")
    assert table.game.side == 1
    assert len(table.game.hands[0]) == 2


def test_T5_naming_nobody_is_legal() -> None:
    table = Table(SPREAD, phase="order", card="advance")
    table.do("end_orders")
    assert table.game.side == 1


def test_calls_name_a_colour_or_else_one_of_choice() -> None:
    mixed = [("gF", LEFT), ("bC", CENTRE), ("gB", RIGHT)]
    assert orderable("call_green", mixed) == ["s1", "s3"]
    assert orderable("call_blue", mixed) == ["s2"]
    assert orderable("call_red", mixed) == ["s1", "s2", "s3"]
    table = Table(mixed, phase="order", card="call_red")
    table.do("order", unit="s2")
    assert table.offered("order") == []


def test_U3_a_call_goes_by_the_current_banner() -> None:
    assert orderable("call_blue", [("gF", LEFT), ("rF", CENTRE)], change={"s1": {"banner": "blue"}}) == ["s1"]


def test_C1_foot_and_mounted_cards() -> None:
    army = [("gF", LEFT), ("gB", LINE), ("bC", CENTRE), ("bTroll", RIGHT)]
    assert orderable("foot_surge", army) == ["s1"]
    assert orderable("charge", army) == ["s3"]


def test_C2_a_creature_out_of_sector_costs_three_mana() -> None:
    army = [("gF", LEFT), ("bTroll", RIGHT)]
    options = {"magic": "mana"}
    table = Table(army, phase="order", card="patrol_left", mana=(3, 0), options=options)
    assert table.offered("order", "s2") == [{"verb": "order", "unit": "s2", "mana": 3}]
    table.do("order", unit="s2", mana=3)
    assert table.game.mana == (0, 0)
    table.do("unorder", unit="s2")
    assert table.game.mana == (3, 0)
    assert orderable("patrol_left", army, mana=(2, 0), options=options) == ["s1"]
    assert orderable("patrol_left", army, mana=(3, 0)) == ["s1"]  # mana is off
    assert orderable("call_green", army, mana=(3, 0), options=options) == ["s1"]
    single = Table(army, phase="order", card="scout_left", mana=(3, 0), options=options)
    single.do("order", unit="s2", mana=3)
    assert single.offered("order") == []  # counts as one of the card's units


def test_volley_shoots_twice_and_does_not_move() -> None:
    table = Table(
        [("gB", "e5"), ("gB", "a5"), ("gF", "c1")],
        [("bF", "h5"), ("bF", "b5")],
        phase="order",
        card="volley",
        dice={"attack": ["GG", "GG"]},
    )
    assert [choice["unit"] for choice in table.offered("order")] == ["s1"]  # s2 is engaged, s3 no archer
    table.do("order", unit="s1")
    table.do("end_orders")
    assert table.asks == "battle"
    table.do("shoot", unit="s1", target="n1")
    assert table.offered("shoot", "s1")
    table.do("shoot", unit="s1", target="n1")
    assert table.game.side == 1


def test_C4_a_volley_archer_may_extinguish_instead_of_both_shots() -> None:
    setting = {
        "south": [("gB", "e5")],
        "north": [("bF", "h5")],
        "terrain": {"d5": "F"},
        "fires": {"d5": 1},
        "card": "volley",
        "ordered": ["s1"],
    }
    table = Table(**setting, dice={"attack": ["GG"]})  # type: ignore[arg-type]
    assert table.offered("extinguish")
    table.do("shoot", unit="s1", target="n1")
    assert not table.offered("extinguish")
    other = Table(**setting, dice={"extinguish": ["X"]})  # type: ignore[arg-type]
    other.do("extinguish", unit="s1", hex="d5")
    assert other.game.side == 1


def test_fury_orders_the_engaged_who_stand() -> None:
    table = Table([("gF", "e5"), ("gF", "a1")], [("bF", "f5")], phase="order", card="fury")
    assert [choice["unit"] for choice in table.offered("order")] == ["s1"]
    table.do("order", unit="s1")
    table.do("end_orders")
    assert table.asks == "battle"
    assert table.odds("melee", unit="s1", target="n1").dice == 3


def test_F43_bonus_dice_of_a_card_count_for_lighting_too() -> None:
    table = Table([("gF", "e5")], [("bF", "f5")], terrain={"d5": "F"}, card="fury", ordered=["s1"])
    assert table.odds("ignite", unit="s1", hex="d5").dice == 3


def test_march_forbids_battle_and_fire() -> None:
    table = Table(
        [("gF", "e5")], [("bF", "f5")], terrain={"d5": "F"}, fires={"d5": 1}, phase="move", card="march", ordered=["s1"]
    )
    table.do("end_moves")
    assert table.game.side == 1


def test_torches_help_to_light_and_to_put_out() -> None:
    table = Table(
        [("gF", "e5")],
        terrain={"d5": "F", "f5": "F"},
        fires={"d5": 4 - 1},
        card="torches",
        ordered=["s1"],
        dice={"extinguish": ["GR"]},
    )
    assert table.odds("ignite", unit="s1", hex="f5").dice == 3
    odds = table.odds("extinguish", unit="s1", hex="d5")
    assert (odds.dice, odds.outcomes[0].ways, odds.ways) == (2, 36 - 16, 36)
    table.do("extinguish", unit="s1", hex="d5")
    assert table.fire("d5") is None


def test_torches_without_fire_order_two() -> None:
    table = Table(SPREAD, phase="order", card="torches", options={"fire.enabled": False})
    assert table.decision.prompt.params["max"] == 2
    assert Table(SPREAD, phase="order", card="torches").decision.prompt.params["max"] == 3


def test_rally_restores_and_orders() -> None:
    table = Table(
        [("gF", "e5"), ("bF", "a1"), ("rF", "c1"), ("gF", "m1")],
        phase="command",
        hands=(["rally", "scout_left", "scout_left", "scout_left", "scout_left"], ["scout_left"]),
        change={"s1": {"figures": 2}, "s2": {"figures": 3}},
        dice={"rally": ["GGRLX"]},
    )
    table.do("play_card", card="rally")
    assert table.asks == "pick_restored"
    assert table.choices == [{"verb": "pick_restored", "unit": "s1"}, {"verb": "pick_restored"}]
    table.do("pick_restored", unit="s1")
    table.do("pick_restored", unit="s1")
    # red has nobody damaged; L may go to anybody damaged: s1 is full again, so only s2
    assert table.choices[0] == {"verb": "pick_restored", "unit": "s2"}
    table.do("pick_restored", unit="s2")
    assert [table.unit(unit).figures for unit in ("s1", "s2")] == [4, 4]
    assert [unit.id for unit in table.game.units if unit.ordered] == ["s1", "s2"]
    assert table.asks == "move"


def test_rally_that_helps_nobody_goes_to_the_draw() -> None:
    table = Table([("gF", "e5")], phase="command", hands=(["rally"], ["scout_left"]), dice={"rally": ["G"]})
    table.do("play_card", card="rally")
    assert table.game.side == 1


def test_A48_a_burning_unit_may_be_restored() -> None:
    table = Table(
        [("gF", "e5")],
        terrain={"e5": "F"},
        fires={"e5": 1},
        phase="command",
        hands=(["rally"], ["scout_left"]),
        change={"s1": {"figures": 2}},
        dice={"rally": ["G"]},
    )
    table.do("play_card", card="rally")
    table.do("pick_restored", unit="s1")
    assert table.unit("s1").figures == 3
    assert table.offered("extinguish", "s1")


def test_mirror_counts_as_the_enemys_last_card_also_through_a_mirror() -> None:
    setting = {"south": SPREAD, "phase": "command", "hands": (["mirror", "scout_left"], ["scout_left"])}
    table = Table(**setting, last=(None, "patrol_left"))  # type: ignore[arg-type]
    table.do("play_card", card="mirror")
    assert table.game.counted == "patrol_left"
    assert [choice["unit"] for choice in table.offered("order")] == ["s1", "s2"]
    assert table.game.last == ("patrol_left", "patrol_left")
    again = Table(**setting, last=(None, "charge"))  # type: ignore[arg-type]
    again.do("play_card", card="mirror")
    assert again.game.last == ("charge", "charge")


def test_mirrored_scout_draws_two() -> None:
    table = Table(
        SPREAD, phase="command", hands=(["mirror", "assault_left"], ["scout_left"]), last=(None, "scout_left")
    )
    table.do("play_card", card="mirror")
    table.do("end_orders")
    assert table.asks == "keep_card"


def test_scout_draws_two_and_keeps_one() -> None:
    table = Table([("gF", LEFT)], phase="command", hands=(["scout_left"], ["scout_left"]))
    deck = table.game.deck
    table.do("play_card", card="scout_left")
    table.do("end_orders")
    assert table.asks == "keep_card"
    assert {choice["card"] for choice in table.choices} == set(deck[-2:])
    table.do("keep_card", card=deck[-1])
    assert table.game.hands[0] == (deck[-1],)
    assert table.game.discards == ("scout_left", deck[-2])
    assert table.game.deck == deck[:-2]


def test_phase_5_discards_and_draws_and_shuffles_an_empty_deck() -> None:
    table = Table([("gF", LEFT)], phase="command", hands=(["patrol_right"], ["scout_left"]))
    from msgspec.structs import replace

    table.game = replace(table.game, deck=(), discards=("charge", "march"))
    table.do("play_card", card="patrol_right")
    (shuffled,) = table.told("deck_shuffled")
    assert shuffled.roll is not None, "the record has the permutation, so that anybody can derive it again"
    assert sorted(shuffled.roll.faces) == [0, 1, 2]
    for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR):
        seen = shuffled.seen_by(viewer)
        assert seen is not None
        assert seen.roll is None, "until then nobody knows how the cards lie"
        assert seen.data == {"count": 3, "index": shuffled.roll.index, "purpose": "deck"}
    left = sorted([*table.game.hands[0], *table.game.deck])
    assert left == ["charge", "march", "patrol_right"]
    assert table.game.discards == ()


@pytest.mark.parametrize(("extra", "size"), [("N", 6), ("none", 5)])
def test_extra_start_card(extra: str, size: int) -> None:
    from app.engine.dice import HmacDice
    from app.rulesets.lore import RULESET

    dice = HmacDice(b"extra", "extra")
    game, _ = RULESET.new_game(RULESET.setup("S1", {"extraStartCard": extra}), dice)
    assert len(game.hands[1]) == size  # type: ignore[attr-defined]
    seen = []
    while game.turn < 3 and game.result is None:  # type: ignore[attr-defined]
        decision = RULESET.decisions(game)[0]
        if decision.prompt.key == "prompt.command" and decision.seat == 1:
            seen.append(len(game.hands[1]))  # type: ignore[attr-defined]
        game, _ = RULESET.apply(game, decision.seat, decision.default, dice)
    assert seen == [size, 5]


def test_not_in_hand() -> None:
    table = Table(SPREAD, phase="command", hands=(["scout_left"], ["charge"]))
    table.refuses("not_in_hand", "T-5", "play_card", card="charge")


def test_V2_hands_come_from_the_shuffled_deck_and_only_their_owner_is_told() -> None:
    game, events = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"v2", "v2"))
    assert isinstance(game, LoreGame)
    other, _ = RULESET.new_game(RULESET.setup("S1", {}), HmacDice(b"v2", "other"))
    assert isinstance(other, LoreGame)
    assert game.deck != other.deck
    dealt = [event for event in events if event.type == "dealt"]
    assert [event.seats for event in dealt] == [(0,), (1,)]
    assert [sorted(event.data["cards"]) for event in dealt] == [sorted(hand) for hand in game.hands]
    assert all("cards" not in (event.redacted or {}) for event in dealt)


def test_T3_all_moves_end_before_the_first_battle() -> None:
    table = Table([("gF", "e5"), ("gF", "a1")], [("bF", "f5")], phase="move", ordered=["s1", "s2"])
    assert not table.offered("melee")
    table.do("end_moves")
    assert table.offered("melee")
    assert not table.offered("move")


def test_C3_orders_are_for_battle_lighting_and_putting_out() -> None:
    setting: dict[str, Any] = {
        "south": [("gF", "e5")],
        "north": [("bF", "d5")],
        "terrain": {"f5": "F", "e6": "F"},
        "fires": {"e6": 1},
    }
    assert {choice["verb"] for choice in Table(**setting, ordered=["s1"]).choices} == {
        "melee",
        "ignite",
        "extinguish",
        "end_battles",
    }
    assert Table(**setting).game.side == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ordersPerTurn_is_how_many_units_are_ordered_without_cards(count: int) -> None:
    table = Table(
        [("gF", "a1"), ("gF", "b1"), ("gF", "c1"), ("gF", "d1")],
        phase="start",
        options={"ordersPerTurn": count},
    )
    named = 0
    while table.offered("order"):
        table.do(**table.offered("order")[0])
        named += 1
    assert named == count
    table.do("end_orders")
    assert table.asks == "move"


def test_the_prompt_of_the_moves_counts_who_can_still_move() -> None:
    """Not who was ordered to fight the fire in which he stands (F-11), and not who is held."""
    table = Table(
        [("gF", "a1"), ("gF", "c1"), ("gF", "e1")],
        terrain={"c1": "F"},
        fires={"c1": 1},
        phase="move",
        ordered=["s1", "s2", "s3"],
        change={"s3": {"tokens": ("webbed",)}},
    )
    assert table.decision.prompt.params["left"] == table.decision.public.params["left"] == 1
