"""Which letters the codes of a font stand for, and how wide they are (ISO 32000-1, 9.6 to 9.10)."""

import re
import unicodedata
from typing import Any, Optional

from pdf_file import PdfFile
from pdf_objects import Keyword, Lexer, Name

__all__ = []

UNKNOWN = "\ufffd"
# Glyph names that occur in text fonts and that Unicode does not call the same (Adobe Glyph List).
GLYPHS = {
    "space": " ", "exclam": "!", "quotedbl": '"', "numbersign": "#", "dollar": "$", "percent": "%", "ampersand": "&", "quotesingle": "'",
    "quoteright": "\u2019", "quoteleft": "\u2018", "parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",", "hyphen": "-",
    "minus": "\u2212", "period": ".", "slash": "/", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "colon": ":", "semicolon": ";", "less": "<", "equal": "=", "greater": ">", "question": "?", "at": "@", "bracketleft": "[",
    "backslash": "\\", "bracketright": "]", "asciicircum": "^", "underscore": "_", "grave": "`", "braceleft": "{", "bar": "|", "braceright": "}",
    "asciitilde": "~", "bullet": "\u2022", "endash": "\u2013", "emdash": "\u2014", "quotedblleft": "\u201c", "quotedblright": "\u201d",
    "quotedblbase": "\u201e", "quotesinglbase": "\u201a", "ellipsis": "\u2026", "dagger": "\u2020", "daggerdbl": "\u2021", "perthousand": "\u2030",
    "guilsinglleft": "\u2039", "guilsinglright": "\u203a", "guillemotleft": "\u00ab", "guillemotright": "\u00bb", "fi": "fi", "fl": "fl", "ff": "ff",
    "ffi": "ffi", "ffl": "ffl", "Euro": "\u20ac", "trademark": "\u2122", "copyright": "\u00a9", "registered": "\u00ae", "degree": "\u00b0",
    "section": "\u00a7", "paragraph": "\u00b6", "germandbls": "\u00df", "ae": "\u00e6", "AE": "\u00c6", "oe": "\u0153", "OE": "\u0152", "oslash": "\u00f8",
    "Oslash": "\u00d8", "dotlessi": "\u0131", "lslash": "\u0142", "Lslash": "\u0141", "eth": "\u00f0", "Eth": "\u00d0", "thorn": "\u00fe",
    "Thorn": "\u00de", "cent": "\u00a2", "sterling": "\u00a3", "yen": "\u00a5", "florin": "\u0192", "fraction": "\u2044", "multiply": "\u00d7",
    "divide": "\u00f7", "plusminus": "\u00b1", "mu": "\u00b5", "onehalf": "\u00bd", "onequarter": "\u00bc", "threequarters": "\u00be", "exclamdown": "\u00a1",
    "questiondown": "\u00bf", "periodcentered": "\u00b7", "nbspace": " ", "softhyphen": "\u00ad", "onesuperior": "\u00b9", "twosuperior": "\u00b2",
    "threesuperior": "\u00b3", "currency": "\u00a4", "brokenbar": "\u00a6", "logicalnot": "\u00ac", "ordfeminine": "\u00aa", "ordmasculine": "\u00ba",
}
ACCENTS = {"acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "dieresis": "\u0308", "tilde": "\u0303", "ring": "\u030a", "caron": "\u030c",
           "cedilla": "\u0327", "ogonek": "\u0328", "breve": "\u0306", "macron": "\u0304", "dotaccent": "\u0307", "hungarumlaut": "\u030b"}
