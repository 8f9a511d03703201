"""What can be changed in a source file: numbers, comparisons, conditions, calls, returns. Never words."""

import ast
import copy
import dataclasses
import hashlib
from collections import Counter
from dataclasses import dataclass, field

NOT_RULES = ("drawing.py", "picture.py")
"""Modules that draw for people."""
NOT_RULES_EITHER = frozenset(
    {
        "_outcome",
        "changes",
        "draw",
        "harm",
        "name_of",
        "owner",
        "phrase",
        "prompt",
        "says",
        "severity",
        "words",
        "worth",
    }
)
"""Functions that write for people, or that value a position for bots."""
NO_EFFECT = frozenset({"strict", "maxsize"})
"""Keyword arguments that no rule is in: they guard, or say how much to keep."""

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
CONSTANTS = {"bool": ("True", "False"), "int": ("0", "1"), "tuple": ("()",), "list": ("[]",)}
"""What a function that returns this type could return whatever it is asked."""


@dataclass(frozen=True)
class Mutant:
    """One change in one file. `file`, `function`, `text` (the line) and `change` name it, wherever the line goes."""

    file: str
    function: str
    text: str
    change: str
    line: int = field(compare=False)
    lines: tuple[int, int] = field(compare=False)
    """The first and last line of its statement; of an `if` or a loop only those before its body."""
    number: int = field(compare=False)
    """Its place among all mutants of the file."""
    code: str = field(compare=False)
    """A digest of the function it is in: another one means that the code has changed."""
    inside: bool = field(compare=False)
    """Whether it is in the body of a function: that can be replaced after it was imported."""

    @property
    def key(self):
        """What names it in results and in the list of equivalents."""
        return (self.file, self.function, self.text, self.change)


def mutants_of(source, file):
    """All mutants of a source file, in the order of the text.

    >>> [each.change for each in mutants_of("def far(range) -> bool:\\n    return range > 8\\n", "x.py")]
    ['range > 8 -> True', 'range > 8 -> False', 'range > 8 -> range >= 8', '8 -> 9', '8 -> 7']
    """
    found, seen, rows, digests = [], Counter(), source.splitlines(), {}
    for number, (site, before, after) in enumerate(_changes(ast.parse(source))):
        line = getattr(site.node, "target", site.node).lineno  # the `for` of a comprehension has no line itself
        text = rows[line - 1].strip()
        change = f"{_words(before)} -> {_words(after)}"
        seen[site.function, text, change] += 1
        again = seen[site.function, text, change]
        if site.whole not in digests:
            digests[site.whole] = hashlib.sha256(ast.unparse(site.whole).encode()).hexdigest()[:12]
        found.append(
            Mutant(
                file,
                site.function,
                text,
                change if again == 1 else f"{change} #{again}",
                line,
                _lines(site.statement),
                number,
                digests[site.whole],
                site.inside and not isinstance(site.statement, ast.FunctionDef | ast.ClassDef),
            )
        )
    return found


def mutated(source, number):
    """The syntax tree of a file with this one of its mutants in it.

    >>> ast.unparse(mutated("def far(range) -> bool:\\n    return range > 8\\n", 3))
    'def far(range) -> bool:\\n    return range > 9'
    """
    tree = ast.parse(source)
    site, _, after = next(each for place, each in enumerate(_changes(tree)) if place == number)
    _become(site.node, after)
    return tree


@dataclass(frozen=True)
class _Site:
    """A node that can be changed, and what is around it."""

    node: ast.AST
    function: str
    returns: str
    statement: ast.AST
    whole: ast.AST
    inside: bool = False


def _changes(tree):
    """(site, old node, new node) of every change, in the order of the text. Nothing is changed yet."""
    for site in _sites(tree, _Site(tree, "", "", tree, tree)):
        for before, after in _variants(site):
            yield site, before, after


def _sites(node, around):
    """Every node in which a rule can be, with what is around it."""
    if (
        isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom)
        or _is_log(node)
        or _is_no_rule(node)
    ):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name in NOT_RULES_EITHER:
            return
        name = f"{around.function}.{node.name}" if around.function else node.name
        returns = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else ""
        whole = around.whole if around.function else node
        around = _Site(node, name, returns, node, whole, isinstance(node, ast.FunctionDef))
    elif isinstance(node, ast.stmt):
        whole = around.whole if around.function else node
        around = _Site(node, around.function, around.returns, node, whole, around.inside)
    yield dataclasses.replace(around, node=node)
    for child in _children(node):
        yield from _sites(child, around)


