"""Beach obstacles, dragon's teeth: a vehicle that drives among them may be wrecked."""

from __future__ import annotations

from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.entering import Entering

__all__ = ["PHRASES", "Obstacles"]

PHRASES = {
    "drives_among_obstacles": "{stand:unit} drives among the obstacles",
    "wrecked": "{stand:unit} is wrecked on an obstacle",
}


class Obstacles(Entering, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="obstacles"):
    """Every vehicle rolls when it enters such ground."""

    ground: tuple[str, ...] = ("obstacles",)

    def phrase(self) -> str:
        """What is rolled for."""
        return "drives_among_obstacles"

    def concerns(self, look: Situation, stand: int) -> bool:
        """Vehicles only."""
        return look.world.kinds[stand].vehicle and Entering.concerns(self, look, stand)

    def caught(self, field: Battlefield, stand: int) -> None:
        """It is lost; who rides in it is thrown out (TC V23)."""
        field.lose(stand, "wrecked", "TC G4")
