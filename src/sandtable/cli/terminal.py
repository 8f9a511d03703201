"""A match at the terminal: the map, the prompt, the numbered offers, and a few words one can type instead."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import typer

from sandtable.bots import Bot
from sandtable.cli.shared import describe, exists, forecast_words, outcome_words, paragraphs, parse_action, tell
from sandtable.kernel import record as records
from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.dice import Dice, DiceNeeded, SeededDice, TypedDice
from sandtable.kernel.errors import DiceError, IllegalAction, OddsTooLarge, SandtableError
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.odds import NEXT_DECISION
from sandtable.systems import rulebook

__all__ = ["Terminal", "begin"]

WORDS = """\
  a number          choose that offer; or say it: fire Red A, move 0203
  odds, odds NUMBER the exact chances of the offers, or of one, before you take it
  undo, reset       take back your last action; all you can take back
  map, log          draw the board again; what you may know of what happened
  rule ID           what a rule says: rule DS 5
  save FILE         keep a record of the game in a file
  quit              leave the game (with --save it can be resumed)"""
MANY, SOME = 24, 8
"""More offers of one verb than this are not listed one by one; of headings, which are easily said, not so many."""
WIDTH = 100


class Leave(Exception):
    """The player leaves the game."""


class NotNow(IllegalAction):
    """The player takes an action back while the dice are in his hand."""


def begin(game: Game, dice: Dice) -> Match:
    """A new match; real dice that fall before the first decision are asked for."""
    throws: list[tuple[int, ...]] = []
    while True:
        try:
            return Match(game, Dice.typed(throws) if isinstance(dice, TypedDice) else dice)
        except DiceNeeded as needed:
            throws.append(read_dice(needed))


def read_dice(needed: DiceNeeded) -> tuple[int, ...]:
    """The dice that a person has thrown."""
    if needed.resolution is not None:
        reasons = "".join(f", {each}" for each in needed.resolution.modifiers)
        typer.echo(f"  {needed.resolution.words}{reasons}")
    while True:
        words = read_line(f"  roll {needed.pool}: ")
        if words == "quit":
            raise Leave
        if words == "undo":
            raise NotNow("the action is taken back")
        try:
            return needed.pool.parse(words)
        except DiceError as fault:
            typer.echo(f"  {fault}")


def read_line(prompt: str) -> str:
    """What the player types; the end of input leaves the game."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Leave from None


