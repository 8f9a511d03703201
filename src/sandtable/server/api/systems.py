"""Routes: the rulebook, the charts and the calculators of each system."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter

from sandtable.charts.csvfile import read_sheet
from sandtable.charts.rulebook import Rule
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.phrase import plain
from sandtable.kernel.question import Curves, Shifted, read_question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Named
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.errors import NotFound, WrongValue
from sandtable.server.games.messages import Chances, Forecast
from sandtable.server.games.telling import chances, roll_told
from sandtable.server.people.guards import Costly
from sandtable.systems import playable, rulebook, rulebooks, system

__all__ = ["CalculatorAsked", "Name", "routes", "schema_of"]

Name = Annotated[str, Parameter(max_length=60)]


class SystemCard(msgspec.Struct, frozen=True):
    """A set of rules."""

    name: str
    title: str
    credits: str
    version: str
    playable: bool
    generator: bool = False
    """Whether it makes battles of its own."""
    vehicles: bool = False
    """Whether it has data cards of vehicles."""
    example: bool = False
    """Whether it is there to show how a system is written: put it last."""


class Chart(msgspec.Struct, frozen=True):
    """A chart as it is printed: its columns and its lines."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CalculatorCard(msgspec.Struct, frozen=True):
    """A question about odds that needs no game; `parameters` is a JSON schema of what it asks. A text of it that
    `completes` units, vehicles or the like takes those names (`/names`), each with some of its `marks`. `topic` is the
    heading under which a list shows it.
    """

    name: str
    words: str
    parameters: dict[str, Any]
    topic: str = ""


class CalculatorAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a question; what is left out has its usual value."""

    parameters: dict[str, str | int | bool | None] = {}


class Link(msgspec.Struct, frozen=True):
    """A part of the way to an answer: a sum in words, or a roll; `base` is the column before any shift, if the roll has
    one.
    """

    words: str
    roll: Forecast | None = None
    base: str = ""


class Curve(msgspec.Struct, frozen=True):
    """A line of a plot: its chance at each number of the scale, or null where it has none."""

    name: str
    chances: tuple[Chances | None, ...]


class Plot(msgspec.Struct, frozen=True):
    """Chances along a scale, such as the range in inches."""

    across: str
    scale: tuple[int, ...]
    lines: tuple[Curve, ...]


class Calculated(msgspec.Struct, frozen=True):
    """The exact chances of each outcome, or a plot of chances; and how they come about. `totals` are the numbers to
    show first.
    """

    outcomes: tuple[Chances, ...]
    parameters: dict[str, Any]
    chain: tuple[Link, ...] = ()
    plot: Plot | None = None
    totals: tuple[Chances, ...] = ()


def _known(name: str) -> str:
    if name not in rulebooks():
        raise NotFound("there is no such system")
    return name


@get("/systems", sync_to_thread=True)
def list_systems() -> tuple[SystemCard, ...]:
    """The systems whose rules are here."""
    return tuple(_card(name) for name in rulebooks())


def _card(name: str) -> SystemCard:
    if name not in playable():
        return SystemCard(name, name.replace("_", " ").title(), "", "", False)
    found = system(name)
    makes, shows = found.generator is not None, found.vehicles is not None
    return SystemCard(name, found.title, found.credits, found.version, True, makes, shows, found.example)


@get("/systems/{name:str}/rules", sync_to_thread=True)
def rules(name: Name) -> tuple[Rule, ...]:
    """Every rule with its id, its statement and what it rests on."""
    return tuple(rulebook(_known(name)))


@get("/systems/{name:str}/charts", sync_to_thread=True)
def charts(name: Name) -> tuple[Chart, ...]:
    """Every chart as it is printed."""
    return _charts(_known(name))


@lru_cache(maxsize=16)
def _charts(name: str) -> tuple[Chart, ...]:
    folder = files("sandtable.systems") / name / "charts"
    found = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".csv"):
            sheet = read_sheet(file)
            rows = tuple(line.cells for line in sheet.lines)
            found.append(Chart(file.name.removesuffix(".csv"), tuple(sheet.columns), rows))
    return tuple(found)


@get("/systems/{name:str}/calculators", sync_to_thread=True)
def calculators(name: Name) -> tuple[CalculatorCard, ...]:
    """The questions about odds that can be asked without a game."""
    return tuple(
        CalculatorCard(each.name, each.words, schema_of(each.parameters), each.topic)
        for each in _calculators(name).values()
    )


@get("/systems/{name:str}/names", sync_to_thread=True)
def names(name: Name) -> dict[str, tuple[Named, ...]]:
    """The names that complete what somebody types into a question, such as units and vehicles."""
    if _known(name) not in playable():
        return {}
    found = system(name)
    options = tuple(Named(f"{each.name}=", f"{each.words} ({each.takes})") for each in found.options)
    return {"options": options, **found.names}


def _calculators(name: str) -> dict[str, Calculator]:
    return {each.name: each for each in system(name).calculators} if _known(name) in playable() else {}


def schema_of(parameters: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON schema of a question, for a form."""
    (schema,), parts = msgspec.json.schema_components([parameters], ref_template="#/$defs/{name}")
    whole = parts.pop(parameters.__name__, schema)
    for field in msgspec.structs.fields(parameters):
        if get_origin(field.type) is Literal:  # in the order in which the question has them
            whole["properties"][field.encode_name]["enum"] = list(get_args(field.type))
    return {**whole, "$defs": parts} if parts else whole


