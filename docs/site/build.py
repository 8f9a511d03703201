"""Build the documentation site into `build/site/html`, and refuse broken links and names without documentation.

python docs/site/build.py          reads what has changed, and writes every page
python docs/site/build.py --all    reads everything again
python docs/site/build.py --quick  leaves most of the reference out, as ./test does without --long
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
ROOT = DOCS.parent
BUILD = ROOT / "build" / "site"
INDEX = HERE / "index.md"
sys.path[:0] = [str(HERE)]

from pages import FEW, PACKAGES, modules, public, reference, rulebook_page  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402
from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: E402

from sandtable.systems import rulebooks  # noqa: E402

ROOT_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "benchmarks/results.md": "benchmarks.md",
}
"""Pages from outside `docs`, and their names on the site."""


def gather(docs: Path, source: Path, packages: Sequence[str]) -> None:
    """Put the pages together for Sphinx: those of `docs`, of the root, and those written from the program."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in sorted(docs.glob("*.md"))}
    pages |= {f"studies/{path.name}": path.read_text(encoding="utf-8") for path in sorted(docs.glob("studies/*.md"))}
    pages["index.md"] = INDEX.read_text(encoding="utf-8")
    for path, name in ROOT_PAGES.items():
        pages[name] = _moved((ROOT / path).read_text(encoding="utf-8"))
    pages |= {f"rulebooks/{name}.md": rulebook_page(name) for name in rulebooks()}
    pages |= {f"reference/{name}": page for name, page in reference(packages).items()}
    files = {f"_static/{path.name}": path for path in sorted((HERE / "static").iterdir())}
    files |= {str(path.relative_to(docs)): path for path in sorted(docs.glob("screenshots/*"))}
    files |= {path.name: path for path in sorted(docs.glob("*.svg"))}
    files |= {str(path.relative_to(docs)): path for path in sorted(docs.glob("studies/*.svg"))}
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.relative_to(source).as_posix() not in pages.keys() | files.keys():
            path.unlink()
    for name, text in pages.items():
        _write(source / name, text)
    for name, path in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, source / name)


def build(
    docs: Path = DOCS, folder: Path = BUILD, *, whole: bool = False, packages: Sequence[str] | None = None
) -> int:
    """Build the site from these pages into `folder/html`, with the reference of these packages, or of all of them.

    Returns the exit code, which is not 0 if anything is broken.
    """
    packages = PACKAGES if packages is None else packages
    gather(docs, folder / "source", packages)
    trees = folder / "trees"
    if any(path.stat().st_mtime > _written(trees / "environment.pickle") for path in HERE.glob("*.py")):
        whole = True
    with patch_docutils(str(HERE)), docutils_namespace():
        app = Sphinx(
            srcdir=folder / "source",
            confdir=HERE,
            outdir=folder / "html",
            doctreedir=trees,
            buildername="html",
            status=None,
            freshenv=whole,
            confoverrides={"packages": list(packages)},
            warningiserror=True,
        )
        app.build(force_all=True)  # every page is written: a link to what has changed elsewhere may now be broken
    documented = app.env.domains.python_domain.objects
    missing = [name for package in packages for module in modules(package) for name in public(module)]
    missing = [name for name in missing if name not in documented]
    for name in missing:
        print(f"{name} is public and not in the reference: give it a docstring", file=sys.stderr)
    if missing or app.statuscode:
        shutil.rmtree(trees)  # else the next build would not read the faulty pages again, and be content
        return 1
    return 0


def _written(path: Path) -> float:
    return path.stat().st_mtime if path.is_file() else 0


def _moved(text: str) -> str:
    """A page of the root with its links as they are on the site."""
    for path, name in ROOT_PAGES.items():
        text = text.replace(f"]({path}", f"]({name}")
    return text.replace("](docs/", "](")


def _write(path: Path, text: str) -> None:
    """Write a page if it has changed: Sphinx builds again what is new."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Build the site, and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="read everything again")
    parser.add_argument("--quick", action="store_true", help="leave most of the reference out")
    given = parser.parse_args()
    code = build(whole=given.all, packages=FEW if given.quick else PACKAGES)
    if code == 0:
        print(f"The site is in {(BUILD / 'html' / 'index.html').relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
