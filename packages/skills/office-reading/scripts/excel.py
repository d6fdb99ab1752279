"""Reads the sheets of Excel workbooks as rows and records."""

import csv
import re
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple, Optional
from xml.etree import ElementTree

from package import Package, attribute, child, local

__all__ = ["describe_workbook", "read_sheet", "sheet_to_csv"]

Workbook = Annotated[str, "Name of the .xlsx file"]
SheetName = Annotated[str, "Name of the sheet; empty takes the first"]
HeaderRow = Annotated[Optional[int], "Number of the header row, from 1; 0 if there is none; found if left out"]
DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})\Z")
MAX_CELLS = 3_000_000


class Sheet(NamedTuple):
    name: str
    part: str
    is_hidden: bool


class Book:
    """One open workbook: its sheets, shared texts and which formats are dates."""

    def __init__(self, package: Package):
        self.package = package
        name = package.main_part("xl/workbook.xml")
        root = package.xml(name)
        if root is None or local(root) != "workbook":
            hint = " It is a Word document: use read_document." if "word/document.xml" in package.names else ""
            raise ValueError(f"{package.path} is no Excel workbook that can be read.{hint}")
        relations = package.relations(name)
        self.sheets = [
            Sheet(attribute(one, "name") or "", relations.get(attribute(one, "id") or "", ("", ""))[1], attribute(one, "state") in ("hidden", "veryHidden"))
            for one in (child(root, "sheets") if child(root, "sheets") is not None else ())
            if relations.get(attribute(one, "id") or "", ("", ""))[0] == "worksheet"
        ]
        self.is_1904 = attribute(child(root, "workbookPr"), "date1904") in ("1", "true")
        parts = {kind: target for kind, target in relations.values()}
        shared = package.xml(parts.get("sharedStrings", ""))
        self.texts = [_rich_text(one) for one in (shared if shared is not None else ())]
        self.dates = _date_styles(package.xml(parts.get("styles", "")))

    def sheet(self, wanted: str) -> Sheet:
        if not self.sheets:
            raise ValueError(f"{self.package.path} has no sheets.")
        if not wanted.strip():
            return next((sheet for sheet in self.sheets if not sheet.is_hidden), self.sheets[0])
        found = [sheet for sheet in self.sheets if sheet.name.casefold() == wanted.strip().casefold()]
        if not found:
            names = ", ".join(repr(sheet.name) for sheet in self.sheets[:30])
            raise ValueError(f"{self.package.path} has no sheet {wanted!r}. Its sheets are: {names}.")
        return found[0]


class Grid(NamedTuple):
    """The filled part of a sheet: rows by number, each a map of column number to value."""

    rows: dict[int, dict[int, Any]]
    notes: list[str]


def describe_workbook(path: Workbook) -> dict[str, Any]:
    """Lists the sheets of a workbook with their size, their header and a few rows. Call this first."""
    with Package(path) as package:
        book = Book(package)
        sheets = []
        for sheet in book.sheets[:50]:
            grid = _read(book, sheet, False)
            names, body = _header(grid, None)
            examples = [dict(zip(names, row)) for _, row in body[:3]]
            sheets.append({"name": sheet.name, "rows": len(body), "columns": names, "examples": examples, "is_hidden": sheet.is_hidden, "notes": grid.notes})
    return {"file": path, "sheets": sheets}


def read_sheet(
    path: Workbook,
    sheet: SheetName = "",
    first: Annotated[int, "Number of the first record to return, from 1"] = 1,
    count: Annotated[int, "How many records, 1 to 500"] = 100,
    header_row: HeaderRow = None,
    show_formulas: Annotated[bool, "Whether to give formulas in place of what they came to"] = False,
) -> dict[str, Any]:
    """Returns rows of a sheet as records, column names as keys; numbers, dates and truth values as such."""
    with Package(path) as package:
        book = Book(package)
        found = book.sheet(sheet)
        grid = _read(book, found, show_formulas)
    names, body = _header(grid, header_row)
    begin = max(first, 1) - 1
    shown = body[begin : begin + min(max(count, 1), 500)]
    return {
        "file": path, "sheet": found.name, "records": len(body), "columns": names, "first": begin + 1,
        "rows": [{"row": number, **dict(zip(names, row))} if "row" not in names else dict(zip(names, row)) for number, row in shown],
        "notes": grid.notes,
    }


