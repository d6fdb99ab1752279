"""Figures from CSV files, computed exactly: decimal arithmetic, and fractions where something is divided."""

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Annotated, Any, Literal

from table import Column, read_table

__all__ = ["describe_table", "summarise_table", "summarise_column", "group_totals", "count_values", "top_rows"]

CsvFile = Annotated[str, "Name of the CSV file, for example the attached file's name"]
DecimalMark = Annotated[Literal["auto", ".", ","], "How decimals are written in the file; auto finds out"]
PLACES = 6
WIDE = Context(prec=1000, Emax=999_999, Emin=-999_999)


def describe_table(path: CsvFile) -> dict[str, Any]:
    """Tells what is in a CSV file: its rows, its columns with their types and examples, and which columns are numeric.

    Call this first: the other functions need column names exactly as they are here.
    """
    table = read_table(path)
    columns = []
    for column in table.columns:
        examples = list(dict.fromkeys(cell.strip() for cell, part in zip(column.cells, column.parts) if part is not None))
        entry = {"name": column.name, "type": column.type, "filled": column.filled, "empty": len(column.cells) - column.filled,
                 "distinct": len(examples), "examples": [example[:60] for example in examples[:3]]}
        columns.append({**entry, "unit": column.unit()} if column.type == "number" and column.unit() else entry)
    return {
        "file": table.path,
        "rows": len(table.rows),
        "delimiter": table.delimiter,
        "columns": columns,
        "numeric_columns": [column.name for column in table.columns if column.type == "number"],
        "notes": table.notes,
    }


def summarise_table(
    path: CsvFile,
    decimal_mark: DecimalMark = "auto",
) -> dict[str, Any]:
    """Computes count, sum, mean, median, minimum, maximum and standard deviation of every numeric column at once."""
    table = read_table(path, decimal_mark)
    numeric = [column for column in table.columns if column.type == "number"]
    result: dict[str, Any] = {"file": table.path, "rows": len(table.rows), "columns": [_summary(column) for column in numeric]}
    others = [column.name for column in table.columns if column.type != "number"]
    return {**result, "other_columns": others, "notes": table.notes}


def summarise_column(
    path: CsvFile,
    column: Annotated[str, "Name of a numeric column, as describe_table gives it"],
    decimal_mark: DecimalMark = "auto",
) -> dict[str, Any]:
    """Computes count, sum, mean, median, minimum, maximum and standard deviation of one numeric column."""
    table = read_table(path, decimal_mark)
    return {"file": table.path, "rows": len(table.rows), **_summary(table.number_column(column)), "notes": table.notes}


def group_totals(
    path: CsvFile,
    group_by: Annotated[str, "Name of the column whose values make the groups"],
    value: Annotated[str, "Name of the numeric column to add up"],
    order: Annotated[Literal["highest", "lowest", "name", "file"], "Order of the groups"] = "highest",
    limit: Annotated[int, "How many groups to list, 1 to 1000; the total is always over all"] = 100,
    decimal_mark: DecimalMark = "auto",
) -> dict[str, Any]:
    """Adds up a numeric column per value of another column: sum, count, mean, smallest, largest and share of the total.

    Groups are told apart exactly as they are written, apart from blanks around them. Rows without a value in the group
    column are one group, "(empty)".
    """
    table = read_table(path, decimal_mark)
    groups, numbers = table.column(group_by), table.number_column(value)
    collected: dict[str, list[Decimal]] = {}
    for cell, number in zip(groups.cells, numbers.numbers):
        if number is not None:
            collected.setdefault(cell.strip() or "(empty)", []).append(number)
    total = _sum(numbers.values())
    entries = [(name, members, _sum(members)) for name, members in collected.items()]
    keys = {"highest": lambda entry: -entry[2], "lowest": lambda entry: entry[2], "name": lambda entry: entry[0], "file": lambda entry: 0}
    entries.sort(key=keys[order])
    return {
        "file": table.path,
        "group_by": groups.name,
        "value": numbers.name,
        "groups": [_group(name, members, subtotal, total) for name, members, subtotal in entries[:max(limit, 1)]],
        "group_count": len(entries),
        "total": _number(total),
        "rows_counted": len(numbers.values()),
        "notes": [*table.notes, *_column_notes(numbers)],
    }


