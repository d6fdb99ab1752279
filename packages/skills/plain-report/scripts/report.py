"""Writes reports as Markdown files into the folder of the call."""

import os
import re
from typing import Annotated, Any

__all__ = ["write_report"]

MAX_ROWS = 5_000


def write_report(
    title: Annotated[str, "Heading of the report"],
    rows: Annotated[list[dict[str, Any]], "The table: one object a row, column names as keys"],
    columns: Annotated[list[str], "Columns to show, in this order; empty shows all as they first occur"] = [],
    text: Annotated[str, "Paragraphs above the table, in Markdown"] = "",
    closing: Annotated[str, "Paragraphs below the table, in Markdown"] = "",
    file_name: Annotated[str, "Name of the file to write; .md is added where it is missing"] = "report.md",
) -> dict[str, Any]:
    """Writes a Markdown report with a heading, text and a table, and keeps it as a file that people can open and download.

    Numbers are shown as given and aligned to the right. Cells that a row lacks stay empty.
    """
    if not title.strip():
        raise ValueError("The report needs a title.")
    if len(rows) > MAX_ROWS:
        raise ValueError(f"The table has {len(rows)} rows; a report takes {MAX_ROWS}. Pass the rows that matter.")
    shown = columns or list(dict.fromkeys(name for row in rows for name in row))
    unknown = [name for name in columns if rows and not any(name in row for row in rows)]
    if unknown:
        raise ValueError(f"No row has the column(s) {', '.join(unknown)}.")
    parts = [f"# {_line(title)}", text.strip(), _table(shown, rows), closing.strip()]
    name = _free_name(_file_name(file_name))
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n\n".join(part for part in parts if part) + "\n")
    return {"file": name, "rows": len(rows), "columns": shown}


def _file_name(wanted: str) -> str:
    stem = re.sub(r"\.md$", "", os.path.basename(wanted.replace("\\", "/")).strip(), flags=re.IGNORECASE).strip(". ")
    return f"{stem or 'report'}.md"


def _free_name(name: str) -> str:
    stem, number, free = name[: -len(".md")], 2, name
    while os.path.exists(free):
        free, number = f"{stem}-{number}.md", number + 1
    return free


def _line(value: Any) -> str:
    return " ".join(str(value).split())


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(_cell(item) for item in value)
    return _line(value).replace("\\", "\\\\").replace("|", "\\|")


def _table(columns: list[str], rows: list[dict[str, Any]]) -> str:
    if not columns or not rows:
        return ""
    cells = [[_cell(row.get(name)) for name in columns] for row in rows]
    are_numbers = [_is_numeric([row.get(name) for row in rows]) for name in columns]
    rule = ["---:" if is_number else "---" for is_number in are_numbers]
    return "\n".join("| " + " | ".join(line) + " |" for line in [[_cell(name) for name in columns], rule, *cells])


def _is_numeric(values: list[Any]) -> bool:
    filled = [value for value in values if value is not None]
    return bool(filled) and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in filled)
