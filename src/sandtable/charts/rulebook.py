"""The rulebook of a system: every rule with its id and its statement, from rules.csv."""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from sandtable.charts.csvfile import ChartError, Source, read_sheet, shown
from sandtable.charts.rows import numbered_rows

_OPTION = re.compile(r"[a-z][a-z0-9_]*=[a-z0-9][a-z0-9_/]*")


class Rule(Struct, frozen=True):
    """One rule: what the log, the tooltips and the tests name by its id.

    `source` says what the rule rests on: the rules as published (`seed`), a published chart (`chart`), a
    conclusion from these (`inferred`), or a decision where they are silent (`ruling`).
    `option` names the option the rule belongs to and how that stands by default, as in `vehicles=on`; several are
    parted by semicolons.

    >>> Rule("TC S4", "S Sequence", "Game end", "Turns alternate to the end.", "seed").title
    'Game end'
    """

    id: str
    chapter: str
    title: str
    statement: str
    source: Literal["seed", "chart", "inferred", "ruling"]
    option: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("the rule has no id")
        for part in ("chapter", "title", "statement"):
            if not getattr(self, part):
                raise ValueError(f"the rule {self.id} has no {part}")
        for each in self.option.split("; ") if self.option else ():
            if not _OPTION.fullmatch(each):
                raise ValueError(f"{shown(each)} is not an option such as vehicles=on")

    @property
    def options(self) -> dict[str, str]:
        """The options the rule belongs to, by name, with how each stands by default.

        >>> Rule("TC C7", "C Command", "Numbers", "It rolls.", "ruling", "smoke=on; numbers=4/6/8").options
        {'smoke': 'on', 'numbers': '4/6/8'}
        """
        return dict(each.split("=", 1) for each in self.option.split("; ")) if self.option else {}


class Rulebook:
    """All rules of a system, in their printed order.

    >>> from sandtable.charts import Sheet
    >>> book = Rulebook.load(Sheet.parse('''id,chapter,title,statement,source,option
    ... TC S1,S Sequence,Alternating turns,"Side A completes a turn, then side B.",seed,
    ... TC C1,C Command,No limits,Every stand may act.,seed,command_method_1=off''', "rules.csv"))
    >>> book.rule("TC C1").statement
    'Every stand may act.'
    >>> book.chapters
    ('S Sequence', 'C Command')
    >>> [rule.id for rule in book]
    ['TC S1', 'TC C1']
    """

    __slots__ = ("_rules", "chapters", "name")

    def __init__(self, name: str, rules: dict[str, Rule]) -> None:
        self.name = name
        self._rules = rules
        self.chapters = tuple(dict.fromkeys(rule.chapter for rule in rules.values()))

    @classmethod
    def load(cls, source: Source) -> "Rulebook":
        """Load a rulebook, refusing rules without a statement and ids that stand for two rules.

        >>> from sandtable.charts import Sheet
        >>> sheet = Sheet.parse("id,chapter,title,statement,source,option\\nTC S1,S,End,,seed,", "rules.csv")
        >>> Rulebook.load(sheet)
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: rules.csv line 2: the rule TC S1 has no statement
        """
        sheet = read_sheet(source)
        rules: dict[str, Rule] = {}
        for line, rule in numbered_rows(sheet, Rule):
            if rule.id in rules:
                raise sheet.error(f"the id {shown(rule.id)} already stands for another rule", line, "id")
            rules[rule.id] = rule
        return cls(sheet.name, rules)

    def joined(self, other: "Rulebook") -> "Rulebook":
        """Both rulebooks in one; an id in both is an error.

        >>> rule = Rule("TC S4", "S Sequence", "Game end", "Turns alternate to the end.", "seed")
        >>> len(Rulebook("rules.csv", {}).joined(Rulebook("more.csv", {"TC S4": rule})))
        1
        """
        for id in other._rules:
            if id in self._rules:
                raise ChartError(f"{other.name} has the rule {shown(id)}, which {self.name} has already")
        return Rulebook(self.name, self._rules | other._rules)

    def rule(self, id: str) -> Rule:
        """Find a rule by its id.

        >>> Rulebook("rules.csv", {}).rule("TC Z9")
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: rules.csv has no rule 'TC Z9'
        """
        try:
            return self._rules[id]
        except KeyError:
            raise ChartError(f"{self.name} has no rule {shown(id)}") from None

    def chapter(self, name: str) -> tuple[Rule, ...]:
        """List the rules of a chapter, in their printed order.

        >>> rule = Rule("TC S4", "S Sequence", "Game end", "Turns alternate to the end.", "seed")
        >>> [rule.id for rule in Rulebook("rules.csv", {"TC S4": rule}).chapter("S Sequence")]
        ['TC S4']
        """
        if name not in self.chapters:
            raise ChartError(f"{self.name} has no chapter {shown(name)}")
        return tuple(rule for rule in self if rule.chapter == name)

    def search(self, text: str) -> tuple[Rule, ...]:
        """Find the rules whose id, chapter, title or statement has every word of the text, in either case.

        >>> rule = Rule("TC S4", "S Sequence", "Game end", "Turns alternate to the end.", "seed")
        >>> book = Rulebook("rules.csv", {"TC S4": rule})
        >>> len(book.search("END alternate")), len(book.search("overwatch"))
        (1, 0)
        """
        words = text.casefold().split()
        found = []
        for rule in self:
            page = f"{rule.id} {rule.chapter} {rule.title} {rule.statement}".casefold()
            if all(word in page for word in words):
                found.append(rule)
        return tuple(found)

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {len(self)} rules in {len(self.chapters)} chapters>"
