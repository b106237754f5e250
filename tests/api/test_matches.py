"""A match over REST, from the lobby to the record; every answer has the shape that the client's types promise."""

from typing import Any

import pytest

from tests.api.battle import act, begin, open_decision, play, table
from tests.api.people import Person
from tests.api.shapes import conforms

pytestmark = pytest.mark.database


async def test_a_table_is_opened_listed_joined_and_left(ada: Person, bob: Person, nobody: Person) -> None:
    match = conforms(await ada.ok("POST", "/matches", table()), "Match")
    assert match["status"] == "open"
    assert match["you"]["seats"] == [0]
    page = conforms(await nobody.ok("GET", "/matches", params={"status": "open"}), "MatchPage")
    assert [each["id"] for each in page["matches"]] == [match["id"]]
    assert (await bob.ok("GET", "/matches", params={"mine": "1"}))["matches"] == []
    path = f"/matches/{match['id']}"
    joined = conforms(await bob.ok("POST", f"{path}/join", {"nonce": "bob-nonce"}), "Match")
    assert joined["status"] == "live"
    assert joined["you"] == {"seats": [1], "role": "seat"}
    fairness = conforms(await nobody.ok("GET", f"{path}/fairness"), "Fairness")
    assert "bob-nonce" in fairness["nonces"]
    assert fairness["seed"] is None
    assert fairness["commitment"] == match["commitment"]


async def test_lists_are_filtered_by_clock(ada: Person, nobody: Person) -> None:
    clocks = ({"kind": "none"}, {"kind": "bank", "bank_s": 600}, {"kind": "days", "days": 3})
    opened = {clock["kind"]: (await ada.ok("POST", "/matches", table(clock=clock)))["id"] for clock in clocks}
    for kind, match in opened.items():
        page = conforms(await nobody.ok("GET", "/matches", params={"clock": kind}), "MatchPage")
        assert [each["id"] for each in page["matches"]] == [match]
        assert page["matches"][0]["clock"]["kind"] == kind
    assert len((await nobody.ok("GET", "/matches"))["matches"]) == 3
    status, error = await nobody.refused("GET", "/matches", params={"clock": "hourglass"})
    assert (status, error["code"], error["field"]) == (422, "malformed", "clock")


async def test_an_owner_who_leaves_takes_the_table_along(ada: Person, bob: Person) -> None:
    match = await ada.ok("POST", "/matches", table(start="manual"))
    path = f"/matches/{match['id']}"
    await bob.ok("POST", f"{path}/join", {})
    left = conforms(await bob.ok("POST", f"{path}/leave"), "Left")
    assert left["match"]["seats"][1]["player"] is None
    assert "match" not in conforms(await ada.ok("POST", f"{path}/leave"), "Left")
    assert (await bob.refused("GET", path))[0] == 404


async def test_a_full_table_with_manual_start_waits_for_its_owner(ada: Person, bob: Person) -> None:
    match = await ada.ok("POST", "/matches", table(start="manual"))
    path = f"/matches/{match['id']}"
    assert (await ada.refused("POST", f"{path}/start"))[0] in (409, 422)
    assert (await bob.ok("POST", f"{path}/join", {}))["status"] == "ready"
    assert (await bob.refused("POST", f"{path}/start"))[1]["code"] == "forbidden"
    assert conforms(await ada.ok("POST", f"{path}/start"), "Match")["status"] == "live"


async def test_quick_match_brings_two_together(ada: Person, bob: Person) -> None:
    first = conforms(await ada.ok("POST", "/matches/quick", {"ruleset": "lore"}), "Match")
    second = await bob.ok("POST", "/matches/quick", {"ruleset": "lore"})
    assert second["id"] == first["id"]
    assert second["status"] == "live"


async def test_each_sees_what_he_may_and_acts_by_the_list(ada: Person, bob: Person, nobody: Person) -> None:
    match = (await begin(ada, bob))["id"]
    path = f"/matches/{match}"
    views = []
    for who in (ada, bob, nobody):
        views.append(conforms(await who.ok("GET", f"{path}/view"), "ViewAt"))
        conforms(await who.ok("GET", f"{path}/decisions"), "Decisions")
    assert views[0]["view"] != views[1]["view"]
    player, decision = await open_decision(match, ada, bob)
    legal = conforms(await player.ok("GET", f"{path}/legal"), "Legal")
    assert legal["decision"] == decision["id"]
    assert legal["actions"] == decision["choices"]
    for other in (ada, bob, nobody):
        if other is not player:
            for shown in (await other.ok("GET", f"{path}/decisions"))["decisions"]:
                assert "choices" not in shown
    acted = conforms(await act(match, player, decision, "k1"), "Acted")
    assert acted["ack"] == {"key": "k1", "seq": 1}
    again = await act(match, player, decision, "k1")
    assert again["ack"] == acted["ack"], "a repeated key gets the first answer again"
    assert (await ada.ok("GET", path))["seq"] == 1