def sheet_to_csv(path: Workbook, sheet: SheetName = "", header_row: HeaderRow = None) -> dict[str, Any]:
    """Writes a sheet as a CSV file of the run, with its header, so that it can be computed with."""
    with Package(path) as package:
        book = Book(package)
        found = book.sheet(sheet)
        grid = _read(book, found, False)
    names, body = _header(grid, header_row)
    stem = "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in found.name).strip() or "sheet"
    with open(f"{stem}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([["" if value is None else value for value in row] for _, row in body])
    return {"file": f"{stem}.csv", "records": len(body), "columns": names, "notes": grid.notes}


def _read(book: Book, sheet: Sheet, show_formulas: bool) -> Grid:
    root = book.package.xml(sheet.part)
    rows: dict[int, dict[int, Any]] = {}
    notes = ["The sheet is hidden."] if sheet.is_hidden else []
    cells = uncomputed = hidden = 0
    data = child(root, "sheetData")
    number = 0
    for row in data if data is not None else ():
        number = int(attribute(row, "r") or number + 1)
        hidden += attribute(row, "hidden") in ("1", "true")
        column = 0
        for cell in row:
            match = REFERENCE.match(attribute(cell, "r") or "")
            column = _column(match[1]) if match else column + 1
            formula = child(cell, "f")
            value = f"={formula.text}" if show_formulas and formula is not None and formula.text else _value(book, cell)
            uncomputed += value is None and formula is not None
            if value is not None:
                cells += 1
                rows.setdefault(number, {})[column] = value
        if cells > MAX_CELLS:
            raise ValueError(f"The sheet has more than {MAX_CELLS:,} filled cells.")
    if uncomputed:
        notes.append(f"{uncomputed} formula cell(s) hold no value: open and save the file in a spreadsheet program to compute them.")
    if hidden:
        notes.append(f"{hidden} row(s) are hidden in the file and are read all the same.")
    columns = [one for one in (child(root, "cols") if child(root, "cols") is not None else ()) if attribute(one, "hidden") in ("1", "true")]
    if columns:
        notes.append("Some columns are hidden in the file and are read all the same.")
    return Grid(rows, notes)


def _value(book: Book, cell: ElementTree.Element) -> Any:
    kind = attribute(cell, "t") or "n"
    if kind == "inlineStr":
        return _rich_text(child(cell, "is")) or None
    element = child(cell, "v")
    text = element.text if element is not None else None
    if text is None or text == "":
        return None
    if kind == "s":
        return book.texts[int(text)] if text.isdigit() and int(text) < len(book.texts) else None
    if kind == "b":
        return text == "1"
    if kind in ("str", "e", "d"):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    if int(attribute(cell, "s") or 0) in book.dates:
        return _date(number, book.is_1904)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _date(serial: float, is_1904: bool) -> Any:
    """Excel's day number as a date or time. Its 1900 calendar has a 29 February that never was: numbers below 60 are a day off."""
    if not -1 <= serial < 2_958_466:
        return serial
    base = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 31) if serial < 60 else datetime(1899, 12, 30)
    moment = base + timedelta(seconds=round(serial * 86_400))
    if 0 <= serial < 1 and not is_1904:
        return moment.time().isoformat()
    return moment.date().isoformat() if moment.time().isoformat() == "00:00:00" else moment.isoformat()


def _header(grid: Grid, header_row: Optional[int]) -> tuple[list[str], list[tuple[int, list[Any]]]]:
    """Names of the columns and the rows below them, each with its number in the sheet."""
    numbers = sorted(grid.rows)
    if not numbers:
        return [], []
    last = max(column for row in grid.rows.values() for column in row)
    if header_row is None:
        header_row = next((number for number in numbers if len(grid.rows[number]) >= min(2, last)), numbers[0])
    head = grid.rows.get(header_row, {})
    names: list[str] = []
    for column in range(1, last + 1):
        base = " ".join(str(head.get(column, "")).split()) or f"column_{_letters(column)}"
        count, free = 2, base
        while free in names:
            free, count = f"{base} ({count})", count + 1
        names.append(free)
    return names, [(number, [grid.rows[number].get(column) for column in range(1, last + 1)]) for number in numbers if number > header_row]


def _rich_text(element: Optional[ElementTree.Element]) -> str:
    """The text of a cell, without the reading aids of East Asian text."""
    if element is None:
        return ""
    parts = []
    for one in element:
        if local(one) == "t":
            parts.append(one.text or "")
        elif local(one) == "r":
            parts.extend(text.text or "" for text in one if local(text) == "t")
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), "".join(parts))


def _date_styles(root: Optional[ElementTree.Element]) -> set[int]:
    custom = {}
    for one in root.iter() if root is not None else ():
        if local(one) == "numFmt":
            custom[int(attribute(one, "numFmtId") or -1)] = attribute(one, "formatCode") or ""
    formats = child(root, "cellXfs")
    found = set()
    for index, one in enumerate(formats if formats is not None else ()):
        identifier = int(attribute(one, "numFmtId") or 0)
        code = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.', "", custom.get(identifier, "")).split(";")[0]
        is_custom_date = re.search(r"[dmyhs]", code, re.IGNORECASE) and not re.search(r"#|\?|General|0[.,]?0*%", code)
        if identifier in DATE_FORMATS or (identifier in custom and is_custom_date):
            found.add(index)
    return found


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
