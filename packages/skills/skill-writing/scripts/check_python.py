"""Looks at the Python of a skill without running it."""

import ast
from typing import Any

__all__ = []


def check_python(path: str, source: str) -> tuple[list[str], list[dict[str, Any]]]:
    """The functions that a file offers, and what is wrong with it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as problem:
        line = f"line {problem.lineno}: " if isinstance(problem, SyntaxError) and problem.lineno else ""
        return [], [_finding("error", path, f"{line}{getattr(problem, 'msg', problem)}.")]
    exported = _exported(tree)
    functions = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    findings = []
    for name in exported if exported is not None else []:
        if name not in functions:
            findings.append(_finding("error", path, f"__all__ names {name!r}, and there is no such function."))
    offered = [name for name in functions if (name in exported if exported is not None else _looks_public(functions[name], tree))]
    for name in offered:
        findings += _check_function(path, functions[name])
    return offered, findings


def _check_function(path: str, node: Any) -> list[dict[str, Any]]:
    findings, place = [], f"{node.name}, line {node.lineno}:"
    parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    if node.args.vararg:
        findings.append(_finding("error", path, f"{place} *{node.args.vararg.arg} cannot be called with named arguments. Take a list."))
    bare = [parameter.arg for parameter in parameters if parameter.annotation is None]
    if bare:
        findings.append(_finding("error", path, f"{place} {', '.join(bare)} has no type. Without one the model cannot know what to give."))
    plain = [one.arg for one in parameters if one.annotation is not None and "Annotated" not in ast.dump(one.annotation) and not isinstance(one.annotation, ast.Name)]
    if plain:
        findings.append(_finding("info", path, f"{place} say what {', '.join(plain)} is, with Annotated[type, \"text\"]."))
    if not ast.get_docstring(node):
        findings.append(_finding("error", path, f"{place} a docstring is missing. It is the tool's description."))
    return findings


def _exported(tree: ast.Module):
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                return None
            return [str(name) for name in value] if isinstance(value, (list, tuple)) else None
    return None


def _looks_public(node: Any, tree: ast.Module) -> bool:
    has_guard = any(isinstance(one, ast.If) and "__main__" in ast.dump(one.test) for one in tree.body)
    return not has_guard and not node.name.startswith("_") and bool(ast.get_docstring(node))


def _finding(level: str, file: str, message: str) -> dict[str, Any]:
    return {"level": level, "file": file, "message": message}
