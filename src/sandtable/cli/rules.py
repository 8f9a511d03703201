"""`sandtable rules`: the rulebook, and which rules a passing test proves."""

from __future__ import annotations

import json as plain_json
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from sandtable.cli.shared import NotSo, print_json
from sandtable.kernel.errors import SandtableError
from sandtable.systems import rulebook, rulebooks

__all__ = ["rules"]

COVERAGE_FILE = ".rule-coverage.json"


def rules(
    system: str = typer.Argument("", help="A system, such as demo or tcs."),
    words: list[str] = typer.Argument(None, help="A rule's id, or words to search for."),
    coverage: bool = typer.Option(False, "--coverage", help="Which rules have a passing test, by the last test run."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Read the rules of a system, search them, or report which of them have a passing test.

    Example: `sandtable rules demo watch fire`, `sandtable rules tcs --coverage`
    """
    if not system:
        books = [(name, len(rulebook(name))) for name in rulebooks()]
        if json:
            print_json([{"system": name, "rules": count} for name, count in books])
        else:
            for name, count in books:
                typer.echo(f"{name:16} {count:4} rules")
        return
    if coverage:
        _coverage(system, json)
        return
    text = " ".join(words or [])
    book = rulebook(system)
    found = (book.rule(text),) if text in book else book.search(text)
    if not found:
        raise NotSo(f"no rule of {system} has the words {text!r:.60}")
    if json:
        print_json(list(found))
        return
    console = Console(highlight=False)
    table = Table("id", "rule", "basis", box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for rule in found:
        option = f"\n[dim]option {rule.option}[/dim]" if rule.option else ""
        table.add_row(rule.id, f"[bold]{rule.title}[/bold]\n{_plain(rule.statement)}{option}", BASIS[rule.source])
    console.print(table)


BASIS = {"seed": "rules", "chart": "chart", "inferred": "inferred", "ruling": "our ruling"}


def _plain(text: str) -> str:
    return text.replace("[", r"\[")


def _last_run() -> dict[str, Any]:
    here = Path.cwd()
    for folder in (here, *here.parents):
        file = folder / COVERAGE_FILE
        if file.is_file():
            try:
                told: dict[str, Any] = plain_json.loads(file.read_text(encoding="utf-8"))
                return {"whole": bool(told["whole"]), "rules": _by_rule(dict(told["tests"]))}
            except (ValueError, KeyError, TypeError, AttributeError, OSError):
                raise SandtableError(f"{file} is damaged: run ./test again") from None
    raise SandtableError("no test run has been made here: run ./test in the project's folder first")


def _by_rule(tests: dict[str, Any]) -> dict[str, dict[str, int]]:
    """How many tests of each rule passed and failed when they last ran."""
    counts: dict[str, dict[str, int]] = {}
    for test in tests.values():
        for rule in test["rules"]:
            count = counts.setdefault(str(rule), {"passed": 0, "failed": 0})
            count["passed" if test["passed"] else "failed"] += 1
    return counts


def _coverage(system: str, json: bool) -> None:
    run = _last_run()
    book = rulebook(system)
    results = {rule.id: run["rules"].get(rule.id, {"passed": 0, "failed": 0}) for rule in book}
    covered = [name for name, each in results.items() if each["passed"] and not each["failed"]]
    uncovered = [name for name in results if name not in covered]
    if json:
        print_json({"system": system, "rules": len(book), "covered": len(covered), "uncovered": uncovered})
        return
    console = Console(highlight=False)
    table = Table("id", "title", "tests", "covered", box=None, pad_edge=False)
    for rule in book:
        each = results[rule.id]
        failing = f", {each['failed']} failing" if each["failed"] else ""
        state = "[green]yes[/green]" if rule.id in covered else "[red]no[/red]"
        table.add_row(rule.id, rule.title, f"{each['passed']} passing{failing}", state)
    console.print(table)
    if not run["whole"]:
        typer.echo("(only a part of the tests has been run)")
    typer.echo(f"covered {len(covered)} of {len(book)}")
