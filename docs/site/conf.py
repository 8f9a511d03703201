"""How Sphinx builds the documentation site; `build.py` runs it."""

import re
from typing import Any

from pages import give_types, modules
from sphinx.addnodes import desc_annotation
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain

import sandtable

project = "Sandtable"
author = "the Sandtable authors"
version = release = sandtable.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Sandtable"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#4d5d2c", "color-brand-content": "#4d5d2c"},
    "dark_css_variables": {"color-brand-primary": "#b9c98a", "color-brand-content": "#b9c98a"},
}
default_role = "code"
"""A docstring writes `names` as Markdown does."""
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries = False
suppress_warnings = ["ref.python"]
"""A type that two modules name alike is shown without a link."""
html_domain_indices = False
autodoc_use_type_comments = False


class Names(PythonDomain):
    """Python's names, found quickly: Sphinx compares every type with every name, which takes a third of the build."""

    def find_obj(self, env: Any, modname: Any, classname: Any, name: str, type: Any, searchmode: int = 0) -> Any:
        """What a name stands for; most types, such as int, are not ours."""
        if len(self.objects) != getattr(self, "counted", -1):
            self.counted = len(self.objects)
            self.ours = {each.rpartition(".")[2] for each in self.objects}
        if name.rstrip("()").rpartition(".")[2] not in self.ours:
            return []
        return super().find_obj(env, modname, classname, name, type, searchmode)


def readable(app: Any, what: str, name: str, thing: Any, options: Any, signature: str | None, returns: Any) -> Any:
    """A signature without `<factory>` and the like, which Sphinx cannot read."""
    return (re.sub(r"= ?<[^<>]*>", "= ...", signature), returns) if signature else None


def skipped(app: Any, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Whether to leave a member out: a field of a named tuple has only the words that Python gives it."""
    return True if str(getattr(thing, "__doc__", "")).startswith("Alias for field number") else None


def without_long_values(app: Any, page: Any) -> None:
    """Leave out the values of constants that fill more than a line."""
    for node in [*page.findall(desc_annotation)]:
        if len(node.astext()) > 60 and node.astext().lstrip().startswith("="):
            node.parent.remove(node)


def with_types(app: Any, config: Any) -> None:
    """Let the modules of the reference name the types of their signatures."""
    for package in config.packages:
        for module in modules(package):
            give_types(module)


def setup(app: Sphinx) -> None:
    """Use them."""
    app.add_config_value("packages", [], "env", list)
    app.connect("config-inited", with_types)
    app.add_domain(Names, override=True)
    app.connect("autodoc-process-signature", readable)
    app.connect("doctree-read", without_long_values)
    app.connect("autodoc-skip-member", skipped)