def count_values(
    path: CsvFile,
    column: Annotated[str, "Name of the column, as describe_table gives it"],
    limit: Annotated[int, "How many values to list, most frequent first"] = 50,
) -> dict[str, Any]:
    """Counts how often each value of a column occurs, most frequent first."""
    table = read_table(path)
    found = table.column(column)
    counts: dict[str, int] = {}
    for cell in found.cells:
        counts[cell.strip() or "(empty)"] = counts.get(cell.strip() or "(empty)", 0) + 1
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    values = [{"value": name, "count": count, "share_percent": _rounded(Fraction(count * 100, len(found.cells)))} for name, count in ranked[:max(limit, 1)]]
    return {"file": table.path, "column": found.name, "rows": len(table.rows), "distinct": len(counts), "values": values, "notes": table.notes}


def top_rows(
    path: CsvFile,
    column: Annotated[str, "Name of the numeric column to rank by"],
    count: Annotated[int, "How many rows"] = 5,
    order: Annotated[Literal["highest", "lowest"], "Which end of the ranking"] = "highest",
    decimal_mark: DecimalMark = "auto",
) -> dict[str, Any]:
    """Lists the rows with the highest or lowest values of a numeric column, each with all its cells as written."""
    table = read_table(path, decimal_mark)
    ranked_by = table.number_column(column)
    sign = -1 if order == "highest" else 1
    indexes = [index for index, number in enumerate(ranked_by.numbers) if number is not None]
    indexes.sort(key=lambda index: sign * ranked_by.numbers[index])
    names = [other.name for other in table.columns]
    rows = [dict(zip(names, table.rows[index])) for index in indexes[:max(count, 1)]]
    return {"file": table.path, "column": ranked_by.name, "order": order, "rows": rows, "notes": [*table.notes, *_column_notes(ranked_by)]}


def _summary(column: Column) -> dict[str, Any]:
    numbers = sorted(column.values())
    result = {"column": column.name, "count": len(numbers), "missing": len(column.cells) - len(numbers)}
    if column.unit():
        result["unit"] = column.unit()
    middle = len(numbers) // 2
    median = Fraction(numbers[middle]) if len(numbers) % 2 else (Fraction(numbers[middle - 1]) + Fraction(numbers[middle])) / 2
    result.update({
        "sum": _number(_sum(numbers)),
        "mean": _rounded(Fraction(_sum(numbers)) / len(numbers)),
        "median": _rounded(median),
        "min": _number(numbers[0]),
        "max": _number(numbers[-1]),
        "stdev": _deviation(numbers),
    })
    notes = _column_notes(column)
    return {**result, "column_notes": notes} if notes else result


def _group(name: str, members: list[Decimal], subtotal: Decimal, total: Decimal) -> dict[str, Any]:
    share = _rounded(Fraction(subtotal) * 100 / Fraction(total), 2) if total else None
    return {
        "group": name, "sum": _number(subtotal), "count": len(members), "mean": _rounded(Fraction(subtotal) / len(members)),
        "min": _number(min(members)), "max": _number(max(members)), "share_percent": share,
    }


def _column_notes(column: Column) -> list[str]:
    notes = []
    if column.unreadable:
        examples = ", ".join(repr(cell[:30]) for cell in list(dict.fromkeys(column.unreadable))[:3])
        notes.append(f"{len(column.unreadable)} cell(s) of {column.name!r} are no numbers and were left out: {examples}.")
    if column.unit() == "mixed":
        notes.append(f"The cells of {column.name!r} have different units; the figures ignore them.")
    return notes


def _sum(numbers: list[Decimal]) -> Decimal:
    with localcontext(WIDE):
        return sum(numbers, Decimal(0))


def _deviation(numbers: list[Decimal]) -> Any:
    """Sample standard deviation (n - 1); None below two values."""
    if len(numbers) < 2:
        return None
    mean = Fraction(_sum(numbers)) / len(numbers)
    variance = (sum(Fraction(number) ** 2 for number in numbers) - len(numbers) * mean**2) / (len(numbers) - 1)
    with localcontext(Context(prec=60)):
        root = (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()
    return _rounded(Fraction(root))


def _rounded(value: Fraction, places: int = PLACES) -> Any:
    """Rounded half up; below 1 to that many significant digits, so that small figures do not become 0."""
    if value == 0:
        return 0
    small, bound = 0, abs(value)
    while bound < 1 and small < 300:
        small, bound = small + 1, bound * 10
    digits = places + max(small - 1, 0)
    scaled = abs(value) * 10**digits
    whole = int(scaled + Fraction(1, 2))
    with localcontext(WIDE):
        return _number(Decimal(whole if value > 0 else -whole).scaleb(-digits))


def _number(value: Decimal) -> Any:
    """The figure as a number where a number holds it exactly, else as text."""
    if value == value.to_integral_value() and abs(value) < 2**53:
        return int(value)
    nearest = float(value)
    return nearest if Decimal(repr(nearest)) == value else format(value.normalize(WIDE), "f")
