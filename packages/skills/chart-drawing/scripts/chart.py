"""Draws charts as SVG files."""

import csv
import math
import os
import re
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

from plots import draw_pie, draw_plane
from scale import short_number

__all__ = ["draw_chart", "draw_chart_from_csv"]

Kind = Annotated[Literal["bar", "stacked_bar", "line", "scatter", "pie"], "bar compares, line shows a course, pie shares of one whole"]
Title = Annotated[str, "What the chart shows, as a headline"]
Unit = Annotated[str, "Unit of the values, such as % or EUR"]
FromZero = Annotated[bool, "Whether a line chart's axis begins at zero; bars always do"]
FileName = Annotated[str, "Name of the file to write; .svg is added where it is missing"]
MAX_POINTS = 5_000
MAX_SERIES = 8


class Series(TypedDict):
    """One row of figures."""

    name: Annotated[str, "Its name in the legend"]
    values: Annotated[list[Optional[float]], "One figure a label; null is a gap"]


def draw_chart(
    kind: Kind,
    title: Title,
    labels: Annotated[list[Union[str, float]], "Names along the horizontal axis, or of the parts; numbers for scatter"],
    series: Annotated[list[Series], "One to eight rows of figures; one for pie"],
    unit: Unit = "",
    from_zero: FromZero = False,
    file_name: FileName = "chart.svg",
) -> dict[str, Any]:
    """Draws a chart from figures and writes it as an SVG file that people can open."""
    _check(kind, title, labels, series)
    rows = [(one["name"], [None if value is None else float(value) for value in one["values"]]) for one in series]
    alternative = _alternative(kind, title, labels, rows, unit)
    picture = draw_pie(title, labels, rows[0][1], unit, alternative) if kind == "pie" else draw_plane(kind, title, labels, rows, (unit, from_zero, alternative))
    name = _free_name(file_name)
    with open(name, "w", encoding="utf-8") as file:
        file.write(picture)
    return {"file": name, "points": sum(value is not None for _, values in rows for value in values), "alternative": alternative}


def draw_chart_from_csv(
    kind: Kind,
    title: Title,
    path: Annotated[str, "Name of the CSV file"],
    label_column: Annotated[str, "Column with the labels"],
    value_columns: Annotated[list[str], "Columns with the figures; one for pie"],
    unit: Unit = "",
    from_zero: FromZero = False,
    file_name: FileName = "chart.svg",
) -> dict[str, Any]:
    """Draws a chart from the columns of a CSV file, comma or semicolon separated, with decimal points or commas."""
    labels, rows, notes = _columns(path, label_column, value_columns)
    series = [{"name": name, "values": values} for name, values in zip(value_columns, rows)]
    answer = draw_chart(kind, title, [_figure(label) for label in labels] if kind == "scatter" else labels, series, unit, from_zero, file_name)
    return {**answer, "notes": notes}


def _check(kind: str, title: str, labels: list[Any], series: list[Any]) -> None:
    if not title.strip():
        raise ValueError("The chart needs a title.")
    if not 1 <= len(series) <= MAX_SERIES:
        raise ValueError(f"A chart takes 1 to {MAX_SERIES} series; {len(series)} were given.")
    if not labels or len(labels) * len(series) > MAX_POINTS:
        raise ValueError(f"A chart takes 1 to {MAX_POINTS} points; {len(labels) * len(series)} were given.")
    for one in series:
        if len(one["values"]) != len(labels):
            raise ValueError(f"{one['name']!r} has {len(one['values'])} values for {len(labels)} labels. Give one value a label, null for a gap.")
        if any(value is not None and not math.isfinite(value) for value in one["values"]):
            raise ValueError(f"{one['name']!r} holds a value that is no number.")
    if all(value is None for one in series for value in one["values"]):
        raise ValueError("There is no figure to draw.")
    if kind == "pie" and (len(series) != 1 or any((value or 0) < 0 for value in series[0]["values"]) or not sum(value or 0 for value in series[0]["values"])):
        raise ValueError("A pie shows one series of figures that are not negative and not all zero.")
    if kind == "stacked_bar" and any((value or 0) < 0 for one in series for value in one["values"]):
        raise ValueError("Stacked bars show figures that are not negative. Use bar.")
    if kind == "scatter" and not all(isinstance(label, (int, float)) and math.isfinite(label) for label in labels):
        raise ValueError("The labels of a scatter chart are numbers: the position along the horizontal axis.")


def _alternative(kind: str, title: str, labels: list[Any], rows: list[tuple[str, list[Optional[float]]]], unit: str) -> str:
    names = {"bar": "Bar chart", "stacked_bar": "Stacked bar chart", "line": "Line chart", "scatter": "Scatter chart", "pie": "Pie chart"}
    parts = []
    for name, values in rows:
        pairs = [(label, value) for label, value in zip(labels, values) if value is not None]
        shown = ", ".join(f"{label} {short_number(value)}{f' {unit}' if unit else ''}" for label, value in pairs[:12])
        parts.append(f"{name}: {shown}{f' and {len(pairs) - 12} more' if len(pairs) > 12 else ''}")
    return f"{names[kind]}: {title.strip()}. {'; '.join(parts)}."


def _columns(path: str, label_column: str, value_columns: list[str]) -> tuple[list[str], list[list[Optional[float]]], list[str]]:
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        text = file.read(20_000_000)
    # Marks inside quotes part nothing.
    head = re.sub(r'"(?:[^"]|"")*"?', "", text[:20_000]).split("\n", 1)[0]
    delimiter = max(",;\t|", key=head.count)
    lines = [line for line in csv.reader(text.splitlines(), delimiter=delimiter) if any(cell.strip() for cell in line)]
    names = [name.strip() for name in lines[0]] if lines else []
    for wanted in [label_column, *value_columns]:
        if wanted not in names:
            raise ValueError(f"{path} has no column {wanted!r}. Its columns are: {', '.join(repr(name) for name in names)}.")
    cells = [line + [""] * (len(names) - len(line)) for line in lines[1:]]
    rows, notes = [], []
    for column in value_columns:
        values = [_figure(line[names.index(column)]) for line in cells]
        missing = sum(value is None for value in values)
        if missing:
            notes.append(f"{missing} cell(s) of {column!r} hold no number and are gaps.")
        rows.append(values)
    return [line[names.index(label_column)].strip() for line in cells], rows, notes


def _figure(text: str) -> Optional[float]:
    cleaned = re.sub(r"[\s\u00a0'%$\u20ac\u00a3]", "", text).replace("\u2212", "-")
    if re.fullmatch(r"[+-]?\d{1,3}(\.\d{3})+,\d+|[+-]?\d+,\d{1,2}", cleaned):
        cleaned = cleaned.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?", cleaned):
        cleaned = cleaned.replace(",", "")
    return float(cleaned) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", cleaned) else None


def _free_name(wanted: str) -> str:
    stem = re.sub(r"\.svg$", "", os.path.basename(wanted.replace("\\", "/")).strip(), flags=re.IGNORECASE).strip(". ") or "chart"
    number, free = 2, f"{stem}.svg"
    while os.path.exists(free):
        free, number = f"{stem}-{number}.svg", number + 1
    return free