async def test_a_small_picture_for_lists_is_public(ada: Person, bob: Person, nobody: Person) -> None:
    match = (await begin(ada, bob))["id"]
    path = f"/matches/{match}/preview"
    shown = conforms(await nobody.ok("GET", path), "PreviewAt")
    assert shown == await ada.ok("GET", path)
    assert shown["view"]["units"]
    assert shown["view"]["trophies"] == [0, 0]
    assert not {"hands", "discards", "played", "orders"} & set(shown["view"])


async def test_a_table_without_spectators_has_no_picture_for_others(ada: Person, bob: Person, nobody: Person) -> None:
    for spectators in ("none", "link"):
        match = await ada.ok("POST", "/matches", table(spectators=spectators))
        path = f"/matches/{match['id']}"
        assert (await ada.ok("GET", f"{path}/preview"))["view"] is None
        await bob.ok("POST", f"{path}/join", {})
        assert (await bob.ok("GET", f"{path}/preview"))["view"] is not None
        assert (await nobody.refused("GET", f"{path}/preview"))[0] == 404
        if spectators == "link":
            watch = (await ada.ok("GET", path))["watch_link"]
            assert (await nobody.ok("GET", f"{path}/preview", params={"watch": watch}))["view"] is not None


async def test_steps_come_in_pages_without_a_gap(ada: Person, bob: Person, nobody: Person) -> None:
    match = (await begin(ada, bob))["id"]
    last = await play(match, 12, ada, bob)
    for who in (ada, bob, nobody):
        since, seen = 0, []
        while True:
            page = conforms(
                await who.ok("GET", f"/matches/{match}/steps", params={"since": since, "limit": 5}), "Steps"
            )
            if not page["steps"]:
                break
            seen += [step["seq"] for step in page["steps"]]
            since = seen[-1]
        assert seen == list(range(1, last + 1))
        assert page["seq"] == last


