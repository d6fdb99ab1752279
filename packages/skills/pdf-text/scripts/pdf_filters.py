"""Unpacks the streams of a PDF file (ISO 32000-1, 7.4), never beyond a limit."""

import base64
import re
import zlib
from typing import Any, Optional

from pdf_objects import PdfProblem

__all__ = []

MAX_STREAM = 100_000_000
PICTURES = {"DCTDecode", "DCT", "JPXDecode", "CCITTFaxDecode", "CCF", "JBIG2Decode"}


def unpack(raw: bytes, filters: list[str], options: list[Optional[dict[str, Any]]]) -> bytes:
    """The content of a stream; empty if a filter is one for pictures."""
    data = raw
    for index, name in enumerate(filters):
        settings = (options[index] if index < len(options) else None) or {}
        if name in PICTURES:
            return b""
        if name in ("FlateDecode", "Fl"):
            data = _predicted(_inflate(data), settings)
        elif name in ("LZWDecode", "LZW"):
            data = _predicted(_lzw(data, int(settings.get("EarlyChange", 1))), settings)
        elif name in ("ASCIIHexDecode", "AHx"):
            digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.split(b">", 1)[0])
            data = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
        elif name in ("ASCII85Decode", "A85"):
            data = _ascii85(data)
        elif name in ("RunLengthDecode", "RL"):
            data = _run_length(data)
        elif name != "Crypt":
            raise PdfProblem(f"The file packs its content in a way that is not known here ({name}).")
    return data


def _inflate(data: bytes) -> bytes:
    """All that can be unpacked: a damaged end costs only the end."""
    for window in (15, -15):
        machine, result, rest = zlib.decompressobj(window), bytearray(), data
        try:
            while rest and not machine.eof:
                result += machine.decompress(rest, 1_000_000)
                if len(result) > MAX_STREAM:
                    raise PdfProblem("The file unpacks to far more than it should. It is not read.")
                rest = machine.unconsumed_tail
        except zlib.error:
            pass
        if result:
            return bytes(result)
    return b""


def _lzw(data: bytes, early: int) -> bytes:
    table, result, previous = [bytes([one]) for one in range(256)] + [b"", b""], bytearray(), b""
    bits = held = 0
    width = 9
    for byte in data:
        held, bits = (held << 8) | byte, bits + 8
        while bits >= width:
            code = (held >> (bits - width)) & ((1 << width) - 1)
            bits -= width
            held &= (1 << bits) - 1
            if code == 257:
                return bytes(result)
            if code == 256:
                table, width, previous = table[:258], 9, b""
                continue
            if code > len(table) or (code == len(table) and not previous):
                return bytes(result)
            entry = table[code] if code < len(table) else previous + previous[:1]
            result += entry
            if len(result) > MAX_STREAM:
                raise PdfProblem("The file unpacks to far more than it should. It is not read.")
            if previous and len(table) < 4096:
                table.append(previous + entry[:1])
            previous = entry
            width = min(max((len(table) + early).bit_length(), 9), 12)
    return bytes(result)


def _ascii85(data: bytes) -> bytes:
    text = re.sub(rb"\s", b"", data)
    text = text[2:] if text.startswith(b"<~") else text
    try:
        return base64.a85decode(text.split(b"~", 1)[0])
    except ValueError:
        return b""


def _run_length(data: bytes) -> bytes:
    result, position = bytearray(), 0
    while position < len(data) and data[position] != 128 and len(result) <= MAX_STREAM:
        length = data[position]
        if length < 128:
            result += data[position + 1 : position + 2 + length]
            position += length + 2
        else:
            result += data[position + 1 : position + 2] * (257 - length)
            position += 2
    return bytes(result)


def _predicted(data: bytes, settings: dict[str, Any]) -> bytes:
    """Undoes the differences between neighbours that make data pack better (PNG predictors)."""
    if int(settings.get("Predictor", 1)) < 10:
        return data
    size = max(int(settings.get("Colors", 1)) * int(settings.get("BitsPerComponent", 8)) // 8, 1)
    width = max((int(settings.get("Columns", 1)) * int(settings.get("Colors", 1)) * int(settings.get("BitsPerComponent", 8)) + 7) // 8, 1)
    above, result = bytearray(width), bytearray()
    for start in range(0, len(data), width + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + width])
        for index in range(len(row)):
            left = row[index - size] if index >= size else 0
            corner = above[index - size] if index >= size else 0
            row[index] = (row[index] + _guess(kind, left, above[index], corner)) & 255
        above = row + bytearray(width - len(row))
        result += row
    return bytes(result)


def _guess(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
    return {1: left, 2: up, 3: (left + up) // 2}.get(kind, 0)
