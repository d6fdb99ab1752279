"""The text of one page: where its letters stand, put together to lines."""

from typing import Any, NamedTuple, Optional

from pdf_file import PdfFile
from pdf_fonts import Font
from pdf_objects import Keyword, Lexer, Stream

__all__ = []

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
MAX_PIECES = 200_000
MAX_FORMS = 12


class Piece(NamedTuple):
    """Some letters with the place where they begin and end on the page."""

    x: float
    y: float
    end: float
    size: float
    text: str


class PageReader:
    """Follows the drawing instructions of a page and notes its letters."""

    def __init__(self, pdf: PdfFile, fonts: dict[int, Font]):
        self.pdf = pdf
        self.fonts = fonts
        self.pieces: list[Piece] = []
        self.has_picture = False

    def read(self, page: dict[str, Any]) -> str:
        contents = self.pdf.get(page.get("Contents"))
        streams = contents if isinstance(contents, list) else [page.get("Contents")]
        data = b"\n".join(self.pdf.content(one) for one in streams)
        self.run(data, self.pdf.get(page.get("Resources")) or {}, SAME, 0)
        return to_lines(self.pieces)

    def run(self, data: bytes, resources: dict[str, Any], start: Matrix, depth: int) -> None:
        lexer, operands = Lexer(data), []
        state = State(start)
        kept: list[State] = []
        while len(self.pieces) < MAX_PIECES:
            item = lexer.next()
            if item is None:
                return
            if not isinstance(item, Keyword):
                operands.append(item)
                continue
            if item == "q":
                kept.append(state.copy())
            elif item == "Q":
                state = kept.pop() if kept else state
            elif item == "BI":
                self.has_picture = True
                _skip_picture(lexer)
            elif item == "Do" and operands:
                self.draw(str(operands[-1]), resources, state, depth)
            else:
                self.obey(str(item), operands, state, resources)
            operands = []

    def obey(self, operator: str, operands: list[Any], state: "State", resources: dict[str, Any]) -> None:
        numbers = [one for one in operands if isinstance(one, (int, float))]
        if operator == "cm" and len(numbers) == 6:
            state.base = multiply(tuple(numbers), state.base)
        elif operator == "BT":
            state.text = state.line = SAME
        elif operator == "Tm" and len(numbers) == 6:
            state.text = state.line = tuple(numbers)
        elif operator in ("Td", "TD") and len(numbers) == 2:
            state.leading = -numbers[1] if operator == "TD" else state.leading
            state.move(numbers[0], numbers[1])
        elif operator == "T*":
            state.move(0, -state.leading)
        elif operator == "Tf" and len(operands) == 2 and numbers:
            state.font, state.size = self.font(str(operands[0]), resources), float(numbers[0])
        elif operator in SETTINGS and numbers:
            setattr(state, SETTINGS[operator], float(numbers[-1]) / (100 if operator == "Tz" else 1))
        elif operator in ("Tj", "TJ", "'", '"'):
            if operator == '"' and len(numbers) == 2:
                state.word, state.letter = numbers
            if operator in ("'", '"'):
                state.move(0, -state.leading)
            self.show(operands[-1] if operands else [], state)

    def show(self, value: Any, state: "State") -> None:
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, (int, float)):
                state.advance(-part / 1000 * state.size)
            elif isinstance(part, bytes) and state.font:
                self.place(part, state)

    def place(self, data: bytes, state: "State") -> None:
        before = multiply(state.text, state.base)
        text = ""
        for letters, width, is_blank in state.font.decode(data):
            text += letters
            state.advance(width / 1000 * state.size + state.letter + (state.word if is_blank else 0))
        after = multiply(state.text, state.base)
        if text:
            size = abs(state.size) * (before[2] ** 2 + before[3] ** 2) ** 0.5
            self.pieces.append(Piece(before[4], before[5], after[4], size or 1, text))

    def draw(self, name: str, resources: dict[str, Any], state: "State", depth: int) -> None:
        """A picture, or a form: a piece of page that is used inside another."""
        objects = self.pdf.get(resources.get("XObject"))
        form = self.pdf.get(objects.get(name)) if isinstance(objects, dict) else None
        if not isinstance(form, Stream):
            return
        if self.pdf.get(form.head.get("Subtype")) == "Image":
            self.has_picture = True
        elif depth < MAX_FORMS:
            matrix = self.pdf.get(form.head.get("Matrix"))
            own = tuple(matrix) if isinstance(matrix, list) and len(matrix) == 6 and all(isinstance(one, (int, float)) for one in matrix) else SAME
            self.run(self.pdf.content(form), self.pdf.get(form.head.get("Resources")) or resources, multiply(own, state.base), depth + 1)

    def font(self, name: str, resources: dict[str, Any]) -> Optional[Font]:
        fonts = self.pdf.get(resources.get("Font"))
        head = self.pdf.get(fonts.get(name)) if isinstance(fonts, dict) else None
        if not isinstance(head, dict):
            return None
        if id(head) not in self.fonts:
            self.fonts[id(head)] = Font(self.pdf, head)
        return self.fonts[id(head)]