@post("/systems/{name:str}/calculators/{calculator:str}", status_code=200, guards=[Costly()])
async def calculate(name: Name, calculator: Name, data: CalculatorAsked) -> Calculated:
    """Ask a calculator."""
    found = (await elsewhere(_calculators, name)).get(calculator)
    if found is None:
        raise NotFound("there is no such calculator")
    try:
        question = await elsewhere(read_question, found.parameters, data.parameters)
        return await elsewhere(_calculated, name, found, question)
    except (msgspec.ValidationError, SandtableError) as fault:
        raise WrongValue(f"{found.name}: {fault}", getattr(fault, "about", "")) from None


def _calculated(name: str, found: Calculator, question: Any) -> Calculated:
    answer = found.answer(question)
    asked = msgspec.to_builtins(question)
    if isinstance(answer, Curves):
        return Calculated((), asked, plot=_plot(answer))
    severity = system(name).severity
    likely = sorted(answer.items(), key=lambda each: -each[1])
    outcomes = chances((plain(found.says(each)), severity(each), chance) for each, chance in likely)
    chain = found.chain(question) if found.chain is not None else ()
    totals = chances((plain(words), 0, chance) for words, chance in found.summed(question, answer))
    return Calculated(outcomes, asked, tuple(_link(each, severity) for each in chain), totals=totals)


def _link(link: Resolution | Shifted | str, severity: Callable[[Any], int]) -> Link:
    if isinstance(link, Shifted):
        return Link(link.roll.words, roll_told(link.roll, _named, severity), link.base)
    return Link(link) if isinstance(link, str) else Link(link.words, roll_told(link, _named, severity))


def _named(outcome: object) -> str:
    """What a roll's answer is called where there is no game to ask."""
    if not isinstance(outcome, tuple):
        return str(outcome)
    if all(isinstance(each, int) for each in outcome):
        return f"stands that may: {len(outcome)}"
    return " and ".join(str(each) for each in outcome if each != "")


def _plot(curves: Curves) -> Plot:
    lines = []
    for name, line in curves.lines.items():
        known = {number: chances([(plain(str(number)), 0, chance)])[0] for number, chance in line.items()}
        told = [known.get(number) for number in curves.scale]
        lines.append(Curve(name, tuple(told)))
    return Plot(curves.across, curves.scale, tuple(lines))


def routes() -> Router:
    """The routes of systems."""
    return Router("/api", route_handlers=[list_systems, rules, charts, calculators, names, calculate], tags=["systems"])