class Terminal:
    """A match at the terminal."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], save: Path | None) -> None:
        self.match = match
        self.game = match.game
        self.bots = bots
        self.save = save
        self.people = [side for side in range(len(self.game.sides)) if side not in bots]
        self._told = dict.fromkeys(range(len(self.game.sides)), 0)
        self._at_table: int | None = self.people[0] if len(self.people) == 1 else None

    def play(self) -> None:
        """Play to the end, or until the player leaves."""
        self._keep()
        self._greet()
        try:
            while not self.game.over(self.match.state):
                decision = self._next_decision()
                if decision.side in self.bots:
                    view = self.game.view(self.match.state, decision.side)
                    self._act(decision.side, self.bots[decision.side].choose(view, decision))
                else:
                    self._ask(decision)
        except Leave:
            where = f" It is kept in {self.save}." if self.save else ""
            typer.echo(f"You leave the game after {len(self.match.entries)} actions.{where}")
            return
        self._close()

    def _next_decision(self) -> Decision:
        """When both decide at once, whoever is at the table goes on first."""
        decisions = self.game.decisions(self.match.state)
        return next((each for each in decisions if each.side == self._at_table), decisions[0])

    def _greet(self) -> None:
        game = self.game
        briefing = [textwrap.fill(each, WIDTH) for each in paragraphs(game.scenario.briefing).split("\n\n")]
        typer.echo("\n\n".join([f"{game.scenario.title}: {' against '.join(game.sides)}", *briefing, ""]))
        if self.bots:
            names = " and ".join(game.side_name(side) for side in sorted(self.bots))
            typer.echo(f"A bot plays {names}.")
        if isinstance(self.match.dice, SeededDice) and not self.match.mixed:
            typer.echo(f"The dice are committed to: {self.match.dice.commitment}. The seed is shown at the end.")
        typer.echo("Type help for what you can type.\n")

    def _close(self) -> None:
        state = self.match.state
        watcher = self._at_table or 0
        self._tell_new(self.match.events(watcher), watcher)
        typer.echo("\n" + self.game.system.draw(self.game.look(state)))
        result = state.result
        assert result is not None
        who = "The game is drawn" if result.winner is None else f"{self.game.side_name(result.winner)} wins"
        typer.echo(f"\n{who}: {result.words}.")
        if isinstance(self.match.dice, SeededDice) and not self.match.mixed:
            check = f" Check them: sandtable verify {self.save}" if self.save else ""
            typer.echo(f"The seed of the dice was {self.match.dice.seed}.{check}")

    # One decision

    def _ask(self, decision: Decision) -> None:
        if self._at_table != decision.side:
            self._hand_over(decision.side)
        self._tell_new(self.match.events(decision.side), decision.side)
        self._draw(decision.side)
        actions = self._list(decision)
        while True:
            words = read_line(f"{self.game.side_name(decision.side)}> ")
            try:
                action = self._chosen(words, decision, actions)
                if action is None:
                    if self._command(words, decision, actions):
                        return
                    continue
                self._act(decision.side, action)
            except SandtableError as fault:
                typer.echo(f"  {fault}")
                continue
            return

    def _chosen(self, words: str, decision: Decision, actions: list[Action]) -> Action | None:
        """The action that was typed, by its number or in words; None for anything else."""
        if words.isdecimal() and len(words) < 7:
            if not 1 <= int(words) <= len(actions):
                raise IllegalAction(_numbers(actions))
            return actions[int(words) - 1]
        if decision.offer(words.partition(" ")[0]) is not None:
            return parse_action(self.game, decision, words)
        return None

    def _hand_over(self, side: int) -> None:
        if self._at_table is not None or len(self.people) > 1:
            typer.echo("\n" * 40)
            read_line(f"{self.game.side_name(side)} to the table; press Enter when you are alone with it. ")
        self._at_table = side

    def _draw(self, side: int) -> None:
        typer.echo("\n" + self.game.system.draw(self.game.look(self.game.view(self.match.state, side).state)) + "\n")

    def _list(self, decision: Decision) -> list[Action]:
        """Show the offers: those with few targets by number, a whole region of the map by how to say it."""
        known = self.game.view(self.match.state, decision.side).state
        typer.echo(decision.prompt)
        actions: list[Action] = []
        for offer in decision.offers:
            if len(offer) > (SOME if offer.kind == "heading" else MANY):
                example = self.game.system.name_of(self.game, offer.kind, next(iter(offer.targets or ())))
                typer.echo(f"   -  {offer.label} any of {len(offer)}: say for instance {offer.verb} {example}")
                continue
            for action in offer.actions():
                actions.append(action)
                barrier = self.game.barrier(known, decision.side, action)
                note = f"   ({barrier}: no undo)" if barrier else ""
                typer.echo(f"{len(actions):4}  {describe(self.game, decision, action)}{note}")
        return actions

    def _command(self, words: str, decision: Decision, actions: list[Action]) -> bool:
        """Carry out a typed word; whether the question must be asked anew."""
        word, _, rest = words.partition(" ")
        if word == "quit":
            raise Leave
        if word in ("undo", "reset"):
            self._undo(decision.side, all_of_it=word == "reset")
            return True
        if word == "odds":
            self._odds(decision, actions, rest)
        elif word == "map":
            self._draw(decision.side)
        elif word == "log":
            for event in self.match.events(decision.side):
                typer.echo(f"  {tell(self.game, event)}")
        elif word == "rule":
            rule = rulebook(self.game.system.name).rule(rest.strip())
            typer.echo(f"  {rule.id} {rule.title}: {rule.statement}")
        elif word == "save":
            if not rest.strip():
                raise IllegalAction("say where: save FILE")
            if exists(Path(rest.strip())) and Path(rest.strip()) != self.save:
                raise IllegalAction(f"{rest.strip()[:80]} exists already: choose another file")
            records.write(records.write_down(self.match, with_seed=True), Path(rest.strip()))
            typer.echo(f"  kept in {rest.strip()}")
        elif word == "help":
            typer.echo(WORDS)
        else:
            raise IllegalAction(f"{words[:40]!r} is not an offer: type its number from 1 to {len(actions)}, or help")
        return False

    def _undo(self, side: int, *, all_of_it: bool) -> None:
        if all_of_it:
            count = self.match.reset_turn(side)
            typer.echo(f"  {count} actions taken back")
        else:
            self.match.undo(side)
            typer.echo("  taken back")
        self._told[side] = min(self._told[side], len(self.match.events(side)))
        self._keep()

    def _odds(self, decision: Decision, actions: list[Action], rest: str) -> None:
        wanted = rest.strip()
        if wanted and not (wanted.isdecimal() and len(wanted) < 7 and 1 <= int(wanted) <= len(actions)):
            raise IllegalAction(_numbers(actions) + ": odds 1")
        known = self.game.view(self.match.state, decision.side).state
        before = self.game.look(known)
        for action in [actions[int(wanted) - 1]] if wanted else actions:
            try:
                found = self.game.odds(known, decision.side, action)
            except OddsTooLarge as fault:
                typer.echo(f"  {describe(self.game, decision, action)}: {fault}")
                continue
            typer.echo(f"  {describe(self.game, decision, action)}")
            roll = forecast_words(self.game, known, decision.side, action)
            if roll:
                typer.echo(f"    {roll}")
            lumped = found.by(lambda end: outcome_words(self.game, before, end))
            for words, chance in lumped.items():
                typer.echo(f"    {float(chance):7.2%}  {chance!s:>9}  {words}")
            if found.until != NEXT_DECISION:
                typer.echo(f"    ({found.until}: its own dice would be too many to show)")

    # Acting

    def _act(self, side: int, action: Action) -> None:
        if isinstance(self.match.dice, TypedDice):
            self._act_with_typed_dice(side, action)
        else:
            self.match.act(side, action)
        self._keep()

    def _act_with_typed_dice(self, side: int, action: Action) -> None:
        throws: list[tuple[int, ...]] = []
        while True:
            try:
                self.match.act(side, action, Dice.typed(throws))
                return
            except DiceNeeded as needed:
                throws.append(read_dice(needed))

    def _keep(self) -> None:
        if self.save is not None:
            records.write(records.write_down(self.match, with_seed=True), self.save)

    def _tell_new(self, events: list[Event], side: int) -> None:
        for event in events[self._told[side] :]:
            typer.echo(f"  {tell(self.game, event)}")
        self._told[side] = len(events)


def _numbers(actions: list[Action]) -> str:
    return f"choose a number from 1 to {len(actions)}" if actions else "nothing has a number here: say it in words"
