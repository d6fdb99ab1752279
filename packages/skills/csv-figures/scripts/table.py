"""Reads a delimited text file into named columns, whatever its delimiter, encoding and number format."""

import csv
import io
import os
import re
from collections import Counter
from decimal import Decimal

from number_format import fits, has_leading_zero, is_clear, is_missing, take_apart, to_decimal

__all__ = []

DELIMITERS = [",", ";", "\t", "|"]
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
DATE = re.compile(r"(\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}.*)?|\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{4}/\d{1,2}/\d{1,2}|\d{4}-(0[1-9]|1[0-2]))\Z")
TRUTHS = {"true", "false", "yes", "no"}
NUMERIC = ("number", "code")
NUMERIC_SHARE = Decimal("0.8")

csv.field_size_limit(50_000_000)


class TableError(ValueError):
    """The file or a column is not what was asked for; the text says what there is instead."""


class Column:
    """One column: its cells as text, and as exact numbers where it is numeric."""

    def __init__(self, name, cells):
        self.name = name
        self.cells = cells
        self.parts = [None if is_missing(cell) else take_apart(cell) for cell in cells]
        self.texts = [part[0] for part in self.parts if part and part[0]]
        self.filled = sum(1 for part in self.parts if part is not None)
        self.mark = "."
        self.is_ambiguous = False
        self.type = "text"
        self.numbers = []
        self.unreadable = []

    def clear_marks(self):
        """How many cells can be read with a decimal point only, and with a decimal comma only."""
        return {mark: sum(1 for text in self.texts if is_clear(text, mark)) for mark in ".,"}

    def settle(self, mark, is_known):
        """Decides how this column's numbers are written and reads them."""
        clear = self.clear_marks()
        if not is_known and clear["."] != clear[","]:
            mark = "." if clear["."] > clear[","] else ","
        elif not is_known:
            self.is_ambiguous = any("," in text or "." in text for text in self.texts)
        self.mark = mark
        self.numbers = [self._number(part) for part in self.parts]
        count = sum(1 for number in self.numbers if number is not None)
        self.type = self._type(count)
        if self.type in NUMERIC:
            self.unreadable = [cell for cell, part, number in zip(self.cells, self.parts, self.numbers) if part is not None and number is None]

    def _number(self, part):
        return to_decimal(part[0], self.mark) if part and part[0] and fits(part[0], self.mark) else None

    def _type(self, count):
        filled = [cell.strip() for cell, part in zip(self.cells, self.parts) if part is not None]
        if not filled:
            return "empty"
        if all(DATE.match(cell) for cell in filled):
            return "date"
        if all(cell.lower() in TRUTHS for cell in filled):
            return "yes/no"
        if not count or count < NUMERIC_SHARE * len(filled):
            return "text"
        return "code" if any(has_leading_zero(text) for text in self.texts) else "number"

    def values(self):
        return [number for number in self.numbers if number is not None]

    def unit(self):
        units = Counter(part[1] for part in self.parts if part and part[0])
        return next(iter(units)) if len(units) == 1 else ("mixed" if len(units) > 1 else "")


class Table:
    """The columns of a file, and what had to be decided while reading it."""

    def __init__(self, path, delimiter, columns, rows, notes):
        self.path = path
        self.delimiter = delimiter
        self.columns = columns
        self.rows = rows
        self.notes = notes

    def column(self, name):
        found = [column for column in self.columns if column.name == name]
        if not found:
            wanted = _loose(name)
            found = [column for column in self.columns if _loose(column.name) == wanted]
        if len(found) == 1:
            return found[0]
        names = ", ".join(repr(column.name) for column in self.columns)
        raise TableError(f"{self.path} has no column {name!r}. Its columns are: {names}.")

    def number_column(self, name):
        column = self.column(name)
        if column.type in NUMERIC:
            return column
        others = ", ".join(repr(other.name) for other in self.columns if other.type == "number") or "none"
        raise TableError(f"The column {column.name!r} of {self.path} holds no numbers ({column.type}). Numeric columns: {others}.")


def _loose(name):
    return " ".join(name.replace("_", " ").lower().split())


def read_table(path, decimal_mark="auto"):
    """Reads the file. Raises TableError with a sentence that says what is wrong and what there is."""
    path = _find(path)
    notes = []
    text = _decode(path, notes)
    records, delimiter = _records(text, notes)
    if not records:
        raise TableError(f"{path} is empty: it has no header and no rows.")
    header, rows = _split_header(records, notes)
    rows, width = _even(rows, len(header), notes)
    names = _names(header + [""] * (width - len(header)), notes)
    columns = [Column(name, [row[index] for row in rows]) for index, name in enumerate(names)]
    _settle(columns, delimiter, decimal_mark, notes)
    return Table(path, NAMES.get(delimiter, "none"), columns, rows, notes)


