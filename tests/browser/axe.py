"""Whether everybody can read a page."""

from pathlib import Path

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(page):
    """What axe-core calls serious or worse."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        (each["id"], each["help"], nodes[:3])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        and (nodes := [node["html"][:120] for node in each["nodes"] if not printed(each["id"], node["html"])])
    ]


def printed(rule, html):
    """A counter is a picture: its name says in words what is printed on it ("Suppressed" for an S)."""
    return rule == "label-content-name-mismatch" and html.startswith('<g class="piece ')
