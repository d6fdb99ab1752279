"""Looks into JSON, JSON Lines and YAML documents by path, by text and by condition."""

import csv
import io
import json
from typing import Annotated, Any, Literal, Optional, TypedDict

from document import read_document
from paths import find, parse_path, shown

__all__ = ["outline_data", "query_data", "search_data", "filter_records", "extract_data", "compare_data"]

DataFile = Annotated[str, "Name of the JSON, JSON Lines or YAML file"]
Query = Annotated[str, "Path into the document, such as orders[*].id; empty for the whole"]
MAX_RESULTS = 1_000
MAX_TEXT = 200


class ConditionBase(TypedDict):
    """What every condition has."""

    field: Annotated[str, "Name or path of the field"]
    test: Annotated[
        Literal["equals", "not_equals", "above", "below", "at_least", "at_most", "contains", "starts_with", "one_of", "exists", "missing"],
        "How to compare",
    ]


class Condition(ConditionBase, total=False):
    """One condition on a record."""

    value: Annotated[Any, "What to compare with; a list for one_of, nothing for exists and missing"]


def outline_data(path: DataFile, depth: Annotated[int, "How many levels to show, 1 to 10"] = 4) -> dict[str, Any]:
    """Shows the shape of a JSON or YAML file: keys, types, lengths and examples, with lists of records merged into one shape.

    Call this first: the other functions need paths as they are here.
    """
    document = read_document(path)
    lines: list[str] = []
    _outline("$", [document.value], min(max(depth, 1), 10), lines)
    cut = len(lines) - 300
    if cut > 0:
        lines = [*lines[:300], f"... {cut} more lines; outline a part of it with query_data, or ask for fewer levels"]
    return {"file": path, "format": document.format, "outline": lines, "notes": document.notes}


def query_data(
    path: DataFile,
    query: Query,
    limit: Annotated[int, "How many matches to return, 1 to 1000"] = 100,
) -> dict[str, Any]:
    """Returns the value or values at a path of a JSON or YAML file, each with its place."""
    document = read_document(path)
    steps = parse_path(query)
    matches = find(document.value, steps)
    kept = matches[: min(max(limit, 1), MAX_RESULTS)]
    return {
        "file": path,
        "matches": len(matches),
        "values": [{"at": place, "value": value} for place, value in kept],
        "notes": [*document.notes, *([f"{len(matches) - len(kept)} more matches are not shown."] if len(kept) < len(matches) else [])],
    }


def search_data(
    path: DataFile,
    text: Annotated[str, "What to look for in keys and values"],
    limit: Annotated[int, "How many places to return, 1 to 1000"] = 50,
) -> dict[str, Any]:
    """Finds every key and value of a JSON or YAML file that contains a text, without regard to capitals."""
    if not text.strip():
        raise ValueError("Say what to look for.")
    document, wanted = read_document(path), text.casefold()
    hits: list[dict[str, Any]] = []
    for place, key, value in _walk(document.value):
        if key is not None and wanted in key.casefold():
            hits.append({"at": place, "in": "key", "value": _short(value)})
        elif not isinstance(value, (dict, list)) and wanted in _text(value).casefold():
            hits.append({"at": place, "in": "value", "value": _short(value)})
    kept = hits[: min(max(limit, 1), MAX_RESULTS)]
    return {"file": path, "hits": len(hits), "places": kept, "notes": document.notes}


def filter_records(
    path: DataFile,
    query: Annotated[str, "Path of the list of records; empty if the document itself is the list"],
    conditions: Annotated[list[Condition], "All of them must hold"],
    fields: Annotated[Optional[list[str]], "Fields to return, by name or path; all if left out"] = None,
    limit: Annotated[int, "How many records to return, 1 to 1000"] = 100,
) -> dict[str, Any]:
    """Returns the records of a list that meet conditions, with their number."""
    document = read_document(path)
    records = _records(document.value, query)
    found = [record for record in records if all(_holds(record, condition) for condition in conditions)]
    kept = found[: min(max(limit, 1), MAX_RESULTS)]
    shown_records = kept if fields is None else [{field: _field(record, field) for field in fields} for record in kept]
    return {"file": path, "records": len(records), "matching": len(found), "values": shown_records, "notes": document.notes}


