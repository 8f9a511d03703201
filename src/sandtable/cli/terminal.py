"""A match at the terminal: the map, the prompt, the numbered offers, and a few words you can type instead."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import cast

import typer
from msgspec.structs import replace

from sandtable.bots import Bot
from sandtable.cli.shared import exists, forecast_words, paragraphs, tell
from sandtable.kernel import record as records
from sandtable.kernel.decision import Action, Decision, Offer
from sandtable.kernel.dice import Dice, DiceNeeded, SeededDice, TypedDice
from sandtable.kernel.errors import DiceError, IllegalAction, OddsTooLarge, SandtableError, shown
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.odds import NEXT_DECISION, Odds
from sandtable.kernel.scene import HexScene
from sandtable.kernel.targets import Built
from sandtable.kernel.view import View
from sandtable.systems import rulebook

__all__ = ["Terminal", "begin"]

WORDS = """\
  a number          choose that offer; or say it: {example}
  where VERB        mark on the map what a verb offers: {where}
  odds, odds OFFER  the exact chances of the offers, or of one, before you take it: odds 1, odds {example}
  undo, reset       take back your last action; all you can take back
  map, log          draw the board again; what you may know of what happened
  rule ID           what a rule says: rule {rule}; or those with a word: rule fire
  aims              how the game is won
  save FILE         keep a record of the game in a file
  quit              leave the game (with --save it can be resumed)
  Enter             the offers again"""
TOO_MUCH = "too much follows to work it all out"
MANY = 24
MOST = {"heading": 8, "unit": 60}
"""More offers of one verb than this are not listed one by one: fewer headings, which are easily said, and more units,
as nobody guesses which of them are meant.
"""
WIDEST, RULES = 100, 6
MARK, PLACED = "+", "@"
"""On the map: where a verb may be aimed, and what you have placed that the other side does not see yet."""


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
    """What the player types; the end of input leaves the game, and so does an interrupt."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo()
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
                    self._act(decision.side, self.bots[decision.side].choose(self._view(decision.side)))
                else:
                    self._ask(decision)
        except Leave:
            where = f" It is kept in {self.save}." if self.save else ""
            typer.echo(f"You leave the game after {len(self.match.entries)} actions.{where}")
            return
        self._close()

    def _view(self, side: int) -> View:
        return self.game.view(self.match.state, side)

    def _next_decision(self) -> Decision:
        """When both decide at once, whoever is at the table goes on first."""
        decisions = self.game.decisions(self.match.state)
        return next((each for each in decisions if each.side == self._at_table), decisions[0])

    def _greet(self) -> None:
        game = self.game
        briefing = [_wrapped(each) for each in paragraphs(game.scenario.briefing).split("\n\n")]
        typer.echo("\n\n".join([f"{game.scenario.title}: {' against '.join(game.sides)}", *briefing, ""]), nl=False)
        if game.system.aims(game):
            typer.echo(f"{_wrapped(game.system.aims(game))}\n")
        if self.bots:
            names = " and ".join(game.side_name(side) for side in sorted(self.bots))
            mine = " and ".join(game.side_name(side) for side in self.people)
            typer.echo(f"A bot plays {names}{f', and you play {mine}' if mine else ''}.")
        if isinstance(self.match.dice, SeededDice) and not self.match.mixed:
            typer.echo(f"The dice are committed to: {self.match.dice.commitment}. The seed is shown at the end.")
        typer.echo("Type help for what you can type.\n")

    def _close(self) -> None:
        state = self.match.state
        watcher = self._at_table or 0
        self._tell_new(self.match.events(watcher), watcher)
        self._show_map("\n" + self.game.system.draw(self.game.look(state)))
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
        verb, _, rest = words.partition(" ")
        offer = decision.offer(verb.lower())
        if offer is None:
            return None
        if offer.targets is not None and not rest.strip():
            raise IllegalAction(f"say what: {self._example(offer)}")
        if offer.targets is None and rest.strip():
            raise IllegalAction(f"{offer.verb} takes nothing more: say {offer.verb}")
        action = self._view(decision.side).read(f"{verb.lower()} {rest}")
        if isinstance(action.target, str):
            raise IllegalAction(
                f"{shown(rest)} cannot be meant by {offer.verb}: say for instance {self._example(offer)}"
            )
        return action

    def _hand_over(self, side: int) -> None:
        """Another side decides: what it alone may see is not on the screen before it is there."""
        if len(self.people) > 1 and self._hides_something():
            if self._at_table is not None:
                typer.echo("\n" * 40)
            read_line(f"{self.game.side_name(side)} to the table; press Enter when you are alone with it. ")
        elif len(self.people) > 1:
            typer.echo(f"\n{self.game.side_name(side)} decides.")
        self._at_table = side

    def _hides_something(self) -> bool:
        """Whether any side knows something now that another does not."""
        state = self.match.state
        views = (self.game.view(state, each).state for each in range(len(self.game.sides)))
        return bool(state.secret) or any(view.board != state.board for view in views)

    def _draw(self, side: int) -> None:
        placed = self._placed(side)
        drawing = self._view(side).draw(dict.fromkeys(placed.values(), PLACED))
        self._show_map(f"\n{drawing}\n")
        if placed:
            places = [
                f"{self.game.system.name_of(self.game, 'unit', each)} {self._place(at)}" for each, at in placed.items()
            ]
            typer.echo(f"{_wrapped(f'{PLACED} you have placed: ' + ', '.join(places))}\n")

    def _placed(self, side: int) -> dict[int, int]:
        """What the side has placed in secret so far, and where."""
        known = self._view(side).state
        if not known.secret:
            return {}
        open_to_all = self.game.system.picture(self.game, replace(known, secret=()))
        mine = self.game.system.picture(self.game, known)
        pairs = zip(mine.pieces, open_to_all.pieces, strict=True)
        return {each.id: each.at for each, other in pairs if each.at is not None and each.at != other.at}

    def _place(self, at: int) -> str:
        kind = "hex" if isinstance(self.game.scene(), HexScene) else "point"
        return self.game.system.name_of(self.game, kind, at)

    def _show_map(self, drawing: str) -> None:
        typer.echo(drawing)
        needed, there = max(map(len, drawing.strip().partition("\n\n")[0].split("\n"))), get_terminal_size().columns
        if needed > there:
            typer.echo(f"(the map is {needed} signs wide and this terminal {there}: make it wider to see it straight)")

    def _list(self, decision: Decision) -> list[Action]:
        """Show the offers: those with few targets by number, a whole region of the map by how to say it."""
        view = self._view(decision.side)
        back = "" if self.match.why_not_undo(decision.side) else "   (undo takes your last choice back)"
        typer.echo(f"{decision.prompt}{back}")
        actions: list[Action] = []
        for offer in decision.offers:
            if len(offer) > MOST.get(offer.kind, MANY):
                marks = f"; where {offer.verb} marks them" if self._on_map(offer) else ""
                count = "" if isinstance(offer.targets, Built) else f" any of {len(offer)}"
                typer.echo(f"   -  {offer.label}{count}: say for instance {self._example(offer)}{marks}")
                continue
            for action in offer.actions():
                actions.append(action)
                barrier = view.barrier(action)
                note = f"   ({barrier}: no undo)" if barrier else ""
                typer.echo(f"{len(actions):4}  {view.describe(action)}{note}")
        return actions

    def _example(self, offer: Offer) -> str:
        """An offer as one would say it: of many targets one in the middle."""
        targets = [each.target for each in offer.listed()] if offer.targets else []
        if not targets:
            return offer.verb
        return f"{offer.verb} {self.game.target_name(offer, targets[len(targets) // 2])}"

    def _on_map(self, offer: Offer) -> bool:
        return offer.kind in ("point", "hex")

    def _command(self, words: str, decision: Decision, actions: list[Action]) -> bool:
        """Carry out a typed word; whether the question must be asked again."""
        word, _, rest = words.partition(" ")
        word = word.lower()
        if word == "quit":
            raise Leave
        if word in ("undo", "reset"):
            self._undo(decision.side, all_of_it=word == "reset")
            return True
        if word == "odds":
            self._odds(decision, actions, rest)
        elif word == "where":
            self._where(decision, rest.strip().lower())
        elif word == "map":
            self._draw(decision.side)
        elif word == "aims":
            typer.echo(_wrapped(self.game.system.aims(self.game) or "the briefing says how the game is won", "  "))
        elif word == "log":
            for event in self.match.events(decision.side):
                typer.echo(f"  {tell(self.game, event)}")
        elif word == "rule":
            self._rules(rest.strip())
        elif word == "save":
            if not rest.strip():
                raise IllegalAction("say where: save FILE")
            if exists(Path(rest.strip())) and Path(rest.strip()) != self.save:
                raise IllegalAction(f"{rest.strip()[:80]} exists already: choose another file")
            records.write(records.write_down(self.match, with_seed=True), Path(rest.strip()))
            typer.echo(f"  kept in {rest.strip()}")
        elif word == "help":
            self._help(decision)
        elif not word:
            self._list(decision)
        else:
            raise IllegalAction(self._why_not(words, decision, actions))
        return False

    def _why_not(self, words: str, decision: Decision, actions: list[Action]) -> str:
        """Why something that is not offered cannot be done: by the rules, if it is an action that they know."""
        verb, _, rest = words.partition(" ")
        not_offered = self.game.why_not(self.match.state, decision.side, Action(verb.lower()))
        for kind in ("unit", "point", "hex"):
            target = self.game.system.target_named(self.game, kind, rest.strip())
            if target is not None:
                why = self.game.why_not(self.match.state, decision.side, Action(verb.lower(), target))
                if why != not_offered:
                    return why
        number = f"{_numbers(actions)}, or " if actions else ""
        back = "" if self.match.why_not_undo(decision.side) else ", undo"
        verbs = ", ".join(each.verb for each in decision.offers)
        return f"{shown(words)} is not an offer: {number}say {verbs}{back} or help"

    def _rules(self, wanted: str) -> None:
        """A rule by its id, or the rules that have these words."""
        book = rulebook(self.game.system.name)
        found = [each for each in book if each.id.lower() == wanted.lower()] or book.search(wanted)
        if not wanted or not found:
            example = next(iter(book)).id
            raise IllegalAction(
                f"{self.game.system.title} has no rule {shown(wanted)}: say rule {example}, or a word of it"
            )
        for rule in found[:RULES]:
            typer.echo(_wrapped(f"{rule.id} {rule.title}: {rule.statement}", "  "))
        if len(found) > RULES:
            typer.echo(f"  and {len(found) - RULES} more: say more words")

    def _help(self, decision: Decision) -> None:
        offers = [each for each in decision.offers if len(each)]
        with_targets = [each for each in offers if each.targets is not None]
        example = self._example((with_targets or offers)[0])
        where = next((f"where {each.verb}" for each in offers if self._on_map(each)), "where move")
        rule = next(iter(rulebook(self.game.system.name))).id
        typer.echo(WORDS.format(example=example, where=where, rule=rule))

    def _where(self, decision: Decision, verb: str) -> None:
        """The map with the targets of a verb marked."""
        regions = [each for each in decision.offers if self._on_map(each) and len(each)]
        offer = next((each for each in regions if each.verb == verb or (not verb and len(regions) == 1)), None)
        if offer is None:
            verbs = " or ".join(f"where {each.verb}" for each in regions)
            raise IllegalAction(f"say {verbs}" if verbs else "nothing is aimed at a place of the map now")
        places = offer.targets.of if isinstance(offer.targets, Built) else offer.targets or ()
        over = {at: MARK for at in places if isinstance(at, int)}
        self._show_map("\n" + self._view(decision.side).draw(over).partition("\n\n")[0])
        typer.echo(f"\n  {MARK} is where you can go on with {offer.verb}: say for instance {self._example(offer)}")

    def _undo(self, side: int, *, all_of_it: bool) -> None:
        if all_of_it:
            count = self.match.reset_turn(side)
            if not count:
                raise IllegalAction(self.match.why_not_undo(side))
            typer.echo(f"  {count} actions taken back")
        else:
            self.match.undo(side)
            typer.echo("  taken back")
        self._told[side] = min(self._told[side], len(self.match.events(side)))
        self._keep()

    def _odds(self, decision: Decision, actions: list[Action], rest: str) -> None:
        wanted = rest.strip()
        one = self._chosen(wanted, decision, actions) if wanted else None
        if wanted and one is None:
            raise IllegalAction(_numbers(actions) + ": odds 1")
        view = self._view(decision.side)
        for action in actions if one is None else [one]:
            roll = forecast_words(view, action)
            try:
                found = view.odds(action)
            except OddsTooLarge as fault:
                typer.echo(f"  {view.describe(action)}: {TOO_MUCH}{': it begins with' if roll else ''}")
                if roll:
                    typer.echo(f"    {roll}")
                for words, chance in cast(Odds, fault.so_far).by(view.changed).items():
                    typer.echo(f"    at least {float(chance):7.2%}  {words}")
                continue
            lumped = found.by(view.changed)
            if len(lumped) == 1 and not roll:
                certain = next(iter(lumped))
                typer.echo(f"  {view.describe(action)}: nothing is rolled; {certain}")
                continue
            typer.echo(f"  {view.describe(action)}")
            if roll:
                typer.echo(f"    {roll}")
            for words, chance in lumped.items():
                typer.echo(f"    {float(chance):7.2%}  {chance!s:>9}  {words}")
            if found.until != NEXT_DECISION:
                typer.echo(f"    ({found.until}, which throws dice of its own)")

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
        if not self._hides_something():  # whoever is at the table has read it
            self._told |= {other: len(self.match.events(other)) for other in self.people}


def _wrapped(words: str, indent: str = "") -> str:
    """Words as lines that fit the terminal."""
    width = max(20, min(WIDEST, get_terminal_size().columns))
    return textwrap.fill(words, width, initial_indent=indent, subsequent_indent=indent)


def _numbers(actions: list[Action]) -> str:
    return f"choose a number from 1 to {len(actions)}" if actions else "nothing has a number here: say it in words"
