"""The pictures: bars, lines and points on a plane, and pies."""

import math
from html import escape
from typing import Any, Optional

from scale import Scale, nice_scale, short_number

__all__ = []

WIDTH, HEIGHT = 800, 480
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 104, 84
# Told apart by lightness as well as by hue; the order keeps neighbours far from each other.
COLOURS = ["#3b5bdb", "#e8590c", "#2b8a3e", "#ae3ec9", "#0b7285", "#c92a2a", "#5c940d", "#495057"]
Rows = list[tuple[str, list[Optional[float]]]]


def draw_plane(kind: str, title: str, labels: list[Any], rows: Rows, style: tuple[str, bool, str]) -> str:
    """Bars, stacked bars, lines or points between two axes."""
    unit, from_zero, alternative = style
    scale = _value_scale(kind, rows, from_zero)
    parts = [_value_axis(scale, unit)]
    if kind == "scatter":
        across = nice_scale(min(labels), max(labels), 8)
        parts += [_number_axis(across), *(_points(labels, row, across, scale) for row in enumerate(rows))]
    else:
        parts.append(_label_axis(labels))
        draw = {"bar": _bars, "stacked_bar": _stacked, "line": _lines}[kind]
        parts.append(draw(labels, rows, scale))
    if scale.low < 0 < scale.high:
        parts.append(_line(LEFT, _y(scale, 0), WIDTH - RIGHT, _y(scale, 0), "axis"))
    if len(rows) > 1:
        parts.append(_legend([name for name, _ in rows]))
    return _document(title, alternative, parts)


def draw_pie(title: str, labels: list[Any], values: list[Optional[float]], unit: str, alternative: str) -> str:
    """Shares of one whole, largest first, with at most eight parts."""
    pairs = sorted(((str(label), value) for label, value in zip(labels, values) if value), key=lambda pair: -pair[1])
    if len(pairs) > 8:
        pairs = [*pairs[:7], ("Other", sum(value for _, value in pairs[7:]))]
    total, angle, parts = sum(value for _, value in pairs), -math.pi / 2, []
    across, down, radius = 250, HEIGHT / 2 + 20, 165
    for index, (label, value) in enumerate(pairs):
        turn = 2 * math.pi * value / total
        name = f"{label}: {short_number(value)}{f' {unit}' if unit else ''} ({100 * value / total:.1f} %)"
        if turn > 2 * math.pi - 1e-9:
            shape = f'<circle cx="{across}" cy="{_at(down)}" r="{radius}" fill="{COLOURS[index]}">'
        else:
            start, end = [(across + radius * math.cos(one), down + radius * math.sin(one)) for one in (angle, angle + turn)]
            arc = f"A{radius} {radius} 0 {int(turn > math.pi)} 1 {_at(end[0])} {_at(end[1])}"
            shape = f'<path d="M{across} {_at(down)}L{_at(start[0])} {_at(start[1])}{arc}Z" fill="{COLOURS[index]}" class="part">'
        parts.append(f"{shape}<title>{escape(name)}</title></{'circle' if 'circle' in shape else 'path'}>")
        top = down - len(pairs) * 14 + index * 28
        parts.append(f'<rect x="470" y="{_at(top)}" width="14" height="14" rx="3" fill="{COLOURS[index]}"/>')
        parts.append(_text(494, top + 12, _cut(name, 40)))
        angle += turn
    return _document(title, alternative, parts)


def _value_scale(kind: str, rows: Rows, from_zero: bool) -> Scale:
    if kind == "stacked_bar":
        sums = [sum(value or 0 for value in column) for column in zip(*(values for _, values in rows))]
        return nice_scale(0, max(sums) or 1)
    values = [value for _, row in rows for value in row if value is not None]
    low, high = min(values), max(values)
    is_anchored = kind == "bar" or from_zero
    return nice_scale(min(low, 0) if is_anchored else low, max(high, 0) if is_anchored else high)


def _value_axis(scale: Scale, unit: str) -> str:
    parts = []
    for step in scale.steps:
        y = _y(scale, step)
        parts.append(_line(LEFT, y, WIDTH - RIGHT, y, "grid"))
        parts.append(_text(LEFT - 10, y + 4, short_number(step), "end"))
    if unit:
        parts.append(_text(LEFT - 10, TOP - 14, unit, "end"))
    return "".join(parts)


def _label_axis(labels: list[Any]) -> str:
    """Names below the axis: slanted if they would meet, and only every so many if there are too many."""
    slot = (WIDTH - LEFT - RIGHT) / len(labels)
    longest = max(len(str(label)) for label in labels)
    is_slanted = longest * 7 > slot - 6
    every = max(1, math.ceil(16 / slot)) if is_slanted else 1
    parts = []
    for index in range(0, len(labels), every):
        x, y, text = LEFT + slot * (index + 0.5), HEIGHT - BOTTOM + 20, _cut(str(labels[index]), 14 if is_slanted else max(int(slot / 7), 4))
        turn = f' transform="rotate(-38 {_at(x)} {_at(y)})"' if is_slanted else ""
        parts.append(_text(x, y, text, "end" if is_slanted else "middle", turn))
    return "".join(parts) + _line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "axis")