SETTINGS = {"Tc": "letter", "Tw": "word", "TL": "leading", "Tz": "stretch", "Ts": "rise"}


class State:
    """What drawing instructions have set up to now."""

    def __init__(self, base: Matrix):
        self.base = base
        self.text: Matrix = SAME
        self.line: Matrix = SAME
        self.font: Optional[Font] = None
        self.size = self.leading = self.letter = self.word = self.rise = 0.0
        self.stretch = 1.0

    def copy(self) -> "State":
        other = State(self.base)
        other.__dict__.update(self.__dict__)
        return other

    def move(self, x: float, y: float) -> None:
        self.text = self.line = multiply((1, 0, 0, 1, x, y), self.line)

    def advance(self, width: float) -> None:
        self.text = multiply((1, 0, 0, 1, width * self.stretch, 0), self.text)


def multiply(left: Matrix, right: Matrix) -> Matrix:
    a, b, c, d, e, f = left
    g, h, i, j, k, l = right
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l)


def to_lines(pieces: list[Piece]) -> str:
    """Pieces at one height are a line, from left to right; a gap is a blank, a wide one between lines a blank line."""
    lines: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda one: (-round(one.y, 1), one.x)):
        if lines and abs(lines[-1][0].y - piece.y) < 0.4 * min(lines[-1][0].size, piece.size):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    text, previous = [], None
    for line in lines:
        if previous and previous.y - line[0].y > 1.9 * max(previous.size, line[0].size):
            text.append("")
        text.append(_line(sorted(line, key=lambda one: one.x)))
        previous = line[0]
    return "\n".join(text).strip("\n")


def _line(pieces: list[Piece]) -> str:
    text, last = "", None
    for piece in pieces:
        if last is not None:
            gap = piece.x - last.end
            # Letters printed twice at one place to look bold are one letter.
            if piece.text == last.text and abs(piece.x - last.x) < 0.1 * piece.size:
                continue
            if gap > 2.5 * piece.size:
                text += "   "
            elif gap > 0.16 * piece.size and not text.endswith(" ") and not piece.text.startswith(" "):
                text += " "
        text += piece.text
        last = piece
    return text.replace("\u00a0", " ").rstrip()


def _skip_picture(lexer: Lexer) -> None:
    """Passes over a picture inside the instructions: from BI to the EI behind its data."""
    position = lexer.data.find(b"ID", lexer.position)
    while position >= 0:
        position = lexer.data.find(b"EI", position + 2)
        if position >= 0 and lexer.data[position - 1 : position] in (b"\n", b"\r", b" ") and lexer.data[position + 2 : position + 3] in (b"\n", b"\r", b" ", b""):
            lexer.position = position + 2
            return
    lexer.position = len(lexer.data)
