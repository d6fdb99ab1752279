"""The two borders of a call: JSON to the types a function asks for, and what it returns back to JSON.

Forms of what JSON lacks: date, datetime and time as ISO 8601; timedelta as seconds; Decimal and whole numbers beyond 2**53
as text; NaN and the infinities as "NaN", "Infinity", "-Infinity"; bytes as {"base64": ...}; paths as text, relative to
the working folder where they lie in it; sets as lists; dataclasses and named tuples as objects.
"""

import base64
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import json
import math
import os
import pathlib
import sys
import types
import typing
import uuid

MAX_DEPTH = 100
SAFE_INTEGER = 2**53 - 1


class ArgumentProblem(Exception):
    """An argument does not fit; the text says which and what it should be."""


class ValueProblem(Exception):
    """The return value has no form in JSON."""


def from_json(function, arguments):
    """Positional and named arguments for the function, converted to what it is annotated with."""
    hints = _hints(function)
    positional, named = [], {}
    parameters = inspect.signature(function).parameters
    for name, parameter in parameters.items():
        if name not in arguments:
            continue
        try:
            value = _convert(arguments[name], hints.get(name, typing.Any))
        except (ValueError, TypeError, KeyError, ArithmeticError) as error:
            raise ArgumentProblem(f"{name}: {error}") from None
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            positional.append(value)
        else:
            named[name] = value
    return positional, named


def _hints(thing):
    """The types of a function's parameters or a class's fields. One that cannot be found costs only itself."""
    try:
        return typing.get_type_hints(thing, include_extras=False)
    except Exception:
        pass
    names, hints = dict(vars(typing)), {}
    names.update(vars(sys.modules.get(getattr(thing, "__module__", ""), typing)))
    for name, text in getattr(thing, "__annotations__", {}).items():
        try:
            hints[name] = typing.get_type_hints(types.SimpleNamespace(__annotations__={name: text}), names)[name]
        except Exception:
            hints[name] = typing.Any
    return hints


def _decimal(value):
    try:
        return decimal.Decimal(str(value))
    except decimal.InvalidOperation:
        raise ValueError(f"{value!r} is no decimal number") from None


PARSERS = {
    float: lambda value: float(value) if isinstance(value, int) and not isinstance(value, bool) else value,
    bytes: lambda value: base64.b64decode(value, validate=True),
    datetime.date: datetime.date.fromisoformat,
    datetime.datetime: lambda value: datetime.datetime.fromisoformat(value.replace("Z", "+00:00")),
    datetime.time: datetime.time.fromisoformat,
    datetime.timedelta: lambda value: datetime.timedelta(seconds=value),
    decimal.Decimal: _decimal,
    uuid.UUID: uuid.UUID,
    pathlib.Path: pathlib.Path,
    pathlib.PurePath: pathlib.PurePath,
}
# Some of these are younger than the oldest Python that is supported (3.9).
UNIONS = {typing.Union, getattr(types, "UnionType", typing.Union)}
WRAPPERS = {getattr(typing, name) for name in ("Required", "NotRequired", "ReadOnly", "Final", "Annotated") if hasattr(typing, name)}
SEQUENCES = {list: list, set: set, frozenset: frozenset, collections.abc.Set: set, collections.abc.MutableSet: set}


def _convert(value, hint):
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if value is None or hint is typing.Any or isinstance(hint, typing.TypeVar):
        return value
    if origin in UNIONS:
        return _convert_union(value, inner)
    if origin in WRAPPERS:
        return _convert(value, inner[0])
    if hint in PARSERS:
        return PARSERS[hint](value)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return hint(value)
    if isinstance(value, dict):
        return _convert_object(value, hint, origin, inner)
    if isinstance(value, list):
        return _convert_array(value, hint, origin, inner)
    return _convert(value, hint.__supertype__) if hasattr(hint, "__supertype__") else value


def _is_typed_dict(hint):
    return isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__total__")


