"""Promise: dice can be checked. The stream is fixed, fair, spent once, and told apart by every part of its message."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.dice import HmacDice, commitment, derive_roll, derive_shuffle, message_of
from app.engine.scripted_dice import ScriptedDice

SEED = bytes(range(32))


def test_a_roll_follows_from_the_hmac_of_its_message_by_rejection_sampling() -> None:
    block = hmac.new(SEED, b"m1|aa,bb|7|melee", hashlib.sha256).digest()
    by_hand = [byte % 6 + 1 for byte in block if byte < 252][:4]
    dice = HmacDice(SEED, "m1", ("aa", "bb"), index=7)
    assert list(dice.roll("melee", 4, 6).faces) == by_hand


def test_a_long_roll_goes_on_with_numbered_blocks() -> None:
    blocks = hmac.new(SEED, b"m||0|p", hashlib.sha256).digest() + hmac.new(SEED, b"m||0|p|1", hashlib.sha256).digest()
    by_hand = [byte % 6 + 1 for byte in blocks if byte < 252]
    assert list(derive_roll(SEED, "m||0|p", len(by_hand), 6)) == by_hand


def test_each_roll_spends_one_index_and_says_which() -> None:
    dice = HmacDice(SEED, "m", index=41)
    assert [dice.roll("a", 2, 6).index, dice.shuffle("deck", 9).index, dice.roll("a", 0, 6).index] == [41, 42, 43]
    assert dice.index == 44


@given(st.integers(2, 256), st.integers(0, 40), st.integers(0, 10**9))
def test_faces_stay_within_the_sides(sides: int, count: int, index: int) -> None:
    faces = derive_roll(SEED, message_of("m", (), index, "p"), count, sides)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


@given(st.integers(0, 256), st.integers(0, 10**9))
def test_a_shuffle_is_a_permutation(count: int, index: int) -> None:
    assert sorted(derive_shuffle(SEED, message_of("m", (), index, "deck"), count)) == list(range(count))


def test_faces_are_uniform() -> None:
    """Chi-square over 60,000 dice; 20.5 is the 0.1 % point at 5 degrees of freedom. The seed is fixed, so no flake."""
    faces = Counter(face for i in range(600) for face in derive_roll(SEED, message_of("m", (), i, "p"), 100, 6))
    assert sum((faces[face] - 10_000) ** 2 / 10_000 for face in range(1, 7)) < 20.5


def test_shuffles_are_uniform() -> None:
    orders = Counter(derive_shuffle(SEED, message_of("m", (), i, "p"), 3) for i in range(6_000))
    assert sum((orders[order] - 1_000) ** 2 / 1_000 for order in permutations(range(3))) < 20.5


@pytest.mark.parametrize(
    "changed", [("n", ("aa",), 1, "p"), ("m", ("ab",), 1, "p"), ("m", ("aa",), 2, "p"), ("m", ("aa",), 1, "q")]
)
def test_match_nonce_index_and_purpose_each_change_the_roll(changed: tuple[str, tuple[str, ...], int, str]) -> None:
    base = derive_roll(SEED, message_of("m", ("aa",), 1, "p"), 40, 6)
    assert derive_roll(SEED, message_of(*changed), 40, 6) != base


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(b"abc") == hashlib.sha256(b"abc").hexdigest()


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 257), (-1, 6), (1001, 6)])
def test_impossible_dice_are_an_error(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="cannot throw"):
        derive_roll(SEED, "m", count, sides)


def test_scripted_dice_give_the_named_faces_by_purpose() -> None:
    dice = ScriptedDice({"ignite": ["GF"], "melee": [[1, 6]]}, alphabet="GBRXFL")
    assert dice.roll("melee", 2, 6).faces == (1, 6)
    assert dice.roll("ignite", 2, 6).faces == (1, 5)
    dice.assert_spent()


def test_scripted_dice_refuse_a_throw_of_the_wrong_length_and_one_never_asked_for() -> None:
    dice = ScriptedDice({"ignite": ["GF"]}, alphabet="GBRXFL")
    with pytest.raises(AssertionError, match="asked were 3 dice"):
        dice.roll("ignite", 3, 6)
    with pytest.raises(AssertionError, match="never thrown"):
        ScriptedDice({"melee": ["G"]}, alphabet="GBRXFL").assert_spent()
