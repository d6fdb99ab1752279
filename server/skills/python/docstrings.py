"""Reads what a docstring says about a function: its description and a text for each parameter.

Understands the Google, NumPy and reST styles at a basic level; whatever it does not understand stays in the description.
"""

import inspect
import re

PARAMETERS = {"args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters", "attributes"}
RETURNS = {"returns", "return"}
LEFT_OUT = {"raises", "yields", "see also", "references"}
KEPT = {"note", "notes", "example", "examples", "warning", "warnings"}
HEADINGS = PARAMETERS | RETURNS | LEFT_OUT | KEPT

GOOGLE_HEADING = re.compile(r"^([A-Za-z ]+):\s*$")
GOOGLE_ENTRY = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")
NUMPY_ENTRY = re.compile(r"^\*{0,2}(\w+(?:\s*,\s*\w+)*)\s*(?::.*)?$")
FIELD = re.compile(r"^:(\w+)\s*([^:]*):\s*(.*)$")


def parse_docstring(text):
    """Gives (description, {parameter: text})."""
    lines = inspect.cleandoc(text or "").splitlines()
    lines, fields = _take_fields(lines)
    preamble, sections = _split_sections(lines)
    parameters = dict(fields["parameters"])
    parts = ["\n".join(preamble).strip()]
    for heading, style, body in sections:
        if heading in PARAMETERS:
            parameters.update(_numpy_entries(body) if style == "numpy" else _google_entries(body))
        elif heading in RETURNS:
            parts.append("Returns: " + _flat(body))
        elif heading in KEPT:
            parts.append(heading.capitalize() + ": " + "\n".join(body).strip())
    if fields["returns"]:
        parts.append("Returns: " + fields["returns"])
    return "\n\n".join(part for part in parts if part), parameters


def _flat(lines):
    return " ".join(" ".join(lines).split())


def _indent(line):
    return len(line) - len(line.lstrip())


def _heading(lines, index):
    """The section that begins on this line: (name, style, lines it takes), or None."""
    line = lines[index]
    if index + 1 < len(lines) and re.fullmatch(r"\s*-{3,}\s*", lines[index + 1]) and line.strip().lower() in HEADINGS:
        return line.strip().lower(), "numpy", 2
    match = GOOGLE_HEADING.match(line)
    if match and match.group(1).strip().lower() in HEADINGS:
        return match.group(1).strip().lower(), "google", 1
    return None


def _split_sections(lines):
    preamble, sections, index = [], [], 0
    current = preamble
    in_google = False
    while index < len(lines):
        heading = _heading(lines, index)
        if heading:
            name, style, taken = heading
            current = []
            in_google = style == "google"
            sections.append((name, style, current))
            index += taken
            continue
        line = lines[index]
        if in_google and line.strip() and _indent(line) == 0:
            current, in_google = preamble, False
        current.append(line)
        index += 1
    return preamble, sections


def _google_entries(lines):
    entries, name, base = {}, None, None
    for line in lines:
        if not line.strip():
            continue
        base = _indent(line) if base is None else base
        match = GOOGLE_ENTRY.match(line.strip()) if _indent(line) <= base else None
        if match:
            name = match.group(1)
            entries[name] = match.group(2).strip()
        elif name:
            entries[name] = (entries[name] + " " + line.strip()).strip()
    return entries


def _numpy_entries(lines):
    entries, names = {}, []
    for line in lines:
        if not line.strip():
            continue
        match = NUMPY_ENTRY.match(line.strip()) if _indent(line) == 0 else None
        if match:
            names = [name.strip() for name in match.group(1).split(",")]
            entries.update({name: "" for name in names})
        else:
            for name in names:
                entries[name] = (entries[name] + " " + line.strip()).strip()
    return entries


def _take_fields(lines):
    """Takes `:param x:` and its like out of the lines."""
    kept, parameters, returns, target = [], {}, "", None
    for line in lines:
        match = FIELD.match(line)
        if match:
            kind, argument, text = match.groups()
            target = None
            if kind in ("param", "parameter", "arg", "argument", "key", "keyword") and argument.split():
                target = argument.split()[-1].lstrip("*")
                parameters[target] = text.strip()
            elif kind in ("return", "returns"):
                target = "return"
                returns = text.strip()
            else:
                target = ""
        elif target is not None and line.strip() and _indent(line) > 0:
            if target == "return":
                returns = (returns + " " + line.strip()).strip()
            elif target:
                parameters[target] = (parameters[target] + " " + line.strip()).strip()
        else:
            target = None
            kept.append(line)
    return kept, {"parameters": parameters, "returns": returns}
