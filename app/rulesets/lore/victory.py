"""How a battle ends (V-4, V-6, V-7), and the second leg of scenarios that are played with the sides swapped."""

from __future__ import annotations

from app.engine.ids import Seat
from app.engine.ruleset import Result
from app.rulesets.lore.board import SOUTH
from app.rulesets.lore.play import Play


def winner_result(winners: tuple[int, ...], reason: str, rule: str, scores: tuple[int, int]) -> Result:
    """A Result; no winners: a draw."""
    return Result(winners=tuple(Seat(seat) for seat in winners), reason=f"reason.{reason}", rule=rule, scores=scores)


def finish(play: Play, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """End the battle."""
    scores = play.points if play.by_points else play.trophies
    play.result = winner_result(winners, reason, rule, scores)
    play.frames.clear()
    play.tell("result", rule, winners=list(winners), reason=reason, scores=list(scores))


def _leader(scores: tuple[int, int]) -> tuple[int, ...]:
    if scores[0] == scores[1]:
        return ()
    return (0,) if scores[0] > scores[1] else (1,)


def check(play: Play) -> bool:
    """End the battle or its leg if a side has won or has no units left. Returns whether something ended."""
    points = play.by_points
    needed = play.option("trophies")
    if not points and (play.trophies[0] >= needed or play.trophies[1] >= needed):
        reached = tuple(seat for seat in (0, 1) if play.trophies[seat] >= needed)
        if len(reached) == 2:
            reached = (play.side,)
        finish(play, reached, "trophies", "V-4")
        return True
    south = north = False
    for unit in play.units:
        if unit.hex >= 0:
            if unit.side == SOUTH:
                south = True
            else:
                north = True
    if south and north:
        return False
    if points:
        end_leg(play)
    elif south or north:
        finish(play, (0,) if south else (1,), "no_units", "V-6")
    else:
        finish(play, _leader(play.trophies), "no_units", "V-6")
    return True


def turn_limit(play: Play) -> bool:
    """After a side's last turn: V-7. Returns whether the battle or its leg ended."""
    if play.side == play.first or play.turn < play.option("turnLimit"):
        return False
    if play.by_points:
        end_leg(play)
    else:
        finish(play, _leader(play.trophies), "turn_limit", "V-7")
    return True


def end_leg(play: Play) -> None:
    """Begin the second leg, or end the battle by points (S4)."""
    if play.leg + 1 < play.legs:
        from app.rulesets.lore.setup import second_leg

        second_leg(play)
    else:
        finish(play, _leader(play.points), "points", "V-7")
