"""One question for a crowd: shared only with who asked before it began, and never by too many at a time."""

import asyncio

import pytest

from app.realtime.flights import Flights


async def test_who_comes_together_shares_one_answer() -> None:
    flights, asked = Flights(), 0

    async def make() -> int:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.01)
        return asked

    assert await asyncio.gather(*(flights.join("a", make) for _ in range(100))) == [1] * 100


async def test_nobody_gets_an_answer_that_was_begun_before_he_asked() -> None:
    flights, world = Flights(), 0

    async def make() -> int:
        seen = world
        await asyncio.sleep(0.01)
        return seen

    first = asyncio.create_task(flights.join("a", make))
    await asyncio.sleep(0.005)
    world = 1
    late = [asyncio.create_task(flights.join("a", make)) for _ in range(3)]
    other = asyncio.create_task(flights.join("b", make))
    assert await first == 0
    assert await asyncio.gather(*late, other) == [1] * 4


async def test_few_fly_at_a_time() -> None:
    flights, now, most = Flights(most=3), 0, 0

    async def make() -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.001)
        now -= 1

    await asyncio.gather(*(flights.join(key, make) for key in range(20)), *(flights.alone(make) for _ in range(20)))
    assert most == 3


async def test_an_error_reaches_all_and_the_next_flight_is_free_of_it() -> None:
    flights, wrong = Flights(), True

    async def make() -> str:
        await asyncio.sleep(0)
        if wrong:
            raise LookupError
        return "fine"

    answers = await asyncio.gather(*(flights.join("a", make) for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [LookupError] * 3
    wrong = False
    assert await flights.join("a", make) == "fine"


async def test_who_leaves_does_not_take_the_others_along() -> None:
    flights = Flights()

    async def make() -> str:
        await asyncio.sleep(0.01)
        return "fine"

    first, second = (asyncio.create_task(flights.join("a", make)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert await second == "fine"