def _children(node):
    """The parts of a node without annotations, decorators, type arguments and keywords that hold no rule."""
    if isinstance(node, ast.ClassDef):
        return node.body
    if isinstance(node, ast.FunctionDef):
        return [*node.args.defaults, *(each for each in node.args.kw_defaults if each), *node.body]
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value else []
    if isinstance(node, ast.Call):
        keywords = [each.value for each in node.keywords if each.arg not in NO_EFFECT]
        return [node.func, *node.args, *keywords]
    return list(ast.iter_child_nodes(node))


def _variants(site):
    """(old, new) for every way to change this node."""
    node = site.node
    match node:
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield node, ast.Constant(node.value + 1)
            yield node, ast.Constant(node.value - 1)
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                operators = [*node.ops]
                operators[place] = COMPARISONS[type(operator)]()
                yield node, ast.Compare(node.left, operators, node.comparators)
        case ast.BoolOp():
            yield node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            for place in range(len(node.values)):
                rest = [each for other, each in enumerate(node.values) if other != place]
                yield node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.BinOp() if type(node.op) in SUMS and not _is_text(node):
            yield node, ast.BinOp(node.left, SUMS[type(node.op)](), node.right)
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITES:
            yield node, ast.Call(ast.Name(OPPOSITES[name], ast.Load()), node.args, node.keywords)
        case ast.Expr(value=ast.Call()):
            yield node, ast.Pass()
        case ast.If() | ast.IfExp() | ast.While() if not isinstance(node.test, ast.BoolOp | ast.Constant):
            for value in (True, False):
                if value is False or not isinstance(node, ast.While):
                    yield node.test, _with(node, test=ast.Constant(value))
        case ast.comprehension(ifs=[_, *_]):
            for place, test in enumerate(node.ifs):
                ifs = [*node.ifs]
                ifs[place] = ast.Constant(True)
                yield test, _with(node, ifs=ifs)
        case ast.Return() if node.value and not isinstance(node.value, ast.Constant):
            for value in CONSTANTS.get(site.returns.partition("[")[0], ()) + _nothing(site.returns):
                if ast.unparse(node.value) != value:
                    yield node.value, ast.Return(ast.parse(value, mode="eval").body)


def _nothing(returns):
    return ("None",) if returns.endswith("| None") else ()


def _is_no_rule(node):
    """Whether it is for type checkers alone, or says how much work a step is for those who count."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assign(targets=[ast.Name(id="work")]):
            return True
    return False


def _is_log(node):
    """Whether it is a statement that only tells what happened."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="log"))):
            return True
    return False


def _is_text(node):
    """Whether a sum joins words or rows, not numbers."""
    parts = (ast.Constant, ast.JoinedStr, ast.List, ast.Tuple)
    return any(
        isinstance(each, parts) and not (isinstance(each, ast.Constant) and isinstance(each.value, int))
        for each in (node.left, node.right)
    )


def _with(node, **changed):
    new = copy.copy(node)
    for name, value in changed.items():
        setattr(new, name, value)
    return new


def _become(node, new):
    """Turn a node of a tree into another."""
    if "lineno" in node._attributes:
        ast.copy_location(new, node)
    contents = dict(new.__dict__)
    node.__class__ = new.__class__
    node.__dict__.clear()
    node.__dict__.update(contents)
    ast.fix_missing_locations(node)


def _lines(statement):
    """The lines of a statement; of one with a body, those before the body."""
    first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        return first, max(first, body[0].lineno - 1)
    return first, statement.end_lineno


def _words(node):
    """A node as a line of text, the test alone of an `if`."""
    match node:
        case ast.Return():
            node = node.value
        case ast.If() | ast.While() | ast.IfExp() if isinstance(node.test, ast.Constant):
            node = node.test
        case ast.comprehension():
            return "True"
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.copy(node))).split())
