"""`sandtable replay` and `sandtable verify`: a record read again, and checked."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli.shared import NotSo, event_json, print_json, tell
from sandtable.kernel import record as records
from sandtable.kernel.errors import RecordError
from sandtable.kernel.game import Game
from sandtable.scenarios import load
from sandtable.systems import system

__all__ = ["game_of", "replay", "verify"]


def game_of(record: records.Record) -> Game:
    """The game that a record names; another version of the rules is said before anything else."""
    records.check_rules(record, system(record.header.system))
    return load(record.header.scenario, record.header.options)


def replay(
    file: Path = typer.Argument(help="A record."),
    at: int = typer.Option(-1, "--at", help="Stop after this action (0: the start).", show_default="the end"),
    side: str = typer.Option("", "--side", help="As this side saw it.", show_default="everything"),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Tell a recorded game again, action by action, and draw where it got to.

    Example: `sandtable replay game.jsonl --at 12 --side Blue`
    """
    record = records.read(file)
    game = game_of(record)
    match = records.replay(game, record, until=None if at == -1 else at)
    number = game.side_number(side) if side else None
    state = match.state if number is None else game.view(match.state, number).state
    result = match.state.result
    seen = [[e for e in entry.events if number is None or e.seen_by(number)] for entry in match.entries]
    first = [e for e in match.first_events if number is None or e.seen_by(number)]
    mine = [number is None or entry.side == number or not entry.before.secret for entry in match.entries]
    if json:
        print_json(
            {
                "scenario": game.name,
                "actions": [
                    {
                        "n": n,
                        "side": game.side_name(entry.side),
                        "action": str(entry.action) if own else "(in secret)",
                        "events": [event_json(game, e) for e in events],
                    }
                    for n, (entry, events, own) in enumerate(zip(match.entries, seen, mine, strict=True), 1)
                ],
                "digest": game.digest(match.state),
                "result": None if result is None else {"winner": result.winner, "words": result.words},
            }
        )
        return
    typer.echo(f"{game.scenario.title} ({game.name})")
    for event in first:
        typer.echo(f"     {tell(game, event)}")
    for n, (entry, events, own) in enumerate(zip(match.entries, seen, mine, strict=True), 1):
        said = game.view(entry.before, entry.side).describe(entry.action) if own else "(chooses in secret)"
        typer.echo(f"{n:4} {game.side_name(entry.side)}: {said}")
        for event in events:
            typer.echo(f"     {tell(game, event)}")
    typer.echo("\n" + game.system.draw(game.look(state)))
    if result is not None:
        typer.echo(
            f"\n{'Drawn' if result.winner is None else game.side_name(result.winner) + ' wins'}: {result.words}."
        )


def verify(
    file: Path = typer.Argument(help="A record."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Recompute every die and every state of a record, and name the first difference (exit code 1).

    Example: `sandtable verify game.jsonl`
    """
    record = records.read(file)
    game = game_of(record)
    try:
        found = records.verify(game, record)
    except RecordError as fault:
        if json:
            print_json({"file": str(file), "verified": False, "difference": str(fault)})
        raise NotSo(f"{file}: {fault}") from None
    if json:
        print_json(
            {
                "file": str(file),
                "verified": True,
                "actions": found.actions,
                "rolls": found.rolls,
                "seed_checked": found.seed_checked,
                "commitments": found.commitments,
                "over": found.result is not None,
            }
        )
        return
    dice = (
        "every die falls as the seed says"
        if found.seed_checked
        else "no seed is published: its dice were taken as they stand"
    )
    typer.echo(f"{file}: right. {found.actions} actions and {found.rolls} rolls replay to the same states; {dice}.")
    for seal in found.commitments:
        typer.echo(f"Seal of the dice: {seal}")
    if found.commitments:
        typer.echo("Compare with what you were shown during the game: nobody can forge that.")