# StandardEncoding differs from ASCII in a few places below 128 and from Latin-1 above.
STANDARD = {0x27: "\u2019", 0x60: "\u2018", 0xA1: "\u00a1", 0xA2: "\u00a2", 0xA3: "\u00a3", 0xA4: "\u2044", 0xA5: "\u00a5", 0xA6: "\u0192", 0xA7: "\u00a7",
            0xA8: "\u00a4", 0xA9: "'", 0xAA: "\u201c", 0xAB: "\u00ab", 0xAC: "\u2039", 0xAD: "\u203a", 0xAE: "fi", 0xAF: "fl", 0xB1: "\u2013", 0xB2: "\u2020",
            0xB3: "\u2021", 0xB4: "\u00b7", 0xB6: "\u00b6", 0xB7: "\u2022", 0xB8: "\u201a", 0xB9: "\u201e", 0xBA: "\u201d", 0xBB: "\u00bb", 0xBC: "\u2026",
            0xBD: "\u2030", 0xBF: "\u00bf", 0xD0: "\u2014", 0xE1: "\u00c6", 0xE3: "\u00aa", 0xE8: "\u0141", 0xE9: "\u00d8", 0xEA: "\u0152", 0xEB: "\u00ba",
            0xF1: "\u00e6", 0xF5: "\u0131", 0xF8: "\u0142", 0xF9: "\u00f8", 0xFA: "\u0153", 0xFB: "\u00df"}
MAX_RANGE = 70_000


class Font:
    """One font of a page: codes to letters and widths, in thousandths of the size."""

    def __init__(self, pdf: PdfFile, head: dict[str, Any]):
        self.pdf = pdf
        self.is_composite = pdf.get(head.get("Subtype")) == "Type0"
        self.letters = _to_unicode(pdf.content(head.get("ToUnicode")))
        self.widths: dict[int, float] = {}
        self.default = 500.0
        if self.is_composite:
            children = pdf.get(head.get("DescendantFonts"))
            self._composite(pdf.get(children[0]) if isinstance(children, list) and children else {}, pdf.get(head.get("Encoding")))
        else:
            self._simple(head)

    def decode(self, data: bytes) -> list[tuple[str, float, bool]]:
        """Each code as its letters, its width, and whether it is a blank that word spacing widens."""
        size = 2 if self.is_composite else 1
        result = []
        for start in range(0, len(data) - size + 1, size):
            code = int.from_bytes(data[start : start + size], "big")
            result.append((self.letters.get(code, UNKNOWN), self.widths.get(code, self.default), size == 1 and code == 32))
        return result

    def _simple(self, head: dict[str, Any]) -> None:
        encoding = self.pdf.get(head.get("Encoding"))
        base = self.pdf.get(encoding.get("BaseEncoding")) if isinstance(encoding, dict) else encoding
        table = {**_base_table(base), **({} if base else self._built_in(head))}
        code = 0
        for entry in (self.pdf.get(encoding.get("Differences")) or []) if isinstance(encoding, dict) else []:
            if isinstance(entry, int):
                code = entry
            elif isinstance(entry, Name):
                table[code] = _glyph(str(entry))
                code += 1
        self.letters = {**table, **self.letters}
        first, widths = self.pdf.get(head.get("FirstChar")), self.pdf.get(head.get("Widths"))
        if isinstance(first, int) and isinstance(widths, list):
            # The widths of a Type 3 font are in its own unit.
            matrix = self.pdf.get(head.get("FontMatrix"))
            factor = float(matrix[0]) * 1000 if isinstance(matrix, list) and matrix and isinstance(matrix[0], (int, float)) else 1.0
            self.widths = {first + index: float(width) * factor for index, width in enumerate(map(self.pdf.get, widths)) if isinstance(width, (int, float))}

    def _built_in(self, head: dict[str, Any]) -> dict[int, str]:
        """The codes that a font without an encoding brings along, in the readable part of its program."""
        descriptor = self.pdf.get(head.get("FontDescriptor"))
        program = self.pdf.content(descriptor.get("FontFile")) if isinstance(descriptor, dict) else b""
        entries = re.findall(rb"dup\s+(\d{1,3})\s*/([!-~]{1,60})\s+put", program.split(b"eexec", 1)[0])
        return {int(code): _glyph(name.decode("latin-1")) for code, name in entries if int(code) < 256}

    def _composite(self, child: Any, encoding: Any) -> None:
        head = child if isinstance(child, dict) else {}
        default = self.pdf.get(head.get("DW"))
        self.default = float(default) if isinstance(default, (int, float)) else 1000.0
        items = self.pdf.get(head.get("W")) or []
        index = 0
        while index + 1 < len(items):
            first, second = self.pdf.get(items[index]), self.pdf.get(items[index + 1])
            if isinstance(second, list):
                self.widths.update({first + place: float(self.pdf.get(width)) for place, width in enumerate(second)})
                index += 2
            elif index + 2 < len(items):
                width = self.pdf.get(items[index + 2])
                self.widths.update({code: float(width) for code in range(first, min(second, first + MAX_RANGE) + 1)})
                index += 3
            else:
                break
        if not self.letters and isinstance(encoding, str) and "UCS2" in encoding:
            self.letters = {code: chr(code) for code in range(0x20, 0xD800)}


