"""The player's rulebook of `lore`, in English and Russian: every rule has its place, once, in both.

Events and refusals link to anchors. An anchor is `{#id}`: one or more at the start of a paragraph, a list item or a
table row's first cell, or one at the end of a heading. The lists below are the spec's ids, written out on purpose: the
book must follow the spec and not the other way round.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[3] / "app" / "rulesets" / "lore"
LANGUAGES = ("en", "ru")

FAMILIES: dict[str, list[range]] = {
    "B": [range(1, 6)],
    "V": [range(1, 8)],
    "T": [range(1, 6)],
    "C": [range(1, 5)],
    "U": [range(1, 4)],
    "W": [range(1, 6)],
    "M": [range(1, 5)],
    "D": [range(1, 2)],
    "H": [range(1, 6)],
    "L": [range(1, 8)],
    "R": [range(1, 9)],
    "BB": [range(1, 4)],
    "G": [range(1, 6)],
    "LM": [range(1, 2)],
    "K": [range(1, 12)],
    "Z": [range(1, 10)],
    "F": [
        range(1, 6),
        range(10, 18),
        range(20, 28),
        range(30, 35),
        range(40, 48),
        range(50, 58),
        range(60, 69),
        range(70, 77),
    ],
}
RULES = [f"{family}-{n}" for family, ranges in FAMILIES.items() for numbers in ranges for n in numbers]

THINGS: dict[str, str] = {
    "card": "scout patrol attack assault probe_all advance pincer call_green call_blue call_red foot_surge charge "
    "volley mirror fury rally march torches",
    "race": "humans dwarves goblins",
    "banner": "green blue red",
    "weapon": "short_sword long_sword axe spear halberd bow longbow crossbow sling",
    "terrain": "plain forest hill water ford bridge_wood bridge_stone wall marsh cliff stakes",
    "landmark": "fortress camp pentacle fountain den passage_forest passage_hill tents graveyard hut lair",
    "lair": "boulder_field summoning_circle forest_lair spider troll bridge_troll dragon",
    "creature": "spider hill_giant wood_giant elemental hydra troll wyvern drake fire_dragon",
    "spell": "haste shield strike mend portal downpour",
    "phase": "start command order move battle draw",
    "scenario": "S1 S2 S3 S4 S5",
    "preset": "standard letter",
    "option": "fire-enabled fire-maxLevel fire-igniteFriendly fire-igniteDice fire-igniteNoCap fire-windy "
    "fire-extinguish fire-torches fire-bridgeImmediate fire-flyOver fire-dragonLos fire-meleeTrophy magic magic-level "
    "magic-councils trophies turnLimit hand first extraStartCard deck ordersPerTurn",
}
NAMED = [f"{kind}-{name}" for kind, names in THINGS.items() for name in names.split()]

TRADEMARKS = (
    "BattleLore|Command card|Section card|Banner Bearer|Victory Banner|Bonus Strike|Morale|"
    "Lore (?:face|token|card|master)|"
    "War Council|Goblinoid|Iron Dwar|Stronghold|Healing Pool|Rampart|(?:Earth|Rock) Elemental|Ice Drake|Epic"
)

ANCHOR = re.compile(r"\{#([^}]*)\}")
LEADING = re.compile(r"^(?:- |\| )?(?:\{#[A-Za-z][\w-]*\})+ ")
HEADING = re.compile(r"^#{1,4} [^{]+ \{#[A-Za-z][\w-]*\}$")
CYRILLIC = re.compile(r"[А-Яа-яЁё]")


def book(language: str) -> str:
    return (BOOK / f"rules.{language}.md").read_text(encoding="utf-8")


def anchors(text: str) -> list[str]:
    return ANCHOR.findall(text)


def anchored_text(text: str) -> dict[str, str]:
    """What stands behind each anchor on its own line, without the anchors and without markup."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        words = re.sub(r"[#|*`]|\[|\]\([^)]*\)|^- ", " ", ANCHOR.sub("", line)).strip()
        for name in anchors(line):
            found[name] = words
    return found


def prose(text: str) -> str:
    """The text a reader sees: no anchors, no link targets, no code."""
    return re.sub(r"`[^`]*`|\{#[^}]*\}|\]\([^)]*\)", " ", text)


def rows(text: str, header: str) -> list[list[str]]:
    """The cells of the table whose header row begins with the given text."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(header))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_thing_has_its_anchor(language: str) -> None:
    assert not sorted(set(RULES + NAMED) - set(anchors(book(language))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_anchor_stands_twice(language: str) -> None:
    assert [name for name, n in Counter(anchors(book(language))).items() if n > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_invented(language: str) -> None:
    written = {name for name in anchors(book(language)) if re.fullmatch(r"[A-Z]+-\d+", name)}
    assert written == set(RULES)


def test_what_the_data_names_can_be_linked() -> None:
    """The client links a card, weapon, creature or hex by its id; a creature's natural weapons are no entry."""

    def ids(kind: str) -> list[str]:
        return [entry["id"] for entry in json.loads((BOOK / "data" / f"{kind}.json").read_text(encoding="utf-8"))]

    written = set(anchors(book("en")))
    assert {f"card-{name}" for name in ids("cards")} <= written
    assert {f"creature-{name}" for name in ids("creatures")} <= written
    assert {f"weapon-{name}" for name in ids("weapons") if not name.startswith("natural")} <= written
    for name in ids("terrain"):
        assert len({f"terrain-{name}", f"landmark-{name}", f"lair-{name}"} & written) == 1, name


def test_both_languages_have_the_same_anchors_in_the_same_order() -> None:
    assert anchors(book("en")) == anchors(book("ru"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_stand_where_the_server_looks_for_them(language: str) -> None:
    for line in book(language).splitlines():
        if not ANCHOR.search(line):
            continue
        if line.startswith("#"):
            assert HEADING.match(line), line
        else:
            assert LEADING.match(line), line
            assert not ANCHOR.search(line[LEADING.match(line).end() :]), line  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_can_be_linked(language: str) -> None:
    for line in book(language).splitlines():
        if line.startswith("#"):
            assert HEADING.match(line), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_anchor_is_empty(language: str) -> None:
    texts = anchored_text(book(language))
    letters = re.compile(r"[A-Za-z]" if language == "en" else r"[А-Яа-яЁё]")
    for name in RULES + NAMED:
        assert len(letters.findall(texts[name])) >= 8, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_an_anchor_of_the_book(language: str) -> None:
    text = book(language)
    targets = re.findall(r"\]\(#([^)]+)\)", text)
    assert targets
    assert set(targets) <= set(anchors(text))
    assert text.count("](") == len(targets), "the book links to nothing outside itself"


def test_both_languages_link_to_the_same_rules() -> None:
    def links(language: str) -> list[list[str]]:
        return [re.findall(r"\]\(#([^)]+)\)", line) for line in book(language).splitlines()]

    assert links("en") == links("ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_somebody_elses_product(language: str) -> None:
    assert re.findall(TRADEMARKS, book(language), flags=re.IGNORECASE) == []


def test_the_russian_book_is_russian() -> None:
    """No run of three Latin words, and no line without a Russian word where the English line has words."""
    text = prose(book("ru"))
    assert re.findall(r"(?:\b[A-Za-z]{2,}\b[ ,.;:]+){2,}[A-Za-z]{2,}", text) == []
    for english, russian in zip(prose(book("en")).splitlines(), text.splitlines(), strict=True):
        if re.search(r"[A-Za-z]{4,}", english):
            assert CYRILLIC.search(russian), english


def test_the_english_book_is_english() -> None:
    assert CYRILLIC.findall(book("en")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_markdown_without_html_and_shouting(language: str) -> None:
    text = book(language)
    assert re.findall(r"</?[a-z]+[ />]", text) == []
    assert "!" not in text


def test_tables_have_the_same_shape_and_the_same_numbers_in_both_languages() -> None:
    def numbers(line: str) -> list[str]:
        return re.findall(r"\d+", ANCHOR.sub("", line))

    english, russian = book("en").splitlines(), book("ru").splitlines()
    assert len(english) == len(russian)
    for en, ru in zip(english, russian, strict=True):
        if en.startswith("|") or ru.startswith("|"):
            assert en.count("|") == ru.count("|"), en
            assert sorted(numbers(en)) == sorted(numbers(ru)), en


def test_the_deck_of_the_book_has_42_sector_and_18_tactic_cards() -> None:
    for language, first in (("en", "| card | copies"), ("ru", "| карта | сколько")):
        text = book(language)
        sector = rows(text, first)
        tactic = rows(text[text.index("{#tactic-cards}") :], first)
        assert sum(int(n) for row in sector for n in re.findall(r"\d+", row[1])) == 42
        assert sum(int(row[1]) for row in tactic) == 18


def test_the_presets_say_the_same_in_both_languages() -> None:
    word = {"да": "on", "нет": "off", "таблица": "table", "сценарий": "scenario"}

    def presets(language: str, header: str) -> list[tuple[str, str, str]]:
        table = rows(book(language), header)
        plain = [[cell.strip("*`") for cell in (anchors(row[0])[0], row[2], row[3])] for row in table]
        return [(name, word.get(a, a), word.get(b, b)) for name, a, b in plain]

    english = presets("en", "| option |")
    assert english == presets("ru", "| настройка |")
    assert {name for name, standard, letter in english if standard != letter} == {
        "option-fire-igniteFriendly",
        "option-fire-torches",
        "option-fire-meleeTrophy",
    }


def percent(chance: Fraction) -> str:
    return f"{int(chance * 100 + Fraction(1, 2))} %"


def test_the_odds_of_putting_a_fire_out_are_right() -> None:
    """F-63, F-64: ranks 1 2 3 4 0 0; two dice with the card, the better counts."""
    ranks = (1, 2, 3, 4, 0, 0)
    table = rows(book("en"), "| level | faces that put it out")
    for level, row in enumerate(table, start=1):
        one = Fraction(sum(r >= level for r in ranks), 6)
        two = Fraction(sum(max(pair) >= level for pair in product(ranks, repeat=2)), 36)
        assert row[0] == str(level)
        assert row[2:] == [percent(one), percent(two)]


def rolls_until(limit: int, dice: int) -> Fraction:
    """Mean number of rolls until `limit` green helmets have come up (F-44)."""
    greens = Counter(sum(face == 0 for face in faces) for faces in product(range(6), repeat=dice))
    mean = [Fraction(0)]
    for wanted in range(1, limit + 1):
        left = sum(greens[g] * mean[max(0, wanted - g)] for g in range(1, dice + 1))
        mean.append((6**dice + left) / (6**dice - greens[0]))
    return mean[limit]


def test_the_odds_of_lighting_a_fire_are_right() -> None:
    table = rows(book("en"), "| dice | at least one green")
    for row in table:
        dice = int(row[0])
        assert row[1] == percent(1 - Fraction(5, 6) ** dice)
        for limit, cell in zip((2, 3, 4), row[2:], strict=True):
            assert Fraction(cell) == Fraction(int(rolls_until(limit, dice) * 10 + Fraction(1, 2)), 10), (dice, limit)


def test_the_odds_of_the_fire_dragon_are_right() -> None:
    for row in rows(book("en"), "| dice | nothing lit"):
        dice = int(row[0])
        greens = [sum(face == 0 for face in faces) for faces in product(range(6), repeat=dice)]
        shares = [Fraction(sum(min(g, 2) == lit for g in greens), 6**dice) for lit in (0, 1, 2)]
        assert row[1:] == [percent(share) for share in shares]
