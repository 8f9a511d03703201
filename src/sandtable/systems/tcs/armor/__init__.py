"""The optional armor rules of TCS (AR 4.1 to 4.11): armor morale, leaders, impulses, facing, defilade and more.

Each rule is a chapter with an option of its own, off by default. The option `armor_rules` turns on the whole set: with
single vehicles (`vehicles`), or with platoon counters too (`platoons`). Statements of the rules are in the `rules.csv`
of the series, under ids that begin with `AR`; numbers are in `charts`.

===========  ==========================================================================================
options      an option for each rule, the preset and our rulings; `tables` the charts
definition   what armor is, and which vehicles make up a platoon (AR 4.0)
nerve        armor morale (AR 4.1)
leading      leader vehicles, and armor without one (AR 4.2a, 4.2b)
platoons     platoon counters with steps, and breaking out (AR 4.2B)
impulses     the three parts of an action phase (AR 4.3); `parts` what others add to their end
facing       flanking fire (AR 4.4)
defilade     behind crests (AR 4.5)
tanksmoke    smoke rounds and smoke of Panthers (AR 4.6)
opentops     vehicles without a roof (AR 4.7)
fragments    fragmentary orders (AR 4.8)
closeorder   the order of fire in close assault (AR 4.9)
fallback     falling back instead of firing (AR 4.10)
cover        hard cover (AR 4.11)
===========  ==========================================================================================
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.systems.tcs.armor import (
    closeorder,
    cover,
    defilade,
    facing,
    fallback,
    fragments,
    impulses,
    leading,
    nerve,
    opentops,
    platoons,
    tanksmoke,
)
from sandtable.systems.tcs.armor.options import ArmorOptions

__all__ = ["CHAPTERS"]

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(name="armor", options=ArmorOptions),
    nerve.CHAPTER,
    leading.CHAPTER,
    platoons.CHAPTER,
    fragments.CHAPTER,
    impulses.CHAPTER,
    facing.CHAPTER,
    defilade.CHAPTER,
    tanksmoke.CHAPTER,
    opentops.CHAPTER,
    closeorder.ORDER,
    closeorder.STEPS,
    fallback.CHAPTER,
    cover.CHAPTER,
)
