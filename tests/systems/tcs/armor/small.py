"""A small armored battle for the contract: a few vehicles and men on each side, orders in preparation, two turns."""

from msgspec.structs import replace

from sandtable.board.hexdrafts import DraftRoad, MapDraft
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.batteryfile import Ammunition, BatteryEntry
from sandtable.systems.tcs.roster import Force, UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, TcsScenario
from sandtable.systems.tcs.victory import Level, Score, Victory

OPTIONS = (
    "armor_morale", "armor_leaders", "armor_platoon_counters", "armor_impulses", "armor_flanking", "armor_defilade",
    "armor_smoke", "open_armored_vehicles", "frag_orders", "us_armor_first", "assault_infantry_steps", "fall_back",
    "hard_cover",
)  # fmt: skip
SETS = (*({option: True} for option in OPTIONS), {"armor_rules": "vehicles"}, {"armor_rules": "platoons"})
TOGETHER = (
    {"armor_rules": "vehicles", "modern": True},
    {"armor_rules": "platoons", "modern": True},
    {"armor_rules": "vehicles", "special_rules": True},
)
"""With the Modern Expansion, and with special rules of the formations."""

TERRAIN = """
........
...ww...
........
..v.....
........
.....w..
........
........
"""
ELEVATION = """
00000000
01221000
02443200
02454200
01343200
00121000
00000000
00000000
"""


def scenario():
    """The battle."""
    return TcsScenario(
        title="A small tank battle",
        system="tcs",
        briefing="For tests.",
        sides=("American", "German"),
        map=MapDraft(8, 8, TERRAIN.strip(), elevation=ELEVATION.strip(), contour_m=10),
        area={"west": "0101-0208", "east": "0701-0808"},
        sheet=(
            OpSheet("Hold", "American", "Hasty Defense", objective=("0204",)),
            OpSheet("Ride", "American", "Attack", objective=("0704",), state="preparing", weighted=6),
            OpSheet("Take the hill", "German", "Attack", objective=("0404",)),
            OpSheet("Follow", "German", "Attack", objective=("0204",), state="preparing", weighted=6),
        ),
        force=(
            Force("American", "C Company", "west", (
                UnitEntry("us_m4_75", 3, name="Sherman", leader=1, at=("0204", "0204", "0103")),
                UnitEntry("us_m18", 2, name="Hellcat", leader=1, at=("0206", "0206")),
            ), battalion="37th", morale=2, sheet="Hold", listed=("Ride",)),
            Force("American", "Rifles", "west", (
                UnitEntry("us_rifle_plt", name="Rifle platoon", at=("0205",)),
                UnitEntry("us_81mm_sec", name="Mortars", at=("0104",)),
            ), battalion="53rd", sheet="Hold"),
            Force("German", "1st Company", "east", (
                UnitEntry("ge_panther", 4, name="Panther", leader=2, at=("0704", "0704", "0705", "0705")),
            ), battalion="113th", morale=5, sheet="Take the hill", mode="move", listed=("Follow",)),
            Force("German", "Grenadiers", "east", (
                UnitEntry("ge_pzgren_plt", name="Grenadiers", at=("0706",)),
                UnitEntry("ge_sdkfz251", name="Half-track", at=("0706",)),
            ), battalion="2113th", sheet="Take the hill", mode="move"),
        ),
        battery=(BatteryEntry("A/191", "American", "us_155_how", ammo=Ammunition(he=2)),),
        options={"turns": 2},
        victory=Victory(
            "German", ("0404", "0204"), "American",
            (Level(words="German victory", winner="German", lead=2), Level(0, "American victory", "American")),
            score=(
                Score("German", "tanks", 1, kinds=("us_m4_75", "us_m18")),
                Score("German", "ground", 2, hexes=("0404", "0204")),
                Score("American", "Panthers", 1, kinds=("ge_panther",)),
            ),
        ),
    )  # fmt: skip


def special():
    """The battle in fog: roads that bind the Panthers, their green crews, and Shermans on their guard."""
    plain = scenario()
    draft = replace(plain.map, road=(DraftRoad("secondary", ("0804", "0704", "0603", "0504", "0403", "0304")),))
    force = tuple(
        replace(each, road_bound=2, green=2) if each.side == "German" else replace(each, alert=1)
        for each in plain.force
    )
    return replace(plain, map=draft, force=force, visibility=2)


def game(**options):
    """The battle with these options."""
    made = special() if options.get("special_rules") else scenario()
    return Game(SYSTEM, made, options, name="small")