def extract_data(
    path: DataFile,
    query: Query,
    to: Annotated[Literal["json", "csv"], "csv needs a list of records or of plain values"] = "json",
    file_name: Annotated[str, "Name of the file to write, without its ending"] = "extract",
) -> dict[str, Any]:
    """Writes the part of a document that a path names into a file of the run, as JSON or CSV."""
    document = read_document(path)
    matches = find(document.value, parse_path(query))
    value = matches[0][1] if len(matches) == 1 else [one for _, one in matches]
    name = "".join(letter for letter in file_name if letter.isalnum() or letter in "-_ ").strip() or "extract"
    content, rows = (_to_csv(value) if to == "csv" else (json.dumps(value, ensure_ascii=False, indent=2) + "\n", None))
    with open(f"{name}.{to}", "w", encoding="utf-8", newline="") as file:
        file.write(content)
    return {"file": f"{name}.{to}", "matches": len(matches), **({} if rows is None else {"rows": rows}), "notes": document.notes}


def compare_data(
    path: DataFile,
    other: Annotated[str, "Name of the file to compare with"],
    limit: Annotated[int, "How many differences to return, 1 to 1000"] = 200,
) -> dict[str, Any]:
    """Lists what differs between two JSON or YAML files: added, removed and changed values with their places.

    Members are compared by name and list entries by position; the order of members does not matter.
    """
    left, right = read_document(path), read_document(other)
    differences: list[dict[str, Any]] = []
    _compare("$", left.value, right.value, differences)
    kept = differences[: min(max(limit, 1), MAX_RESULTS)]
    return {"equal": not differences, "differences": len(differences), "values": kept, "notes": [*left.notes, *right.notes]}


def _outline(place: str, values: list[Any], depth: int, lines: list[str]) -> None:
    kinds = list(dict.fromkeys(_kind(value) for value in values))
    maps = [value for value in values if isinstance(value, dict)]
    lists = [value for value in values if isinstance(value, list)]
    plain = [value for value in values if not isinstance(value, (dict, list))]
    detail = ""
    if lists:
        lengths = sorted(len(one) for one in lists)
        detail = f" of {lengths[0]}" if lengths[0] == lengths[-1] else f" of {lengths[0]} to {lengths[-1]}"
    elif plain and not maps:
        examples = list(dict.fromkeys(_short(value, 40) for value in plain if value is not None))[:3]
        detail = f", such as {', '.join(json.dumps(example, ensure_ascii=False) for example in examples)}" if examples else ""
    lines.append(f"{place}: {' or '.join(kinds)}{detail}")
    if depth == 0:
        return
    names = dict.fromkeys(name for one in maps for name in one)
    for name in names:
        members = [one[name] for one in maps if name in one]
        optional = "?" if len(members) < len(maps) else ""
        _outline(f"{place}{shown(name)}{optional}", members, depth - 1, lines)
    entries = [entry for one in lists for entry in one]
    if entries:
        _outline(f"{place}[*]", entries, depth - 1, lines)


def _walk(root: Any):
    """Every place below the root with its key and value, without recursion: documents may be deep."""
    pending: list[tuple[str, Optional[str], Any]] = [("$", None, root)]
    while pending:
        place, key, value = pending.pop()
        yield place, key, value
        if isinstance(value, dict):
            pending.extend((f"{place}{shown(name)}", name, member) for name, member in reversed(list(value.items())))
        elif isinstance(value, list):
            pending.extend((f"{place}[{index}]", None, value[index]) for index in range(len(value) - 1, -1, -1))


def _records(root: Any, query: str) -> list[Any]:
    matches = find(root, parse_path(query))
    value = matches[0][1] if len(matches) == 1 else [one for _, one in matches]
    if not isinstance(value, list):
        raise ValueError(f"{query or 'The document'} is {_article(_kind(value))}, not a list of records.")
    return value


