"""Promise: hidden things stay hidden. An event shows each viewer what he may know, and nothing of the rest."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.event import Event, Roll
from app.engine.ids import Seat
from app.engine.viewer import REFEREE, SPECTATOR, Role, Viewer, seat_viewer

DRAWN = Event(
    type="card_drawn", rule="T-1", data={"card": "scout_left"}, seats=(Seat(0),), redacted={"side": 0}, reveals=True
)


def test_whose_it_is_and_the_referee_see_it_whole() -> None:
    for viewer in (seat_viewer(0), REFEREE):
        seen = DRAWN.seen_by(viewer)
        assert seen is not None
        assert seen.data == {"card": "scout_left"}


@pytest.mark.parametrize("viewer", [seat_viewer(1), SPECTATOR])
def test_the_others_see_the_redacted_form_without_a_trace(viewer: Viewer) -> None:
    seen = DRAWN.seen_by(viewer)
    assert msgspec.json.encode(seen) == b'{"type":"card_drawn","rule":"T-1","data":{"side":0}}'


def test_an_event_without_redacted_form_does_not_exist_for_the_others() -> None:
    shuffle = Event(
        type="deck_shuffled", rule="V-2", seats=(), roll=Roll(purpose="deck", index=0, sides=0, faces=(1, 0))
    )
    assert shuffle.seen_by(seat_viewer(0)) is None
    assert shuffle.seen_by(SPECTATOR) is None
    assert shuffle.seen_by(REFEREE) is not None


def test_a_public_event_is_the_same_object_for_all() -> None:
    event = Event(type="moved", rule="M-1")
    assert event.seen_by(SPECTATOR) is event.seen_by(seat_viewer(1)) is event


def test_there_is_no_default_viewer() -> None:
    with pytest.raises(TypeError):
        Viewer()  # type: ignore[call-arg]
    assert not Viewer(Role.SPECTATOR, Seat(0)).knows(Seat(0))


def test_dice_and_reveals_decide_the_tier_of_a_takeback() -> None:
    assert DRAWN.shows_something
    assert not Event(type="moved", rule="M-1").shows_something
    assert Event(type="a", rule="", roll=Roll(purpose="p", index=0, sides=6, faces=(1,))).shows_something
