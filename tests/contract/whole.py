"""Laws of whole rulesets: battles end, texts are complete, tables and rulebook fit together."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from app.engine.game import Setup
from app.engine.ids import Seat
from app.engine.phase import ACTORS
from app.engine.refusal import Refused
from app.engine.ruleset import TONES, Ruleset
from tests.contract.holding import LANGUAGES, LONGEST, Broken, CountedDice, Seen, as_bytes, hold


def mixed_setup(ruleset: Ruleset, scenario: str, chance: Random) -> Setup:
    """A set-up with every switch and every list of values set by chance."""
    for _ in range(100):
        options: dict[str, Any] = {}
        for option in ruleset.options:
            if option.kind == "bool":
                options[option.id] = chance.random() < 0.5
            elif option.kind == "enum":
                options[option.id] = chance.choice(option.values)
        try:
            return ruleset.setup(scenario, options)
        except Refused:
            continue
    raise Broken(f"options: no mixture of options fits {scenario}")


def defaults_end(ruleset: Ruleset, setup: Setup, seed: int, longest: int = LONGEST) -> int:
    """Law 5: a battle played by defaults alone ends. Returns the number of decisions."""
    dice = CountedDice(b"default%d" % seed)
    game, _ = ruleset.new_game(setup, dice)
    for count in range(longest):
        decisions = ruleset.decisions(game)
        if not decisions:
            hold(ruleset.result(game) is not None, "law 5", "a battle without decisions has a result")
            return count
        for decision in decisions:
            if any(open_now.id == decision.id for open_now in ruleset.decisions(game)):
                try:
                    game, _ = ruleset.apply(game, decision.seat, decision.default, dice)
                except Refused as refused:
                    raise Broken(f"law 1: a default is refused as {refused}: {decision.default}") from refused
    raise Broken("law 5: a battle of defaults does not end")


def conceding_ends(ruleset: Ruleset, setup: Setup) -> None:
    """A seat that gives up does not win. With two seats the battle is over; with more it may go on, and then the seat
    is asked nothing any more and the others come to an end."""
    for seat in range(setup.seats):
        dice = CountedDice(b"concede")
        game, _ = ruleset.new_game(setup, dice)
        game, _ = ruleset.concede(game, Seat(seat))
        if setup.seats == 2:
            hold(ruleset.result(game) is not None, "concede", "the battle is over")
        for _ in range(LONGEST):
            decisions = ruleset.decisions(game)
            hold(all(decision.seat != seat for decision in decisions), "concede", "who gives up is asked no more")
            if not decisions:
                break
            game, _ = ruleset.apply(game, decisions[0].seat, decisions[0].default, dice)
        result = ruleset.result(game)
        hold(result is not None and seat not in result.winners, "concede", "who gives up does not win")


_PARAM = re.compile(r"\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?=[,}])")


def params_of(sentence: str) -> frozenset[str]:
    """Names of the parameters of a sentence of a catalogue; texts inside plural forms are not parameters."""
    return frozenset(name for name in _PARAM.findall(sentence))


def texts_complete(ruleset: Ruleset, seen: Seen) -> None:
    """Every key met has a sentence in each language, with the same parameters, all of which were given."""
    catalogues = {lang: ruleset.text(lang) for lang in LANGUAGES}
    first = catalogues[LANGUAGES[0]]
    for lang, catalogue in catalogues.items():
        hold(set(catalogue) == set(first), "texts", f"{lang} differs: {sorted(set(catalogue) ^ set(first))[:5]}")
    for key, sentence in first.items():
        for lang, catalogue in catalogues.items():
            hold(catalogue[key].strip(), "texts", f"{key} is empty in {lang}")
            hold(params_of(catalogue[key]) == params_of(sentence), "texts", f"{key} has other parameters in {lang}")
    missing = sorted(key for key in seen.keys if key not in first)
    hold(not missing, "texts", f"no sentence for {missing}")
    for key, given in seen.keys.items():
        spare = params_of(first[key]) - given
        hold(not spare, "texts", f"{key} names parameters that are not always given: {sorted(spare)}")


def phases_complete(ruleset: Ruleset) -> None:
    """The phase table names only its own phases, speaks both languages, and every phase can be reached."""
    ids = [phase.id for phase in ruleset.phases]
    hold(len(set(ids)) == len(ids) and ids, "phases", "ids are unique")
    text = ruleset.text("en")
    reached: set[str] = {ids[0]}
    for phase in ruleset.phases:
        hold(set(phase.next) <= set(ids), "phases", f"{phase.id} leads to nowhere")
        hold(set(phase.names) >= set(LANGUAGES), "phases", f"{phase.id} lacks a name")
        hold(phase.acts in ACTORS, "phases", f"{phase.id}: who acts?")
        hold(phase.does in text and phase.timeout in text, "phases", f"{phase.id} lacks a text")
    for _ in ids:
        reached |= {after for phase in ruleset.phases if phase.id in reached for after in phase.next}
    hold(reached == set(ids), "phases", f"never reached: {set(ids) - reached}")


def static_complete(ruleset: Ruleset) -> None:
    """Presets, options, scenarios, content and rulebook are there and fit together."""
    text = ruleset.text("en")
    hold({"standard", "letter"} <= set(ruleset.presets), "options", "presets standard and letter")
    ids = {option.id for option in ruleset.options}
    for preset in ruleset.presets.values():
        hold(set(preset) <= ids, "options", "a preset names unknown options")
    for option in ruleset.options:
        hold(f"option.{option.id}" in text, "texts", f"option.{option.id}")
        hold(f"option.{option.id}.text" in text, "texts", f"option.{option.id}.text")
    anchors: list[set[str]] = []
    for lang in LANGUAGES:
        anchors.append(set(re.findall(r"\{#([^}]+)\}", ruleset.rulebook(lang))))
    hold(anchors[0] == anchors[1] and anchors[0], "rulebook", "same anchors in both languages")
    verbs = ruleset.content()["verbs"]
    for verb, entry in verbs.items():
        hold(entry["tone"] in TONES and type(entry["rolls"]) is bool, "content", f"verb {verb}")
    hold(as_bytes(ruleset.content()), "content", "content is JSON")
    for scenario in ruleset.scenarios():
        hold(set(scenario.names) >= set(LANGUAGES), "scenarios", f"{scenario.id} lacks a name")
        hold(set(scenario.options) == ids, "scenarios", f"{scenario.id} does not show every option")
        hold(as_bytes(scenario.preview), "scenarios", "preview is JSON")


def rules_linked(ruleset: Ruleset, rules: set[str]) -> None:
    """Every rule that an event or refusal named has an anchor in the rulebook."""
    anchors = set(re.findall(r"\{#([^}]+)\}", ruleset.rulebook("en")))
    hold(rules <= anchors, "rulebook", f"no anchor for {sorted(rules - anchors)}")
