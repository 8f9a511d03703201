"""The documentation site: what it refuses, and that the examples of the guides run. `./test` builds the whole site."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.systems import rulebook, rulebooks

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"
GUIDES = ["bot-writers.md", "designers.md", "players.md"]
EXAMPLES = [
    pytest.param(code, id=f"{page}-{number}")
    for page in GUIDES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL))
]

SMALL = """
import sys
from pathlib import Path
sys.path.insert(0, {site!r})
import build, pages
build.PACKAGES = ("sandtable.contract",)
build.ROOT_PAGES = {{}}
build.rulebooks = lambda: ["demo"]
build.INDEX = Path({docs!r}) / "index.md"
pages.sandtable.__all__ = ["names"]
sys.exit(build.build(Path({docs!r}), Path({folder!r})))
"""
"""Builds a site of one page, one rulebook and one package."""


def build(folder, page, change=""):
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "index.md").write_text("# Small\n\n```{toctree}\n:glob:\npage\nrulebooks/*\nreference/*\n```\n")
    (docs / "page.md").write_text(page)
    code = SMALL.format(site=str(SITE), docs=str(docs), folder=str(folder / "site"))
    code = code.replace("sys.exit", f"{change}\nsys.exit")
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_page_whose_links_lead_somewhere_is_built(tmp_path):
    page = "# Page\n\n[a rule](rulebooks/demo.md#ds-5) [a chapter](rulebooks/demo.md#3-fire) [itself](#page)\n"
    done = build(tmp_path, page)
    assert done.returncode == 0, done.stderr
    assert 'id="ds-5"' in (tmp_path / "site/html/rulebooks/demo.html").read_text(encoding="utf-8")
    reference = (tmp_path / "site/html/reference/sandtable.contract.html").read_text(encoding="utf-8")
    assert "sandtable.contract.golden.perft" in reference


def test_broken_links_and_missing_anchors_fail_and_fail_again(tmp_path):
    page = "# Page\n\n[a page](nowhere.md)\n[a rule](rulebooks/demo.md#ds-99)\n[a heading](#nothing-here)\n"
    for done in (build(tmp_path, page), build(tmp_path, page)):
        assert done.returncode == 1
        assert all(words in done.stderr for words in ("page.md:3", "nowhere.md", "ds-99", "nothing-here"))


def test_a_public_name_without_a_docstring_fails(tmp_path):
    silent = "import sandtable.contract.golden as golden; golden.perft.__doc__ = None"
    done = build(tmp_path, "# Page\n", silent)
    assert done.returncode == 1
    assert "sandtable.contract.golden.perft is public and not in the reference: give it a docstring" in done.stderr


def test_every_rule_has_an_anchor_of_its_own():
    spec = importlib.util.spec_from_file_location("pages", SITE / "pages.py")
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    for name in rulebooks():
        assert len({pages.anchor(rule.id).lower() for rule in rulebook(name)}) == len(rulebook(name))


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_examples_of_the_guides_run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