def _number_axis(scale: Scale) -> str:
    parts = [_text(_x(scale, step), HEIGHT - BOTTOM + 22, short_number(step), "middle") for step in scale.steps]
    return "".join(parts) + _line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "axis")


def _bars(labels: list[Any], rows: Rows, scale: Scale) -> str:
    slot = (WIDTH - LEFT - RIGHT) / len(labels)
    width = min(slot * 0.76 / len(rows), 64)
    parts = []
    for place, (name, values) in enumerate(rows):
        for index, value in enumerate(values):
            if value is not None:
                x = LEFT + slot * (index + 0.5) + width * (place - len(rows) / 2)
                zero, end = _y(scale, 0), _y(scale, value)
                parts.append(_bar((x, min(zero, end), width, abs(end - zero)), COLOURS[place], f"{labels[index]}, {name}: {short_number(value)}"))
    return "".join(parts)


def _stacked(labels: list[Any], rows: Rows, scale: Scale) -> str:
    slot = (WIDTH - LEFT - RIGHT) / len(labels)
    width, parts = min(slot * 0.7, 64), []
    for index, label in enumerate(labels):
        below = 0.0
        for place, (name, values) in enumerate(rows):
            value = values[index]
            if value:
                top, bottom = _y(scale, below + value), _y(scale, below)
                parts.append(_bar((LEFT + slot * (index + 0.5) - width / 2, top, width, bottom - top), COLOURS[place], f"{label}, {name}: {short_number(value)}"))
                below += value
    return "".join(parts)


def _lines(labels: list[Any], rows: Rows, scale: Scale) -> str:
    slot = (WIDTH - LEFT - RIGHT) / len(labels)
    parts = []
    for place, (name, values) in enumerate(rows):
        path, is_open = "", False
        for index, value in enumerate(values):
            if value is None:
                is_open = False
                continue
            x, y = LEFT + slot * (index + 0.5), _y(scale, value)
            path += f"{'L' if is_open else 'M'}{_at(x)} {_at(y)}"
            is_open = True
            if len(labels) <= 60:
                parts.append(_dot(x, y, COLOURS[place], f"{labels[index]}, {name}: {short_number(value)}"))
        parts.append(f'<path d="{path}" fill="none" stroke="{COLOURS[place]}" stroke-width="2.5" stroke-linejoin="round"/>')
    return "".join(parts)


def _points(labels: list[Any], row: tuple[int, tuple[str, list[Optional[float]]]], across: Scale, scale: Scale) -> str:
    place, (name, values) = row
    pairs = [(label, value) for label, value in zip(labels, values) if value is not None]
    return "".join(_dot(_x(across, label), _y(scale, value), COLOURS[place], f"{name}: {short_number(label)}, {short_number(value)}") for label, value in pairs)


def _legend(names: list[str]) -> str:
    slot, parts = (WIDTH - LEFT - RIGHT) / min(len(names), 4), []
    for index, name in enumerate(names):
        x, y = LEFT + slot * (index % 4), 62 + 18 * (index // 4)
        parts.append(f'<rect x="{_at(x)}" y="{_at(y - 10)}" width="12" height="12" rx="3" fill="{COLOURS[index]}"/>')
        parts.append(_text(x + 18, y, _cut(name, int(slot / 7.5) - 3)))
    return "".join(parts)


def _bar(box: tuple[float, float, float, float], colour: str, title: str) -> str:
    x, y, width, height = (_at(one) for one in box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="1.5" fill="{colour}"><title>{escape(title)}</title></rect>'


def _dot(x: float, y: float, colour: str, title: str) -> str:
    return f'<circle cx="{_at(x)}" cy="{_at(y)}" r="4" fill="{colour}"><title>{escape(title)}</title></circle>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{_at(x1)}" y1="{_at(y1)}" x2="{_at(x2)}" y2="{_at(y2)}" class="{kind}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", turn: str = "") -> str:
    return f'<text x="{_at(x)}" y="{_at(y)}" text-anchor="{anchor}"{turn}>{escape(_printable(text))}</text>'


def _document(title: str, alternative: str, parts: list[str]) -> str:
    style = (
        "text{font:13px system-ui,sans-serif;fill:#343a40}.title{font-size:18px;font-weight:600;fill:#212529}"
        ".grid{stroke:#e9ecef}.axis{stroke:#868e96}.part{stroke:#fff;stroke-width:1.5}"
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(_printable(alternative))}">'
        f'<style>{style}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="24" y="34" class="title">{escape(_cut(_printable(title.strip()), 84))}</text>'
    )
    return f"{head}{''.join(parts)}</svg>\n"


def _printable(text: str) -> str:
    """Without the control characters that XML forbids."""
    return "".join(letter if letter.isprintable() or letter == "\u202f" else " " for letter in text)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: max(length - 1, 1)].rstrip()}\u2026"


def _x(scale: Scale, value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * scale.share(value)


def _y(scale: Scale, value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.share(value)


def _at(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")
