"""Routes: the generator of battles, and the vehicles with their data cards."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter

from sandtable.kernel.datawriting import to_toml
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.picture import HexScene, TableScene
from sandtable.kernel.system import Generator
from sandtable.scenarios import generated_name
from sandtable.server.api.scenarios import ScenarioCard, scenario_card
from sandtable.server.api.systems import CalculatorAsked, Name, schema_of
from sandtable.server.games.errors import NotFound, Refused
from sandtable.server.games.messages import Chances
from sandtable.server.games.shipping import shipped
from sandtable.server.games.telling import chances
from sandtable.server.people.guards import Costly
from sandtable.systems import playable, system
from sandtable.systems.micro_armour.proving import GROUNDS, Ground
from sandtable.systems.micro_armour.tables import TANKS, Tank
from sandtable.systems.micro_armour.vehicles import Band, data_card

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


class AgainstTold(msgspec.Struct, frozen=True):
    """The chances to kill an opponent with one try: for each band of the cannon, and with the missile."""

    weapon: str
    differential: tuple[int, int]
    front: tuple[Chances, ...]
    flank: tuple[Chances, ...]
    missile_front: Chances | None
    missile_flank: Chances | None


class CardTold(msgspec.Struct, frozen=True):
    """The data card of a vehicle."""

    vehicle: Tank
    cohesion: int
    ground: str
    bands: tuple[Band, ...]
    against: tuple[AgainstTold, ...]


def _generator(name: str) -> Generator:
    found = system(name).generator if name in playable() else None
    if found is None:
        raise NotFound("there is no such generator")
    return found


@get("/systems/{name:str}/generator", sync_to_thread=False)
def show_generator(name: Name) -> GeneratorCard:
    """What the generator of a system asks."""
    found = _generator(name)
    return GeneratorCard(found.words, schema_of(found.parameters))


@post("/systems/{name:str}/generator", status_code=200, guards=[Costly()])
async def generate(name: Name, data: CalculatorAsked) -> BattleMade:
    """Make a battle. Nothing is stored: its name says how to make it again."""
    found = _generator(name)
    try:
        question = msgspec.convert(data.parameters, found.parameters)
        return await asyncio.to_thread(_made, name, question)
    except (msgspec.ValidationError, SandtableError) as fault:
        raise Refused(str(fault)) from None


def _made(of: str, question: Any) -> BattleMade:
    made = _generator(of).make(question)
    name = generated_name(of, question)
    if len(name) > LONGEST_NAME:
        raise Refused("so many unusual values at once have too long a name here: leave one or two as they usually are")
    return BattleMade(name, made.notes, scenario_card(name), shipped(name, {}).scene(), to_toml(made.scenario))


@get("/systems/micro_armour/vehicles", sync_to_thread=False)
def list_vehicles() -> tuple[Tank, ...]:
    """The vehicles of Micro Armour with their data."""
    return tuple(TANKS.values())


@get("/systems/micro_armour/vehicles/card", sync_to_thread=True, guards=[Costly()])
def vehicle_card(
    weapon: Annotated[str, Parameter(max_length=60, description="The name of a vehicle.")],
    cohesion: Annotated[int, Parameter(ge=1, le=20)] = 14,
    ground: Annotated[str, Parameter(max_length=40, description="Where the opponents stand.")] = "clear",
) -> CardTold:
    """A data card: the chance to kill each opponent from the front and from the flank, by range."""
    if weapon not in TANKS:
        raise NotFound("there is no such vehicle")
    where: Ground | None = next((each for each in GROUNDS if each == ground), None)
    if where is None:
        raise Refused(f"ground is one of {', '.join(GROUNDS)}")
    card = data_card(weapon, cohesion, where)
    bands = [f"{band.low}-{band.high}" for band in card.bands]

    def told(found: tuple[Fraction, ...]) -> tuple[Chances, ...]:
        return chances(zip(bands, found, strict=True))

    against = tuple(
        AgainstTold(
            each.weapon,
            each.differential,
            told(each.front),
            told(each.flank),
            None if each.missile_front is None else chances([("missile", each.missile_front)])[0],
            None if each.missile_flank is None else chances([("missile", each.missile_flank)])[0],
        )
        for each in card.against
    )
    return CardTold(card.vehicle, card.cohesion, card.ground, card.bands, against)


def routes() -> Router:
    """The routes of the workshop."""
    handlers = [show_generator, generate, list_vehicles, vehicle_card]
    return Router("/api", route_handlers=handlers, tags=["workshop"])
