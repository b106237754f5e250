"""The client's fixture of verbs and offered decisions is what the ruleset now offers."""

import json

from app.rulesets.lore import RULESET
from scripts.verbs import TARGET, text


def test_the_client_is_proved_with_the_verbs_of_now() -> None:
    stored = TARGET.read_text(encoding="utf-8")
    found = json.loads(stored)
    assert found["verbs"] == RULESET.content()["verbs"]
    offered = {choice["verb"] for decision in found["decisions"] for choice in decision["choices"]}
    assert offered == set(found["verbs"]), "every verb is met in a battle"
    assert stored == text(), "run python -m scripts.verbs"
