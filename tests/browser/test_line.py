"""The line breaks, the server dies, the network goes and comes: the page finds its way back without being loaded anew,
and what was under way counts once.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.battles import duel, guest, holder, quickly
from tests.browser.conftest import NO_LIMITS, Arrive
from tests.browser.plan import Json, Plan
from tests.browser.screen import SLOW_MS, Screen
from tests.harness.cable import Cable
from tests.harness.servers import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(300)]

Serve = Callable[..., ServerProcess]
DRILL = {"deck": "none", "ordersPerTurn": 5}
"""Options of a battle without cards: a turn has an order, the end of orders and a move at least, whatever is dealt."""


@pytest.fixture
def port() -> int:
    """A port that the same server may take again and again."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        found: int = probe.getsockname()[1]
        return found


@pytest.fixture
def serve(new_database_url: str, client_dir: Path, port: int) -> Iterator[Serve]:
    """Starts a server on the port and one database, again after it died."""
    with ExitStack() as started:

        def start(**environment: str) -> ServerProcess:
            server = ServerProcess(
                DATABASE_URL=new_database_url,
                SANDTABLE_PORT=str(port),
                SANDTABLE_CLIENT_DIR=str(client_dir),
                **NO_LIMITS,
                **environment,
            )
            started.callback(server.stop)
            server.address()
            return server

        yield start


def mark(screen: Screen) -> None:
    """Something that is gone when the page is loaded anew."""
    screen.page.evaluate("window.neverLoadedAnew = true")


def marked(screen: Screen) -> bool:
    """Whether it is still the same page."""
    return bool(screen.page.evaluate("window.neverLoadedAnew === true"))


def step(screen: Screen, plan: Plan) -> tuple[Json, Json]:
    """The decision that the person holds, and what the plan would do."""
    decision = screen.ask()
    assert decision is not None
    return decision, plan.choose(screen.view(), decision, decision["seat"])


def seqs(screen: Screen) -> list[int]:
    """The numbers of all stored steps."""
    return [step["seq"] for step in screen.get(f"/matches/{screen.match}/steps?since=0&limit=200")["steps"]]


def lost(screen: Screen) -> None:
    """The page says that it has lost the line."""
    expect(screen.page.get_by_text(screen.words("line.now"))).to_be_visible(timeout=SLOW_MS)


def found(screen: Screen) -> None:
    """The page no longer says so."""
    expect(screen.page.get_by_text(screen.words("line.now"))).to_have_count(0, timeout=SLOW_MS)


@pytest.mark.parametrize("point", ["applied", "committed", "acked"])
def test_an_action_under_way_when_the_server_is_killed_counts_once(
    serve: Serve, arrive: Arrive, port: int, point: str
) -> None:
    address = f"http://127.0.0.1:{port}"
    server = serve(SANDTABLE_FAULT=f"{point}:3")
    south, north = arrive(address), arrive(address)
    guest(south, "Ada"), guest(north, "Bob")
    duel(south, north, options=DRILL)
    plan = Plan()
    mark(south), mark(north)
    seq = 0
    while server.process.poll() is None:
        decision, action = step(south, plan)
        south.until_asked(decision["id"])
        south.make(decision, action)  # at the third arrival the server kills itself on its way
        seq += 1
        assert seq < 9, "the server does not die"
        while server.process.poll() is None and south.seq < seq:
            south.page.wait_for_timeout(20)
    assert server.wait() == -9
    for screen in (south, north):
        lost(screen)
    if point != "acked":
        expect(south.page.get_by_text(south.words("line.kept"))).to_be_visible()
    serve()
    for screen in (south, north):
        found(screen)
        screen.until_seq(seq)
        assert marked(screen)
    assert seqs(south) == list(range(1, seq + 1))
    held = holder(south, north)
    assert held is not None
    decision, action = step(held[0], plan)
    held[0].act(decision, action)
    for screen in (south, north):
        screen.until_seq(seq + 1)
    assert seqs(north) == list(range(1, seq + 2))


def test_a_server_that_dies_or_stops_under_open_pages_is_found_again(serve: Serve, arrive: Arrive, port: int) -> None:
    address = f"http://127.0.0.1:{port}"
    server = serve()
    south, north, watcher = arrive(address), arrive(address, "ru"), arrive(address)
    guest(south, "Ada"), guest(north, "Боб")
    watcher.enter(duel(south, north, options=DRILL))
    everybody = (south, north, watcher)
    plan = Plan()
    for screen in everybody:
        mark(screen)
    for seq, end in ((1, server.kill), (2, None)):
        decision, action = step(south, plan)
        south.act(decision, action)
        (end or server.stop)()
        for screen in everybody:
            lost(screen)
        server = serve()
        for screen in everybody:
            found(screen)
            screen.until_seq(seq)
    decision, action = step(south, plan)
    south.act(decision, action)
    for screen in everybody:
        screen.until_seq(3)
        assert marked(screen)


def test_a_cut_line_is_mended_and_what_was_missed_is_told(site: str, arrive: Arrive) -> None:
    cable = Cable(int(site.rsplit(":", 1)[1]))
    try:
        south, north = arrive(cable.address), arrive(site)
        guest(south, "Ada"), guest(north, "Bob")
        duel(south, north, options=DRILL)
        plan = Plan()
        mark(south)
        while (decision := south.ask()) is not None:  # until it is North's turn
            quickly(south, decision, plan.choose(south.view(), decision, 0))
        south.until_seq(last := seqs(north)[-1])
        south.page.context.set_offline(True)
        cable.cut()
        lost(south)
        missed = 0
        while missed < 3:
            decision, action = step(north, plan)
            quickly(north, decision, action)
            missed += 1
        cable.mend()
        south.page.context.set_offline(False)  # the browser is told, and does not wait any longer
        found(south)
        south.until_seq(last + missed)
        assert marked(south)
        expect(south.page.get_by_text(south.words.like("line.back"))).to_be_visible()
        south.page.get_by_role("button", name=south.words("line.seen")).click()
        expect(south.page.get_by_text(south.words.like("line.back"))).to_have_count(0)
    finally:
        cable.close()


def test_an_action_whose_answer_is_lost_or_that_finds_no_line_counts_once(site: str, arrive: Arrive) -> None:
    cable = Cable(int(site.rsplit(":", 1)[1]))
    try:
        south, north = arrive(cable.address), arrive(site)
        guest(south, "Ada"), guest(north, "Bob")
        duel(south, north, options=DRILL)
        plan = Plan()
        mark(south)
        decision, action = step(south, plan)
        south.until_asked(decision["id"])
        cable.deaf = True
        with south.counted(f"{action} with a deaf line"):
            south.make(decision, action)
            north.until_seq(1)
            assert south.seq == 0
            cable.cut()
            lost(south)
            cable.mend()
        found(south)
        decision, action = step(south, plan)
        south.until_asked(decision["id"])
        cable.cut()
        lost(south)
        with south.counted(f"{action} without a line"):
            south.make(decision, action)
            expect(south.page.get_by_text(south.words("line.kept"))).to_be_visible()
            cable.mend()
        assert seqs(north) == [1, 2]
        assert marked(south)
    finally:
        cable.close()