async def test_odds_are_told_before_one_acts(ada: Person, bob: Person) -> None:
    match = (await begin(ada, bob))["id"]
    for number in range(60):
        player, decision = await open_decision(match, ada, bob)
        rolling = [choice for choice in decision["choices"] if choice["verb"] in ("melee", "shoot", "attack", "fire")]
        if rolling:
            odds = conforms(await player.ok("POST", f"/matches/{match}/odds", {"action": rolling[0]}), "Odds")
            assert odds["ways"] >= 1
            return
        await act(match, player, decision, f"k{number}", len(decision["choices"]) // 2)
    player, decision = await open_decision(match, ada, bob)
    conforms(await player.ok("POST", f"/matches/{match}/odds", {"action": decision["choices"][0]}), "Odds")


async def test_lenses_are_for_all_who_may_look_in_nobodys_turn(ada: Person, bob: Person, nobody: Person) -> None:
    match = (await begin(ada, bob))["id"]
    path = f"/matches/{match}"
    for who in (ada, bob, nobody):
        shown = conforms(await who.ok("GET", f"{path}/sight", params={"from": "a1", "to": ["m9", "b2"]}), "SightAt")
        assert [sight["to"] for sight in shown["sights"]] == ["m9", "b2"]
        assert shown["sights"][1]["clear"] is True
        danger = conforms(await who.ok("GET", f"{path}/threat", params={"of": 1}), "ThreatAt")
        assert danger["threat"]["of"] == 1
        assert danger["threat"]["reaches"]
        assert danger == await who.ok("GET", f"{path}/threat", params={"of": 1}), "from memory the second time"
    for query, params, status in (
        ("sight", {"from": "z1", "to": "a1"}, 422),
        ("sight", {"from": "a1"}, 422),
        ("sight", {"from": "a1", "to": [f"a{n}" for n in range(65)]}, 422),
        ("sight", {"from": "a1", "to": "x" * 41}, 422),
        ("threat", {"of": 2}, 422),
        ("threat", {"of": -1}, 422),
        ("threat", {}, 422),
    ):
        assert (await ada.refused("GET", f"{path}/{query}", params=params))[0] == status, (query, params)
    hidden = (await ada.ok("POST", "/matches", table(spectators="none")))["id"]
    assert (await ada.refused("GET", f"/matches/{hidden}/threat", params={"of": 1}))[0] == 409, "not begun"
    await bob.ok("POST", f"/matches/{hidden}/join", {})
    for query, asked in (("sight", {"from": "a1", "to": "b2"}), ("threat", {"of": 1})):
        assert (await nobody.refused("GET", f"/matches/{hidden}/{query}", params=asked))[0] == 404


async def test_a_match_ends_and_its_record_is_open_to_all(ada: Person, bob: Person, nobody: Person) -> None:
    match = (await begin(ada, bob))["id"]
    path = f"/matches/{match}"
    await play(match, 3, ada, bob)
    assert (await nobody.refused("GET", f"{path}/replay"))[0] == 403
    conforms(await ada.ok("POST", f"{path}/chat", {"room": "match", "text": "Good game"}), "ChatMessage")
    conforms(await ada.ok("POST", f"{path}/resign"), "Done")
    info = conforms(await nobody.ok("GET", path), "Match")
    assert info["status"] == "ended"
    assert info["result"]["winners"] == [1]
    record = conforms(await nobody.ok("GET", f"{path}/replay"), "Record")
    assert record["fairness"]["seed"] is not None
    chat = conforms(await nobody.ok("GET", f"{path}/chat"), "ChatPage")
    assert [line["text"] for line in chat["messages"]] == ["Good game"]
    player_refused = await bob.refused("POST", f"{path}/resign")
    assert player_refused[1]["code"] == "battle_over"


async def test_a_draw_is_offered_withdrawn_and_agreed(ada: Person, bob: Person) -> None:
    match = (await begin(ada, bob))["id"]
    path = f"/matches/{match}/draw"
    conforms(await ada.ok("POST", path, {"offer": True}), "Done")
    await ada.ok("POST", path, {"offer": False})
    assert (await bob.refused("POST", path, {"accept": True}))[1]["code"] == "no_proposal"
    await bob.ok("POST", path, {"offer": True})
    done = conforms(await ada.ok("POST", path, {"accept": True}), "Done")
    assert done["seq"] > 0
    assert (await ada.ok("GET", f"/matches/{match}"))["result"]["winners"] == []


async def test_a_takeback_asked_twice_happens_once(ada: Person, bob: Person) -> None:
    match = (await begin(ada, bob, takebacks="free"))["id"]
    player, decision = await open_decision(match, ada, bob)
    await act(match, player, decision, "mine")
    ask = {"key": "back"}
    done: dict[str, Any] = conforms(await player.ok("POST", f"/matches/{match}/takeback", ask), "Done")
    assert await player.ok("POST", f"/matches/{match}/takeback", ask) == done, "asked twice, taken back once"
    assert done["seq"] == 2
    again, asked = await open_decision(match, ada, bob)
    assert again is player
    assert asked["choices"] == decision["choices"]
    assert asked["id"] != decision["id"]


async def test_scenarios_are_kept_and_private_unless_public(ada: Person, bob: Person) -> None:
    missing = await ada.refused("GET", "/scenarios/none")
    assert missing[0] == 404
    kept = conforms(
        await ada.ok("POST", "/armies", {"ruleset": "lore", "name": "Dwarves", "data": {"units": [1, 2]}}), "Saved"
    )
    assert (await bob.refused("GET", f"/armies/{kept['id']}"))[0] == 404
    assert (await bob.refused("DELETE", f"/armies/{kept['id']}"))[0] == 404
    listed = conforms(await ada.ok("GET", "/armies", params={"ruleset": "lore"}), "SavedList")
    assert [each["id"] for each in listed["saved"]] == [kept["id"]]
    assert (await ada.ok("GET", f"/armies/{kept['id']}"))["data"] == {"units": [1, 2]}
    await ada.ok("DELETE", f"/armies/{kept['id']}")
    assert (await ada.ok("GET", "/armies", params={"ruleset": "lore"}))["saved"] == []


async def test_armies_are_kept_and_private_unless_public(ada: Person, bob: Person, nobody: Person) -> None:
    assert (await nobody.refused("POST", "/armies", {"ruleset": "lore", "name": "Mine", "data": {}}))[0] == 401
    assert (await ada.refused("POST", "/armies", {"ruleset": "chess", "name": "Mine", "data": {}}))[0] == 404
    data = {"units": ["spearmen", "riders"]}
    kept = {}
    for public in (False, True):
        body = {"ruleset": "lore", "name": f"Army {public}", "data": data, "public": public}
        kept[public] = conforms(await ada.ok("POST", "/armies", body), "Saved")["id"]
    for person, known in ((ada, {*kept.values()}), (bob, {kept[True]}), (nobody, {kept[True]})):
        listed = conforms(await person.ok("GET", "/armies", params={"ruleset": "lore"}), "SavedList")["saved"]
        assert {army["id"] for army in listed} == known
    assert (await bob.ok("GET", f"/armies/{kept[True]}"))["data"] == data
    assert (await bob.refused("GET", f"/armies/{kept[False]}"))[0] == 404
    assert (await bob.refused("DELETE", f"/armies/{kept[True]}"))[0] == 404
    await ada.ok("DELETE", f"/armies/{kept[True]}")
    assert (await bob.refused("GET", f"/armies/{kept[True]}"))[0] == 404


async def test_steps_from_the_start_make_the_first_view_out_of_nothing(
    ada: Person, bob: Person, nobody: Person
) -> None:
    match = (await begin(ada, bob))["id"]
    await play(match, 2, ada, bob)
    page = conforms(await nobody.ok("GET", f"/matches/{match}/steps", params={"since": "-1"}), "Steps")
    assert [step["seq"] for step in page["steps"]] == [0, 1, 2]
    made = {path[0] for path, *_ in page["steps"][0]["patch"]}
    assert made == set((await nobody.ok("GET", f"/matches/{match}/view"))["view"])
    assert (await nobody.refused("GET", f"/matches/{match}/steps", params={"since": "-2"}))[0] == 422