def _field(record: Any, field: str) -> Any:
    if isinstance(record, dict) and field in record:
        return record[field]
    try:
        matches = find(record, parse_path(field))
    except ValueError:
        return None
    return matches[0][1] if len(matches) == 1 else ([one for _, one in matches] or None)


def _holds(record: Any, condition: Condition) -> bool:
    value, test, wanted = _field(record, condition["field"]), condition["test"], condition.get("value")
    if test in ("exists", "missing"):
        return (value is not None) == (test == "exists")
    if test == "one_of":
        if not isinstance(wanted, list):
            raise ValueError("one_of needs a list as its value.")
        return any(_equal(value, one) for one in wanted)
    if test in ("equals", "not_equals"):
        return _equal(value, wanted) == (test == "equals")
    if test in ("contains", "starts_with"):
        if isinstance(value, list) and test == "contains":
            return any(_equal(one, wanted) for one in value)
        text, part = _text(value).casefold(), _text(wanted).casefold()
        return value is not None and (part in text if test == "contains" else text.startswith(part))
    pair = _comparable(value, wanted)
    if pair is None:
        return False
    left, right = pair
    return {"above": left > right, "below": left < right, "at_least": left >= right, "at_most": left <= right}[test]


def _comparable(left: Any, right: Any) -> Optional[tuple[Any, Any]]:
    """Both as numbers if both are, both as text if both are; None if they cannot be put in an order."""
    if _is_number(left) and _is_number(right):
        return left, right
    return (left, right) if isinstance(left, str) and isinstance(right, str) else None


def _equal(left: Any, right: Any) -> bool:
    return type(left) is type(right) and left == right or (_is_number(left) and _is_number(right) and left == right)


def _compare(place: str, left: Any, right: Any, differences: list[dict[str, Any]]) -> None:
    if isinstance(left, dict) and isinstance(right, dict):
        for name in dict.fromkeys([*left, *right]):
            at = f"{place}{shown(name)}"
            if name not in right:
                differences.append({"at": at, "change": "removed", "before": _short(left[name])})
            elif name not in left:
                differences.append({"at": at, "change": "added", "after": _short(right[name])})
            else:
                _compare(at, left[name], right[name], differences)
    elif isinstance(left, list) and isinstance(right, list):
        for index in range(max(len(left), len(right))):
            at = f"{place}[{index}]"
            if index >= len(right):
                differences.append({"at": at, "change": "removed", "before": _short(left[index])})
            elif index >= len(left):
                differences.append({"at": at, "change": "added", "after": _short(right[index])})
            else:
                _compare(at, left[index], right[index], differences)
    elif not _equal(left, right):
        differences.append({"at": place, "change": "changed", "before": _short(left), "after": _short(right)})


def _to_csv(value: Any) -> tuple[str, int]:
    rows = value if isinstance(value, list) else [value]
    target = io.StringIO()
    writer = csv.writer(target)
    if all(isinstance(row, dict) for row in rows):
        names = list(dict.fromkeys(name for row in rows for name in row))
        writer.writerow(names)
        writer.writerows([[_cell(row.get(name)) for name in names] for row in rows])
    elif not any(isinstance(row, dict) for row in rows):
        writer.writerow(["value"])
        writer.writerows([[_cell(entry) for entry in (row if isinstance(row, list) else [row])] for row in rows])
    else:
        raise ValueError("CSV needs a list of records or a list of plain values; this list mixes both.")
    return target.getvalue(), len(rows)


def _cell(value: Any) -> str:
    text = "" if value is None else _text(value)
    # A spreadsheet runs a cell that begins like a formula; a quote in front keeps it text.
    return f"'{text}" if isinstance(value, str) and text[:1] in ("=", "+", "-", "@") else text


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(value: Any, length: int = MAX_TEXT) -> Any:
    if isinstance(value, (dict, list)):
        return f"{_article(_kind(value))} with {len(value)} {'members' if isinstance(value, dict) else 'entries'}"
    return f"{value[:length]}..." if isinstance(value, str) and len(value) > length else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    kinds = {dict: "object", list: "list", str: "text", int: "number", float: "number"}
    return kinds.get(type(value), type(value).__name__)


def _article(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aeiou" else f"a {kind}"
