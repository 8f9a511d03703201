"""The pages of the site that are written from the program: the rulebooks and the reference of the packages."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable
from types import ModuleType

import sandtable
from sandtable.systems import rulebook, title

__all__ = ["FEW", "PACKAGES", "anchor", "give_types", "modules", "public", "reference", "rulebook_page"]

PACKAGES = (
    "sandtable.kernel",
    "sandtable.scenarios",
    "sandtable.bots",
    "sandtable.contract",
    "sandtable.board",
    "sandtable.charts",
    "sandtable.systems.demo",
    "sandtable.systems.tactical_combat",
    "sandtable.systems.micro_armour",
    "sandtable.systems.tcs",
)
"""Those that other programs may import; the server is used by its HTTP interface, the command line by its commands."""
FEW = ("sandtable.scenarios", "sandtable.contract")
"""A quick build has the reference of these alone: that of all packages is most of the work."""
BASIS = {"seed": "", "chart": "from a chart", "inferred": "inferred", "ruling": "our ruling"}


def anchor(rule: str) -> str:
    """The anchor of a rule on the page of its rulebook: small letters, though AR 4.2b1 and AR 4.2B1 are two rules."""
    return re.sub(r"(?<=\d)(?=[A-Z])", "-", rule.replace(" ", "-")).lower()


def rulebook_page(system: str) -> str:
    """The rulebook of a system as a page: a heading for each chapter, an anchor for each rule."""
    book = rulebook(system)
    lines = [
        f"# {title(system)}: the rules",
        "",
        f"{len(book)} rules, the same that `sandtable rules {system}` and the browser show. The log, the odds and the",
        "refusals name a rule by its id.",
    ]
    for chapter in book.chapters:
        lines += ["", f"## {_text(chapter)}"]
        for rule in book.chapter(chapter):
            notes = [BASIS[rule.source]] if BASIS[rule.source] else []
            notes += [f"option `{name}`, default `{value}`" for name, value in rule.options.items()]
            note = f" *({', '.join(notes)})*" if notes else ""
            lines += ["", f"({anchor(rule.id)})="]
            lines += [f"**{_text(rule.id)}** **{_text(rule.title)}.** {_text(rule.statement)}{note}"]
    return "\n".join(lines) + "\n"


def modules(package: str) -> list[ModuleType]:
    """A package and all its modules, in the order of their names; what begins with an underscore is private."""
    root = importlib.import_module(package)
    names = [each.name for each in pkgutil.walk_packages(root.__path__, package + ".")]
    return [root, *(importlib.import_module(name) for name in names if not name.rpartition(".")[2].startswith("_"))]


def give_types(module: ModuleType) -> None:
    """Import what a module imports for type checkers alone: the types of its signatures are looked up there."""
    tree = ast.parse(inspect.getsource(module))
    for block in [each for each in tree.body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"]:
        for each in block.body:
            if isinstance(each, ast.ImportFrom):
                source = importlib.import_module(str(each.module))
                vars(module).update({name.asname or name.name: getattr(source, name.name) for name in each.names})


def public(module: ModuleType) -> list[str]:
    """The full names of a module's public classes and functions, and of the methods of these classes."""
    found = []
    for name in getattr(module, "__all__", [each for each in vars(module) if not each.startswith("_")]):
        value = getattr(module, name)
        if not (inspect.isclass(value) or inspect.isroutine(value)) or value.__module__ != module.__name__:
            continue
        found.append(f"{module.__name__}.{name}")
        if inspect.isclass(value):
            methods = [each for each, thing in vars(value).items() if not each.startswith("_") and _is_method(thing)]
            found += [f"{module.__name__}.{name}.{each}" for each in methods]
    return found


def _borrowed(module: ModuleType) -> list[str]:
    """The names in a module's `__all__` that another module defines: they are documented there."""
    named = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    things = {name: each for name, each in named.items() if inspect.isclass(each) or inspect.isroutine(each)}
    return [name for name, each in things.items() if each.__module__ != module.__name__]


def reference(packages: Iterable[str]) -> dict[str, str]:
    """The pages of the reference, by file name: one for `import sandtable`, one for each package."""
    pages = {"sandtable.md": _front_page()}
    for package in packages:
        lines = [f"# {package}", ""]
        for module in modules(package):
            if module.__name__ != package:
                lines += [f"## {module.__name__.removeprefix(package + '.')}", ""]
            lines += ["```{eval-rst}", f".. automodule:: {module.__name__}", "   :members:", "   :show-inheritance:"]
            borrowed = _borrowed(module)
            lines += [f"   :exclude-members: {', '.join(borrowed)}"] if borrowed else []
            lines += ["```", ""]
        pages[f"{package}.md"] = "\n".join(lines)
    return pages


def _front_page() -> str:
    lines = ["# import sandtable", "", "Most programs need nothing else.", "", "| name | what it is |", "|---|---|"]
    for name in sandtable.__all__:
        value = getattr(sandtable, name)
        about = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
        lines.append(f"| {{py:obj}}`sandtable.{name} <{value.__module__}.{value.__qualname__}>` | {about} |")
    return "\n".join(lines) + "\n"


def _is_method(value: object) -> bool:
    return inspect.isroutine(value) or isinstance(value, property | classmethod | staticmethod)


def _text(words: str) -> str:
    """Words as Markdown that shows them as they are."""
    return "".join("\\" + letter if letter in "\\`*_{}[]<>#|~$" else letter for letter in words)
