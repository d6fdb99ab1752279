"""Finds the functions that a skill's Python files offer, by reading their syntax trees. Nothing is imported or run.

Reads `{"skills": [[{"path", "text"}, ...], ...]}` from standard input and writes, per skill and in order,
`{"functions": [{"name", "description", "inputSchema", "file", "line"}], "findings": [{"level", "rule", "message", "file", "line"}],
"requirements": [...]}`.

A function is offered when `__all__` names it; without `__all__`, when it is public, annotated and documented and its
module has no `__main__` guard. Modules whose name starts with an underscore are internal (PEP 8).
"""

import ast
import json
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from annotations import Refused, SchemaMaker, parameters_schema  # noqa: E402
from dependencies import missing_packages, requirements_of  # noqa: E402
from docstrings import parse_docstring  # noqa: E402
from modules import Module  # noqa: E402

MAX_DESCRIPTION = 4_000
# Of the schema of one function, as JSON, and functions of one skill. All of it stands in every request to the model.
MAX_SCHEMA = 20_000
MAX_FUNCTIONS = 100


def finding(level, rule, message, file, line=None):
    result = {"level": level, "rule": rule, "message": message, "file": file}
    return {**result, "line": line} if line else result


def parse(file, findings):
    path, text = file["path"], file["text"]
    try:
        return Module(path, ast.parse(text.lstrip("\ufeff"), filename=path))
    except SyntaxError as error:
        findings.append(finding("error", "python-syntax", f"Python cannot read this file: {error.msg}.", path, error.lineno))
    except (ValueError, RecursionError, MemoryError) as error:
        findings.append(finding("error", "python-syntax", f"Python cannot read this file: {error}.", path, 1))
    return None


def all_parameters(function):
    arguments = function.args
    extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return arguments.posonlyargs + arguments.args + arguments.kwonlyargs + extra


def note(function, reason, path):
    message = f"{function.name} is not offered: {reason}."
    return finding("info", "function-not-exported", message, path, function.lineno)


def is_offered(function, findings, path):
    """Whether a function counts as public, annotated and documented; says why where it does not."""
    if function.name.startswith("_"):
        return False
    parameters = all_parameters(function)
    bare = [parameter.arg for parameter in parameters if parameter.annotation is None]
    if not ast.get_docstring(function):
        findings.append(note(function, "it has no docstring; write one or name it in __all__", path))
        return False
    if not bare and (parameters or function.returns is not None):
        return True
    if bare and len(bare) < len(parameters):
        message = f"{function.name} is not offered: annotate {', '.join(bare)} or name the function in __all__."
        findings.append(finding("warning", "function-not-annotated", message, path, function.lineno))
    else:
        findings.append(note(function, "it has no annotations; add them or name it in __all__", path))
    return False


def is_test(path):
    """Tests are for the author: nothing in them is for agents."""
    name = path.rsplit("/", 1)[-1]
    return "tests" in path.split("/")[:-1] or name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def left_out(module, reason):
    """One note for a module whose functions are not offered, at the first of them."""
    public = [function for function in module.functions.values() if not function.name.startswith("_")]
    if not public:
        return []
    names = ", ".join(function.name for function in public[:20])
    message = f"{module.path} offers no functions ({names}): {reason}."
    return [finding("info", "function-not-exported", message, module.path, public[0].lineno)]


def chosen(module, findings):
    if module.unreadable_all:
        message = "__all__ is not a plain list of names, so it offers no functions: write the names out."
        findings.append(finding("warning", "all-unreadable", message, module.path, module.unreadable_all))
    if module.exported is None:
        if module.has_guard:
            findings += left_out(module, "it is a script with a __main__ guard; name functions in __all__ to offer them")
            return []
        if module.name.startswith("_") and module.name != "__init__":
            findings += left_out(module, "its name begins with an underscore; name functions in __all__ to offer them")
            return []
        for function in module.conditional[:20]:
            if not function.name.startswith("_") and function.name not in module.functions:
                findings.append(note(function, "it is defined under a condition; define it at the top level", module.path))
        return [function for function in module.functions.values() if is_offered(function, findings, module.path)]
    missing = [name for name in module.exported if name not in module.functions and name not in module.classes
               and name not in module.aliases and name not in module.imports]
    if missing:
        message = f"__all__ names what the file does not define: {', '.join(missing)}."
        findings.append(finding("warning", "all-unknown-name", message, module.path, module.all_line))
    for function in list(module.functions.values())[:50]:
        if not function.name.startswith("_") and function.name not in module.exported and module.exported:
            findings.append(note(function, "__all__ does not name it", module.path))
    return [module.functions[name] for name in dict.fromkeys(module.exported) if name in module.functions]


def describe(function, module, modules, findings):
    text, parameter_texts = parse_docstring(ast.get_docstring(function))
    if not text:
        message = f"{function.name} has no docstring: the model learns only its name."
        findings.append(finding("warning", "function-not-documented", message, module.path, function.lineno))
    maker = SchemaMaker(modules)
    try:
        schema = parameters_schema(function, module, maker, parameter_texts)
        size = len(json.dumps(schema))
        if size > MAX_SCHEMA:
            raise Refused(f"its schema has {size} characters, at most {MAX_SCHEMA} are given to a model")
    except (Refused, RecursionError) as error:
        message = f"{function.name} is not offered: {error}."
        findings.append(finding("warning", "function-refused", message, module.path, function.lineno))
        return None
    if maker.unknown:
        message = f"{function.name} uses types that are not understood and take any value: {', '.join(dict.fromkeys(maker.unknown))}."
        findings.append(finding("warning", "type-unknown", message, module.path, function.lineno))
    return {
        "name": function.name, "description": text[:MAX_DESCRIPTION] or f"{function.name} of {module.path}",
        "inputSchema": schema, "file": module.path, "line": function.lineno,
    }


def analyse(files):
    findings = []
    sources = [file for file in files if file["path"].endswith(".py") and not is_test(file["path"])]
    modules = [module for module in (parse(file, findings) for file in sources) if module]
    by_name = {module.name: module for module in reversed(modules)}
    functions = []
    for module in modules:
        for function in chosen(module, findings):
            described = describe(function, module, by_name, findings)
            if described:
                functions.append(described)
    if len(functions) > MAX_FUNCTIONS:
        first = functions[MAX_FUNCTIONS]
        message = f"Only the first {MAX_FUNCTIONS} of {len(functions)} functions are offered: name the ones that matter in __all__."
        findings.append(finding("warning", "functions-many", message, first["file"], first["line"]))
        del functions[MAX_FUNCTIONS:]
    for rule, path, line, message in missing_packages(files, modules):
        level = "warning" if rule == "dependency-missing" else "info"
        findings.append(finding(level, rule, message, path, line))
    wanted, refused = requirements_of([file for file in files if not is_test(file["path"])])
    findings += [finding("warning", "requirement-refused", message, path, line) for path, line, message in refused]
    return {"functions": functions, "findings": findings, "requirements": wanted}


def main():
    warnings.simplefilter("ignore")
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    json.dump([analyse(files) for files in request["skills"]], sys.stdout)


if __name__ == "__main__":
    main()