def _convert_union(value, arms):
    problem = None
    for arm in arms:
        kind = typing.get_origin(arm) or arm
        if kind is type(None):
            continue
        try:
            converted = _convert(value, arm)
        except (ValueError, TypeError, KeyError, ArithmeticError) as error:
            problem = problem or error
            continue
        if not isinstance(kind, type) or _is_typed_dict(kind) or isinstance(converted, kind):
            return converted
    if problem:
        raise problem
    return value


def _convert_object(value, hint, origin, inner):
    if dataclasses.is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")):
        hints = _hints(hint)
        return hint(**{key: _convert(item, hints.get(key, typing.Any)) for key, item in value.items()})
    if _is_typed_dict(hint):
        hints = _hints(hint)
        return {key: _convert(item, hints.get(key, typing.Any)) for key, item in value.items()}
    if origin is not None and len(inner) == 2:
        return {_key(key, inner[0]): _convert(item, inner[1]) for key, item in value.items()}
    return value


def _key(key, hint):
    if hint in (int, float):
        return hint(key)
    return _convert(key, hint)


def _convert_array(value, hint, origin, inner):
    kind = origin or hint
    if kind is tuple:
        if len(inner) == 2 and inner[1] is ...:
            return tuple(_convert(item, inner[0]) for item in value)
        hints = inner if len(inner) == len(value) else [typing.Any] * len(value)
        return tuple(_convert(item, one) for item, one in zip(value, hints))
    items = [_convert(item, inner[0]) for item in value] if inner else value
    return SEQUENCES.get(kind, list)(items)


def to_json(value, depth=0):
    """The value in JSON's terms. Raises ValueProblem for what has no form there."""
    if depth > MAX_DEPTH:
        raise ValueProblem("The function returned a value that is nested more than 100 levels deep or contains itself.")
    if isinstance(value, enum.Enum):
        return to_json(value.value, depth + 1)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) <= SAFE_INTEGER else str(int(value))
    if isinstance(value, float):
        return _float(float(value))
    if isinstance(value, dict):
        return {_key_text(key): to_json(item, depth + 1) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return to_json(value._asdict(), depth + 1)
    if isinstance(value, (list, tuple)):
        return [to_json(item, depth + 1) for item in value]
    if isinstance(value, (set, frozenset)):
        return _set(value, depth)
    return _other(value, depth)


def _float(value):
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _set(value, depth):
    items = [to_json(item, depth + 1) for item in value]
    are_numbers = all(isinstance(item, (int, float)) for item in items)
    return sorted(items) if are_numbers else sorted(items, key=json.dumps)


def _key_text(key):
    plain = to_json(key)
    if isinstance(plain, (dict, list)):
        raise ValueProblem(f"The function returned a dict with a {type(key).__name__} as key; keys have to be text or numbers.")
    return plain if isinstance(plain, str) else json.dumps(plain)


def _other(value, depth):
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"base64": base64.b64encode(bytes(value)).decode("ascii")}
    if isinstance(value, os.PathLike):
        return _path(os.fspath(value))
    if isinstance(value, collections.abc.Mapping):
        return to_json(dict(value), depth)
    if type(value).__module__.split(".")[0] == "numpy" and hasattr(value, "tolist"):
        return to_json(value.tolist(), depth + 1)
    hint = next((f" Return {call} of it instead." for name, call in FORMS if callable(getattr(value, name, None))), "")
    raise ValueProblem(
        f"The function returned a {type(value).__name__}, which has no form in JSON. "
        f"It has to return text, numbers, lists, dicts, dataclasses, dates, paths or bytes.{hint}"
    )


# What tables, arrays and models offer that has a form.
FORMS = (("to_dict", ".to_dict()"), ("model_dump", ".model_dump()"), ("tolist", ".tolist()"), ("to_list", ".to_list()"))


def _path(text):
    text = os.fsdecode(text)
    home = os.path.join(os.getcwd(), "")
    return text[len(home):] if text.startswith(home) else text