def _base_table(name: Any) -> dict[int, str]:
    codec = {"MacRomanEncoding": "mac_roman", "WinAnsiEncoding": "cp1252"}.get(str(name))
    table = {}
    for code in range(32, 256):
        table[code] = bytes([code]).decode(codec or "latin-1", "replace") if codec or code < 127 else UNKNOWN
    return table if codec else {**table, **STANDARD}


def _glyph(name: str) -> str:
    base = name.split(".")[0]
    if base in GLYPHS:
        return GLYPHS[base]
    if len(base) == 1:
        return base
    match = re.fullmatch(r"uni((?:[0-9A-Fa-f]{4})+)|u([0-9A-Fa-f]{4,6})", base)
    if match:
        digits = match[1] or match[2]
        codes = [int(digits[start : start + 4], 16) for start in range(0, len(digits), 4)] if match[1] else [int(digits, 16)]
        return "".join(chr(code) for code in codes if code < 0x110000 and not 0xD800 <= code < 0xE000) or UNKNOWN
    for accent, mark in ACCENTS.items():
        if base.endswith(accent) and len(base) == len(accent) + 1:
            return unicodedata.normalize("NFC", base[0] + mark)
    try:
        return unicodedata.lookup(f"GREEK {'CAPITAL' if base[0].isupper() else 'SMALL'} LETTER {base.upper()}")
    except KeyError:
        return UNKNOWN


def _to_unicode(data: bytes) -> dict[int, str]:
    """The table of a font that says which letters its codes stand for (a CMap)."""
    letters: dict[int, str] = {}
    lexer, pending = Lexer(data), []
    while True:
        item = lexer.next()
        if item is None or len(letters) > MAX_RANGE:
            return letters
        if not isinstance(item, Keyword):
            pending.append(item)
            continue
        if item == "endbfchar":
            for code, target in zip(pending[::2], pending[1::2]):
                _put(letters, code, target, 0)
        elif item == "endbfrange":
            for first, last, target in zip(pending[::3], pending[1::3], pending[2::3]):
                _put_range(letters, first, last, target)
        pending = []


def _put_range(letters: dict[int, str], first: Any, last: Any, target: Any) -> None:
    if not isinstance(first, bytes) or not isinstance(last, bytes):
        return
    start, end = int.from_bytes(first, "big"), int.from_bytes(last, "big")
    for offset in range(min(end - start, MAX_RANGE) + 1):
        if isinstance(target, list):
            if offset < len(target):
                _put(letters, (start + offset).to_bytes(4, "big"), target[offset], 0)
        else:
            _put(letters, (start + offset).to_bytes(4, "big"), target, offset)


def _put(letters: dict[int, str], code: Any, target: Any, offset: int) -> None:
    if isinstance(code, bytes) and isinstance(target, bytes) and target:
        text = target.decode("utf-16-be", "replace") if len(target) > 1 else target.decode("latin-1")
        if offset and text:
            last = ord(text[-1]) + offset
            text = text[:-1] + (chr(last) if last < 0x110000 and not 0xD800 <= last < 0xE000 else UNKNOWN)
        letters[int.from_bytes(code, "big")] = text.replace("\0", "")