def _find(path):
    if os.path.isfile(path):
        return path
    name = os.path.basename(path.replace("\\", "/"))
    here = sorted(entry for entry in os.listdir(".") if os.path.isfile(entry) and not entry.startswith("."))
    matches = [entry for entry in here if entry == name] or [entry for entry in here if entry.lower() == name.lower()]
    if len(matches) == 1:
        return matches[0]
    raise TableError(f"There is no file {path!r}. Files here: {', '.join(here) or 'none'}.")


def _decode(path, notes):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"PK\x03\x04":
        raise TableError(f"{path} is a workbook or an archive, not a text file. Export the sheet as CSV and attach that.")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append("The file is not UTF-8; it was read as Windows-1252.")
        text = data.decode("cp1252", "replace")
    if "\0" in text[:10_000]:
        raise TableError(f"{path} is not a text file.")
    return text


def _parse(text, delimiter):
    """The records and whether the quotes in them are well formed."""
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)), True
    except csv.Error:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)), False


def _records(text, notes):
    declared = re.match(r"sep=(.)\r?\n", text)
    if declared:
        text = text[declared.end():]
    delimiter = declared.group(1) if declared else _find_delimiter(text)
    records, is_well_formed = _parse(text, delimiter or ",")
    if not is_well_formed:
        notes.append("Some quotes in the file are not closed or not doubled; rows near them may be misread.")
    return [record for record in records if any(cell.strip() for cell in record)], delimiter


def _find_delimiter(text):
    """The delimiter that cuts the first rows most evenly into most cells; None when there is one column only."""
    sample = text[:200_000]
    best, best_score = None, (0, 0)
    for delimiter in DELIMITERS:
        records = [record for record in _parse(sample, delimiter)[0] if any(cell.strip() for cell in record)][:200]
        widths = Counter(len(record) for record in records)
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        if records and width > 1:
            score = (round(count / len(records), 1), width)
            if score > best_score:
                best, best_score = delimiter, score
        elif records and len(records[0]) > 1 and best is None:
            best = delimiter
    return best


def _is_number(cell):
    text = take_apart(cell)[0]
    return text != "" and (fits(text, ".") or fits(text, ","))


def _split_header(records, notes):
    width = Counter(len(record) for record in records).most_common(1)[0][0]
    skipped = 0
    while width > 1 and len(records) - skipped > 1 and sum(1 for cell in records[skipped] if cell.strip()) == 1 and len(records[skipped]) < width:
        skipped += 1
    if skipped:
        notes.append(f"{skipped} line(s) above the header were skipped.")
    header, rows = records[skipped], records[skipped + 1:]
    cells = [cell.strip() for cell in header if cell.strip()]
    are_years = all(cell.isdigit() and 1900 <= int(cell) <= 2100 for cell in cells)
    if all(_is_number(cell) for cell in cells) and not are_years:
        notes.append("The first line holds numbers, so it was taken as a row: the columns have no names of their own.")
        return [""] * len(header), records[skipped:]
    return header, rows


def _even(rows, width, notes):
    longest = max((_filled_width(row) for row in rows), default=0)
    ragged = sum(1 for row in rows if len(row) < width or _filled_width(row) > width)
    if ragged:
        notes.append(f"{ragged} row(s) have fewer or more cells than the header; missing cells count as empty.")
    width = max(width, longest)
    return [(row + [""] * (width - len(row)))[:width] for row in rows], width


def _filled_width(row):
    return next((index + 1 for index in range(len(row) - 1, -1, -1) if row[index].strip()), 0)


def _names(header, notes):
    names = []
    for index, cell in enumerate(header):
        name = " ".join(cell.split()) or f"column_{index + 1}"
        base, number = name, 2
        while name in names:
            name, number = f"{base} ({number})", number + 1
        if name != base:
            notes.append(f"The name {base!r} stands in the header twice; the second is called {name!r}.")
        names.append(name)
    return names


def _settle(columns, delimiter, decimal_mark, notes):
    """Reads the numbers. A column that could be read both ways follows the columns that cannot, then the delimiter."""
    if decimal_mark in (".", ","):
        for column in columns:
            column.settle(decimal_mark, True)
        return
    clear = Counter()
    for column in columns:
        clear.update({mark: 1 for mark, count in column.clear_marks().items() if count})
    usual = "," if clear[","] > clear["."] or (clear["."] == clear[","] and delimiter == ";" and _has_commas(columns)) else "."
    for column in columns:
        column.settle(usual, False)
        if column.is_ambiguous and column.type == "number":
            meaning = "a decimal comma" if column.mark == "," else "a decimal point"
            notes.append(f"The numbers in {column.name!r} were read with {meaning}; set decimal_mark if that is wrong.")


def _has_commas(columns):
    return any("," in text for column in columns for text in column.texts)
