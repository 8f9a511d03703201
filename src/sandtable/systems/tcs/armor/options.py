"""The options of the armor rules (AR 4): one for each rule, one for the whole set, and the rulings."""

from __future__ import annotations

from typing import Annotated, Literal

from sandtable.kernel.option import About, Options

__all__ = ["ALL", "ArmorOptions", "switch"]

ALL = ("armor_rules=vehicles", "armor_rules=platoons")
"""The values of the preset with which every rule but the platoon counters is in force."""


def switch(option: str) -> tuple[str, ...]:
    """What puts a chapter of the armor rules in force: its own option, or the preset.

    >>> switch("hard_cover")
    ('hard_cover', 'armor_rules=vehicles', 'armor_rules=platoons')
    """
    return (option, *ALL)


class ArmorOptions(Options, frozen=True):
    """The armor rules, each on or off."""

    armor_rules: Annotated[
        Literal["off", "vehicles", "platoons"],
        About(
            (
                "The whole set of armor rules: off, unless they are turned on one by one; all of them with single"
                " vehicles; or all of them with platoon counters."
            ),
            "AR 4.0",
        ),
    ] = "off"
    armor_morale: Annotated[
        bool, About("Armor checks its morale by platoon whenever fire could have hit it.", "AR 4.1a1")
    ] = False
    armor_leaders: Annotated[
        bool, About("Leader vehicles survive hits on others' account, and armor without one is buttoned up.", "AR 4.2a")
    ] = False
    armor_platoon_counters: Annotated[
        bool, About("Vehicles fight as platoon counters with a step for each vehicle.", "AR 4.2B1")
    ] = False
    armor_impulses: Annotated[
        bool, About("Armor acts in an initial, a normal and a final part of its action phase.", "AR 4.3a1")
    ] = False
    armor_flanking: Annotated[
        bool, About("Overwatch at moving armor is better by 2 from its flank and rear.", "AR 4.4b")
    ] = False
    armor_defilade: Annotated[
        bool, About("Armor behind a crest is hit only by fire that answers its own.", "AR 4.5a")
    ] = False
    armor_smoke: Annotated[
        bool, About("Some tanks fire smoke rounds, and Panthers drop smoke in their own hex.", "AR 4.6a")
    ] = False
    open_armored_vehicles: Annotated[
        bool, About("Vehicles without a roof are soft targets from above and in close assault.", "AR 4.7a")
    ] = False
    frag_orders: Annotated[
        bool, About("Units may act on an order in preparation, in place of preliminary instructions.", "AR 4.8a")
    ] = False
    us_armor_first: Annotated[bool, About("In close assault American armor fires before German armor.", "AR 4.9a")] = (
        False
    )
    assault_infantry_steps: Annotated[
        bool,
        About(
            "Infantry adds its steps to its strength in close assault; the series charts do so anyway, and not twice.",
            "AR 4.9b",
        ),
    ] = False
    fall_back: Annotated[bool, About("A unit may run instead of firing overwatch.", "AR 4.10a")] = False
    hard_cover: Annotated[
        bool, About("Small arms and tank guns cost targets in hard cover two steps fewer.", "AR 4.11")
    ] = False
    impulse_ends_turn: Annotated[
        Literal["turn", "phase"],
        About(
            "How long armor that has made a fire action does nothing more: until the turn ends; or its own phase.",
            "AR 4.3c2",
        ),
    ] = "turn"
    defilade_overwatch: Annotated[
        Literal["return", "any"],
        About("What fire reaches armor in defilade: what answers its own fire; or all overwatch.", "AR 4.5b"),
    ] = "return"
    frag_assault: Annotated[bool, About("Units on fragmentary orders may assault and overrun.", "AR 4.8b")] = False
