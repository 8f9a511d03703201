"""What an administrator may do to a game: pause it, go on, repair it, remove it. The players see each in the log."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.dice import Dice, SeededDice
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.clocks import stopped
from sandtable.server.games.deciding import deciding_of, deciding_sides
from sandtable.server.games.errors import Refused
from sandtable.server.games.open import Entry
from sandtable.server.games.recording import new_seal, whole
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line
from sandtable.server.people.person import Person
from sandtable.server.store.games import Overtaken, add_entries, load_entries, remove_game

__all__ = ["pause", "remove", "repair", "resume"]


async def pause(games: Games, table: GameTable, person: Person, words: str) -> None:
    """Stop play and the clocks for a while."""
    async with table.lock:
        if table.row.status != "playing":
            raise Refused(f"the game is {table.row.status}")
        clock = stopped(table.row.clock, table.timed, games.store.clock())
        line = Line("pause", f"An administrator has paused the game: {words}")
        await games.note(
            table, "pause", [line], person=person.id, status="paused", words=words, clock=clock, deadline=None
        )
    await games.announce(table)


async def resume(games: Games, table: GameTable, person: Person) -> None:
    """Go on after a pause."""
    async with table.lock:
        if table.row.status != "paused":
            raise Refused("the game is not paused")
        clock = table.row.clock and {**table.row.clock, "since": games.store.clock()}
        line = Line("resume", "The game goes on")
        await games.note(
            table,
            "resume",
            [line],
            person=person.id,
            status="playing",
            words="",
            clock=clock,
            deadline=games.deadline(clock, table.deciding),
        )
    await games.announce(table)


async def repair(games: Games, table: GameTable, person: Person, back: int, words: str) -> None:
    """Take back the last actions, whoever made them and whatever was thrown. The log keeps them, and this.

    The game goes on with new dice: their seed is committed to in the log, and no roll number is used again, so nobody
    can know them, even if the seed was published.
    """
    async with table.lock:
        if table.row.status not in ("playing", "paused", "over") or (table.row.result and table.row.deciding):
            raise Refused(f"the game is {table.row.status}")
        async with games.store.reading() as connection:
            entries = await load_entries(connection, table.id)
        opened = await elsewhere(whole, table.open.game, table.row, entries)
        if not 1 <= back <= len(opened.match.entries):
            raise Refused(f"the game has {len(opened.match.entries)} actions to take back")
        opened.rewind(back)
        row = table.row
        dice = Dice.fresh() if row.seed else opened.dice
        seal = dice.commitment if isinstance(dice, SeededDice) and row.dice == "seeded" else None
        roll = opened.renew(dice, seal)
        actions = "the last action" if back == 1 else f"the last {back} actions"
        entry = Entry(
            number=opened.number + 1,
            kind="repair",
            person=person.id,
            time=games.store.now(),
            target=back,
            digest=await elsewhere(opened.game.digest, opened.state),
            roll=roll,
            seal=seal,
            lines=(Line("repair", f"An administrator has taken back {actions}: {words}"), *new_seal(roll, seal)),
        )
        deciding = await elsewhere(deciding_of, opened.game, opened.state)
        state = await elsewhere(opened.game.encode, opened.state)
        paused = table.row.status == "paused"
        clock = table.row.clock and {**table.row.clock, "since": None if paused else games.store.clock()}
        changes: dict[str, Any] = {
            "status": "paused" if paused else "playing",
            "result": None,
            "deciding": deciding,
            "clock": clock,
            "deadline": games.deadline(clock, deciding_sides(deciding)),
        }
        if isinstance(dice, SeededDice):
            changes |= {"seed": dice.seed, "commitment": seal}
        if seal is not None:
            changes["past_seeds"] = [*row.past_seeds, row.seed]
        try:
            await add_entries(games.store, table.id, [entry], changes, state=state)
        except Overtaken:
            await games.catch_up(table)
            raise Refused("somebody has acted meanwhile: look again") from None
        opened.count(entry)
        table.open = opened
        table.row = msgspec.structs.replace(table.row, length=entry.number, **changes)
    await games.announce(table)


async def remove(games: Games, table: GameTable) -> None:
    """Take a game away for good."""
    async with table.lock:
        await remove_game(games.store, table.id)
        games.forget(table.id)
