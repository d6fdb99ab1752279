"""Paths into a document: parsed into steps, followed to every place they name."""

import re
from typing import Any, NamedTuple, Optional

__all__ = []

WORD = re.compile(r"[^\s.\[\]*\"']+")
INDEX = re.compile(r"\[\s*(-?\d+)\s*\]")
SLICE = re.compile(r"\[\s*(-?\d*)\s*:\s*(-?\d*)\s*\]")
QUOTED = re.compile(r"\[\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)')\s*\]")
PLAIN = re.compile(r"[^\W\d][\w-]*\Z")


class Step(NamedTuple):
    kind: str
    name: str = ""
    index: int = 0
    start: Optional[int] = None
    end: Optional[int] = None


def parse_path(path: str) -> list[Step]:
    text = path.strip()
    position = 1 if text.startswith("$") else 0
    steps: list[Step] = []
    while position < len(text):
        step, position = _step(text, position, not steps and position == 0)
        steps.append(step)
    return steps


def _step(text: str, position: int, is_first: bool) -> tuple[Step, int]:
    if text.startswith("..", position):
        match = WORD.match(text, position + 2)
        if not match:
            raise ValueError(f"A name is missing after .. in {text!r}.")
        return Step("deep", match[0]), match.end()
    if text[position] == "[":
        return _bracket(text, position)
    if text[position] == ".":
        position += 1
    elif not is_first and text[position] != "*":
        raise ValueError(f"{text!r} cannot be read at character {position + 1}: a step begins with . or [.")
    if text.startswith("*", position):
        return Step("all"), position + 1
    match = WORD.match(text, position)
    if not match:
        raise ValueError(f"A name is missing at character {position + 1} of {text!r}.")
    return Step("name", match[0]), match.end()


def _bracket(text: str, position: int) -> tuple[Step, int]:
    if text.startswith("[*]", position):
        return Step("all"), position + 3
    match = INDEX.match(text, position)
    if match:
        return Step("index", index=int(match[1])), match.end()
    match = SLICE.match(text, position)
    if match:
        return Step("slice", start=int(match[1]) if match[1] else None, end=int(match[2]) if match[2] else None), match.end()
    match = QUOTED.match(text, position)
    if match:
        return Step("name", re.sub(r"\\(.)", r"\1", match[1] if match[1] is not None else match[2])), match.end()
    raise ValueError(f"{text!r} cannot be read at character {position + 1}: [0], [1:3], [*] or [\"name\"] is expected.")


def find(root: Any, steps: list[Step]) -> list[tuple[str, Any]]:
    """Every place that the steps name, in document order. A path to one place that is not there is an error that says how far it got."""
    places = [("$", root)]
    is_single = all(step.kind in ("name", "index") for step in steps)
    for step in steps:
        following = [found for place, value in places for found in _follow(place, value, step)]
        if not following and is_single:
            raise ValueError(_missing(places[0][0], places[0][1], step))
        places = following
    return places


def _follow(place: str, value: Any, step: Step) -> list[tuple[str, Any]]:
    if step.kind == "name":
        return [(f"{place}{shown(step.name)}", value[step.name])] if isinstance(value, dict) and step.name in value else []
    if step.kind == "deep":
        return _deep(place, value, step.name)
    if step.kind == "all" and isinstance(value, dict):
        return [(f"{place}{shown(name)}", member) for name, member in value.items()]
    if not isinstance(value, list):
        return []
    if step.kind == "index":
        index = step.index + len(value) if step.index < 0 else step.index
        return [(f"{place}[{index}]", value[index])] if 0 <= index < len(value) else []
    indexes = range(len(value)) if step.kind == "all" else range(*slice(step.start, step.end).indices(len(value)))
    return [(f"{place}[{index}]", value[index]) for index in indexes]


def _deep(place: str, root: Any, name: str) -> list[tuple[str, Any]]:
    found, pending = [], [(place, root)]
    while pending:
        at, value = pending.pop()
        if isinstance(value, dict):
            if name in value:
                found.append((f"{at}{shown(name)}", value[name]))
            pending.extend((f"{at}{shown(key)}", member) for key, member in reversed(list(value.items())))
        elif isinstance(value, list):
            pending.extend((f"{at}[{index}]", value[index]) for index in range(len(value) - 1, -1, -1))
    return found


def _missing(place: str, value: Any, step: Step) -> str:
    wanted = f"no entry {step.index}" if step.kind == "index" else f"no member {step.name!r}"
    if isinstance(value, dict):
        names = ", ".join(list(value)[:20])
        return f"{place} has {wanted}. Its members are: {names or 'none'}{', ...' if len(value) > 20 else ''}."
    if isinstance(value, list):
        hint = f" Use {place}[*]{shown(step.name)} for all entries." if step.kind == "name" else ""
        return f"{place} has {wanted}: it is a list of {len(value)}.{hint}"
    return f"{place} has {wanted}: it is a plain value."


def shown(name: str) -> str:
    """A member's name as a step of a path."""
    if PLAIN.match(name):
        return f".{name}"
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'["{quoted}"]'
