"""The games as the API shows them."""

import pytest

from tests.api.people import Person
from tests.api.shapes import conforms

pytestmark = pytest.mark.database


async def test_the_games_are_listed_and_told_whole(nobody: Person) -> None:
    games = await nobody.ok("GET", "/rulesets")
    assert "lore" in [conforms(game, "RulesetInfo")["id"] for game in games]
    lore = conforms(await nobody.ok("GET", "/rulesets/lore"), "RulesetDetail")
    assert lore["names"]["en"] != "lore"
    assert lore["names"]["ru"] != lore["names"]["en"]
    assert {"standard", "letter"} <= set(lore["presets"])
    text = await nobody.ok("GET", "/rulesets/lore/text", params={"lang": "ru"})
    assert len(text) > 100
    rules = conforms(await nobody.ok("GET", "/rulesets/lore/rules", params={"lang": "ru"}), "Rulebook")
    assert rules["markdown"].lstrip().startswith("#")


async def test_content_is_sent_once(nobody: Person) -> None:
    first = await nobody.raw("GET", "/rulesets/lore")
    again = await nobody.raw("GET", "/rulesets/lore", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await nobody.raw("GET", "/rulesets/lore", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200
    assert other.headers["content-encoding"] == "gzip"
    plain = await nobody.raw("GET", "/rulesets/lore", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == other.content


async def test_a_scenario_is_shown_with_its_options(nobody: Person) -> None:
    plain = conforms(await nobody.ok("GET", "/rulesets/lore/scenarios/S1"), "ScenarioInfo")
    lore = await nobody.ok("GET", "/rulesets/lore")
    option = next(option for option in lore["options"] if option["kind"] == "bool")
    params = {"options": '{{"{}": true}}'.format(option["id"])}
    chosen = conforms(await nobody.ok("GET", "/rulesets/lore/scenarios/S1", params=params), "ScenarioInfo")
    assert chosen["options"][option["id"]] is True
    assert chosen["names"] == plain["names"]
    for wrong in ('{"nonsense": 1}', "[]", "{", '{{"{}": 7}}'.format(option["id"])):
        status, error = await nobody.refused("GET", "/rulesets/lore/scenarios/S1", params={"options": wrong})
        assert status == 422
        assert error["code"] in ("bad_option", "malformed")
    assert (await nobody.refused("GET", "/rulesets/lore/scenarios/S99"))[0] == 404
    assert (await nobody.refused("GET", "/rulesets/lore/rules", params={"lang": "de"}))[0] == 422
