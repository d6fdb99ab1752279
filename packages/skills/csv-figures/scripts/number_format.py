"""Reads numbers as people write them: 1234.5, 1,234.50, 1.234,50, 1 234,5, 1'234.50, (120), 12 %, EUR 3.50."""

import re
from decimal import Decimal

__all__ = []

MISSING = {"", "-", "--", "\u2013", "\u2014", "n/a", "na", "n.a.", "null", "none", "nan", "#n/a", "#na", "?"}
UNIT = r"(?:[$\u20ac\u00a3\u00a5\u20b9]|[A-Z]{3}|%|\u2030)"
AFFIXES = re.compile(rf"^(?P<front>{UNIT})?\s*(?P<number>[^A-Za-z$\u20ac\u00a3\u00a5\u20b9%]*?(?:[eE][+-]?\d+)?)\s*(?P<back>{UNIT})?$")
SPACES = " \u00a0\u2007\u2009\u202f'\u2019_"
PLAIN = re.compile(r"[+-]?\d+\Z")
SHAPES = {
    ".": re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?P<group>[,{SPACES}])\d{{3}}(?:(?P=group)\d{{3}})*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{{1,2}})?\Z"),
    ",": re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?P<group>[.{SPACES}])\d{{3}}(?:(?P=group)\d{{3}})*)(?:,\d*)?|,\d+)(?:[eE][+-]?\d{{1,2}})?\Z"),
}
GROUPS = str.maketrans("", "", SPACES + ",")
COMMA_GROUPS = str.maketrans({**{mark: None for mark in SPACES + "."}, ",": "."})
MAX_DIGITS = 400


def is_missing(cell):
    return cell.strip().lower() in MISSING


def take_apart(cell):
    """A cell as (number text without its unit, unit); the text is empty when the cell cannot be a number."""
    text = cell.strip()
    if PLAIN.match(text):
        return text, ""
    is_negative = text.startswith("(") and text.endswith(")")
    if is_negative:
        text = text[1:-1].strip()
    text = text.replace("\u2212", "-")
    sign = "-" if is_negative else ""
    if text[:1] in "+-" and len(text) > 1 and not is_negative:
        sign, text = text[0], text[1:].strip()
    match = AFFIXES.match(text)
    if not match or not any(character.isdigit() for character in match["number"]):
        return "", ""
    number = match["number"].strip()
    return (sign + number if number[:1] not in "+-" else (number if not sign else "")), match["front"] or match["back"] or ""


def fits(text, mark):
    """Whether a number text can be read with this decimal mark."""
    return len(text) <= MAX_DIGITS and SHAPES[mark].match(text) is not None


def is_clear(text, mark):
    """Whether a number text can be read with this decimal mark and not with the other, or reads the same in both."""
    return fits(text, mark) and not fits(text, "," if mark == "." else ".")


def to_decimal(text, mark):
    if not text.isascii():
        text = "".join(character if character in SPACES or not character.isdigit() else str(int(character)) for character in text)
    return Decimal(text.translate(GROUPS) if mark == "." else text.translate(COMMA_GROUPS))


def has_leading_zero(text):
    """00123: a code (postal, article), not an amount."""
    return len(text) > 1 and text[0] == "0" and text.isdigit()
