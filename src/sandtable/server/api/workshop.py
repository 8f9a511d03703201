"""Routes: the generator of battles, and the vehicles with their data cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter

from sandtable.kernel.datawriting import to_toml
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.learning import convert
from sandtable.kernel.phrase import plain
from sandtable.kernel.scene import HexScene, TableScene
from sandtable.kernel.system import Generator
from sandtable.kernel.vehicles import Band, Fact, Ground, Rating, Vehicle, Vehicles
from sandtable.scenarios import generated_name
from sandtable.server.api.scenarios import ScenarioCard, scenario_card
from sandtable.server.api.systems import CalculatorAsked, Name, schema_of
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.errors import NotFound, Refused
from sandtable.server.games.messages import Chances
from sandtable.server.games.shipping import shipped
from sandtable.server.games.telling import chances
from sandtable.server.people.guards import Costly
from sandtable.systems import playable, system

__all__ = ["routes"]

LONGEST_NAME = 200
"""As a game is asked for, and stored."""


class GeneratorCard(msgspec.Struct, frozen=True):
    """A generator of battles; `parameters` is a JSON schema of what it asks."""

    words: str
    parameters: dict[str, Any]


class BattleMade(msgspec.Struct, frozen=True):
    """A battle that was made: the name under which a game of it begins, what there is to say, its map and its file."""

    name: str
    notes: tuple[str, ...]
    card: ScenarioCard
    scene: TableScene | HexScene
    file: str


class VehiclesTold(msgspec.Struct, frozen=True):
    """The vehicles of a system: all of them, and what a data card is asked for."""

    words: str
    vehicles: tuple[Vehicle, ...]
    rating: Rating | None
    grounds: tuple[Ground, ...]


class AgainstTold(msgspec.Struct, frozen=True):
    """The chances to kill an opponent with one try: one for each band, null where there is none."""

    name: str
    chances: tuple[Chances | None, ...]


class CardTold(msgspec.Struct, frozen=True):
    """The data card of a vehicle."""

    name: str
    facts: tuple[Fact, ...]
    words: str
    bands: tuple[Band, ...]
    against: tuple[AgainstTold, ...]


def _generator(name: str) -> Generator:
    found = system(name).generator if name in playable() else None
    if found is None:
        raise NotFound("there is no such generator")
    return found


@get("/systems/{name:str}/generator", sync_to_thread=True)
def show_generator(name: Name) -> GeneratorCard:
    """What the generator of a system asks."""
    found = _generator(name)
    return GeneratorCard(found.words, schema_of(found.parameters))


@post("/systems/{name:str}/generator", status_code=200, guards=[Costly()])
async def generate(name: Name, data: CalculatorAsked) -> BattleMade:
    """Make a battle. Nothing is stored: its name says how to make it again."""
    found = await elsewhere(_generator, name)
    try:
        question = convert(data.parameters, found.parameters)
        return await elsewhere(_made, name, question)
    except (msgspec.ValidationError, SandtableError) as fault:
        raise Refused(str(fault)) from None


def _made(of: str, question: Any) -> BattleMade:
    made = _generator(of).make(question)
    name = generated_name(of, question)
    if len(name) > LONGEST_NAME:
        raise Refused("these values make too long a name: leave one or two of them at their usual setting")
    return BattleMade(name, made.notes, scenario_card(name), shipped(name, {}).scene(), to_toml(made.scenario))


def _vehicles(name: str) -> Vehicles:
    found = system(name).vehicles if name in playable() else None
    if found is None:
        raise NotFound("this system has no vehicles with data cards")
    return found


@get("/systems/{name:str}/vehicles", sync_to_thread=True)
def list_vehicles(name: Name) -> VehiclesTold:
    """The vehicles of a system that has data cards of them."""
    found = _vehicles(name)
    return VehiclesTold(found.words, found.vehicles, found.rating, found.grounds)


@get("/systems/{name:str}/vehicles/card", sync_to_thread=True, guards=[Costly()])
def vehicle_card(
    name: Name,
    vehicle: Annotated[str, Parameter(max_length=60, description="The name of a vehicle.")],
    rating: Annotated[int | None, Parameter(description="What its chances depend on, such as its cohesion.")] = None,
    ground: Annotated[str | None, Parameter(max_length=60, description="Where its target stands.")] = None,
) -> CardTold:
    """A data card: the chance to kill each opponent, by range and side."""
    found = _vehicles(name)
    if vehicle not in {each.name for each in found.vehicles}:
        raise NotFound("there is no such vehicle")
    where, asked = found.grounds[-1].kind if ground is None else ground, found.rating
    if where not in {each.kind for each in found.grounds}:
        raise Refused(f"ground is one of {', '.join(each.kind for each in found.grounds)}")
    level = rating if rating is not None else asked.usual if asked else 0
    if asked and not asked.low <= level <= asked.high:
        raise Refused(f"rating is the {asked.label.lower()}, from {asked.low} to {asked.high}")
    if not asked and level:
        raise Refused("the chances here depend on no rating")
    card = found.card(vehicle, level, where)
    against = tuple(AgainstTold(each.name, _told(card.bands, each.chances)) for each in card.against)
    return CardTold(card.name, card.facts, card.words, card.bands, against)


def _told(bands: tuple[Band, ...], found: tuple[Fraction | None, ...]) -> tuple[Chances | None, ...]:
    """The chances of a row, each under the name of its band."""
    return tuple(
        None if chance is None else chances([(plain(f"{band.group} {band.label}"), 0, chance)])[0]
        for band, chance in zip(bands, found, strict=True)
    )


def routes() -> Router:
    """The routes of the workshop."""
    handlers = [show_generator, generate, list_vehicles, vehicle_card]
    return Router("/api", route_handlers=handlers, tags=["workshop"])
