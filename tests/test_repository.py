"""The repository itself: what the README shows works, and nothing stands in it that does not belong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.systems import rulebook, rulebooks

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def tracked():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_readmes_python_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "DS " in done.stdout


def test_every_command_of_the_readme_is_there():
    commands = set(re.findall(r"\$ sandtable (\w+)", README))
    shown = subprocess.run([sys.executable, "-m", "sandtable"], capture_output=True, text=True, check=False).stdout
    assert commands >= {"play", "odds", "replay", "verify", "rules", "fuzz", "bench"}
    assert all(re.search(rf"\b{command}\b", shown) for command in commands)


def test_every_link_of_the_documents_leads_somewhere():
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_no_path_of_a_machine_and_no_package_host_is_in_the_tree():
    words = re.compile(
        r"(?<![.\w])/" + "(work|root|home)/|" + "pypi" + r"\.org|python" + r"hosted|registry\.npm", re.IGNORECASE
    )
    for file in tracked():
        text = file.read_bytes().decode("utf-8", "ignore")
        found = words.search(text)
        assert found is None, f"{file.relative_to(ROOT)} has {found[0]}"


def test_every_event_modifier_and_option_names_a_rule_that_exists():
    known = {rule.id for name in rulebooks() for rule in rulebook(name)}
    for name in sandtable.names():
        system = sandtable.load(name).system
        for option in system.options:
            assert not option.rule or option.rule in known
    sources = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/sandtable/systems/demo").glob("*.py"))
    assert set(re.findall(r'"(DS [0-9.]+)"', sources)) <= known


@pytest.mark.parametrize("script", ["play", "test", ".ci/run", "locks/update"])
def test_the_scripts_can_be_run(script):
    assert (ROOT / script).stat().st_mode & 0o111


def test_an_old_python_is_told_what_is_needed():
    code = (
        "import sys; sys.version_info = (3, 8, 1); import launch;"
        "launch.shutil.which = lambda name: None; launch.prepare('play')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().endswith(
        "Python 3.11 or newer is needed; this is Python 3.8, and no newer one was found."
    )


def test_importing_the_engine_loads_neither_numpy_nor_the_command_line():
    heavy = ("numpy", "numba", "typer", "rich", "shapely")
    code = f"import sys, sandtable; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_play_installs_is_enough_for_the_server():
    """Whatever only the tests bring is hidden: `./play` on another machine has not got it."""
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "locks" / "play.txt").read_text(), re.MULTILINE))
    code = f"""
import importlib.metadata, re, sys
locked = {locked!r} | {{"sandtable"}}
named = importlib.metadata.packages_distributions()
hidden = {{name for name, whose in named.items()
          if not any(re.sub("[-_.]+", "-", each).lower() in locked for each in whose)}}
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"{{name}} is not in locks/play.txt", name=name)
sys.meta_path.insert(0, Hide())
import sandtable.server.app, sandtable.cli.app
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[-600:]
