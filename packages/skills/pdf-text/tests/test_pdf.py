import os
import sys
import tempfile
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from pdf import describe_pdf, read_pages, search_pdf
from pdf_filters import unpack
from pdf_objects import Lexer, Name, Reference

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def drawn(*lines):
    return b"BT /F1 12 Tf 50 700 Td 14 TL " + b" ".join(b"(" + line + b") '" for line in lines) + b" ET"


def stream(content, head=b""):
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), head, content)


def objects(pages, font=FONT, info=b"<< /Title (A \\(small\\) file) >>"):
    """Numbered objects of a file whose pages have these instructions."""
    result = {1: b"<< /Type /Catalog /Pages 2 0 R /Outlines 90 0 R >>", 3: font, 4: info, 90: b"<< /First 91 0 R >>",
              91: b"<< /Title <FEFF00C400E9> /First 92 0 R >>", 92: b"<< /Title (Inner) >>"}
    kids = []
    for index, content in enumerate(pages):
        kids.append(b"%d 0 R" % (10 + 2 * index))
        result[10 + 2 * index] = b"<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>" % (11 + 2 * index)
        result[11 + 2 * index] = content if b"stream" in content else stream(content)
    result[2] = b"<< /Type /Pages /Kids [%s] /Count %d /Resources << /Font << /F1 3 0 R >> /XObject << /X1 80 0 R >> >> >>" % (b" ".join(kids), len(kids))
    return result


def with_table(numbered, trailer=b""):
    data, places = b"%PDF-1.4\n", {}
    for number, content in sorted(numbered.items()):
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start, top = len(data), max(numbered)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (top + 1)
    for number in range(1, top + 1):
        data += b"%010d 00000 %s \n" % (places.get(number, 0), b"n" if number in places else b"f")
    return data + b"trailer << /Root 1 0 R /Info 4 0 R %s >>\nstartxref\n%d\n%%%%EOF" % (trailer, start)


def with_streams(numbered):
    """Objects in an object stream, found through a compressed table with predictors: how newer files are written."""
    plain = {number: content for number, content in numbered.items() if b"stream" not in content}
    head, body = b"", b""
    for number, content in plain.items():
        head += b"%d %d " % (number, len(body))
        body += content + b" "
    data, places = b"%PDF-1.5\n", {}
    packed = zlib.compress(head + body)
    streams = {number: content for number, content in numbered.items() if b"stream" in content}
    streams[70] = stream(packed, b"/Type /ObjStm /Filter /FlateDecode /N %d /First %d" % (len(plain), len(head)))
    for number, content in streams.items():
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    entries = []
    for number in range(93):
        if number in plain:
            entries.append(b"\x02" + (70).to_bytes(3, "big") + bytes([list(plain).index(number)]))
        else:
            entries.append((b"\x01" if number in places else b"\x00") + places.get(number, 0).to_bytes(3, "big") + b"\x00")
    rows, above = b"", bytes(5)
    for entry in entries:
        rows += b"\x02" + bytes((one - other) & 255 for one, other in zip(entry, above))
        above = entry
    start = len(data)
    table = stream(zlib.compress(rows), b"/Type /XRef /Size 93 /W [1 3 1] /Root 1 0 R /Info 4 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>")
    return data + b"93 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF" % (table, start)


class InFolder(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def file(self, data):
        with open("a.pdf", "wb") as file:
            file.write(data)
        return "a.pdf"

    def text(self, *pages, **parts):
        return read_pages(self.file(with_table(objects(pages, **parts))))["content"][0]["text"]


class Files(InFolder):
    PAGES = (drawn(b"First line", b"Second \\(line\\)"), drawn(b"Gr\\374n"))

    def test_old_tables_streams_and_damaged_tables_give_the_same(self):
        numbered = objects(self.PAGES)
        for name, data in [("table", with_table(numbered)), ("streams", with_streams(numbered)), ("damaged", with_table(numbered).replace(b"startxref", b"startxxxx")),
                           ("cut", with_streams(numbered)[:-300]), ("junk in front", b"junk\n" + with_table(numbered))]:
            with self.subTest(name):
                content = read_pages(self.file(data), 1, 2)["content"]
                self.assertEqual([page["text"] for page in content], ["First line\nSecond (line)", "Gr\u00fcn"])

    def test_a_file_is_described(self):
        answer = describe_pdf(self.file(with_table(objects((*self.PAGES, b"q 1 0 0 1 0 0 cm /X1 Do Q")) | {80: stream(b"x", b"/Subtype /Image")})))
        self.assertEqual((answer["pages"], answer["title"], answer["pages_without_text"], answer["pages_with_pictures"]), (3, "A (small) file", [3], 1))
        self.assertEqual(answer["outline"], [{"level": 1, "title": "\u00c4\u00e9"}, {"level": 2, "title": "Inner"}])

    def test_words_are_found_across_lines_with_their_page(self):
        answer = search_pdf(self.file(with_table(objects(self.PAGES))), "LINE second")
        self.assertEqual((answer["occurrences"], answer["places"][0]["page"]), (1, 1))

    def test_what_cannot_be_read_is_refused_with_a_reason(self):
        numbered = objects(self.PAGES)
        for data, text in [(b"hello", "no PDF"), (b"%PDF-1.4\nnothing", "damaged"), (with_table(numbered, b"/Encrypt << /V 1 >>"), "password")]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                describe_pdf(self.file(data))
        with self.assertRaisesRegex(ValueError, "2 page"):
            read_pages(self.file(with_table(numbered)), 3)

    def test_loops_in_a_file_end(self):
        numbered = objects(self.PAGES)
        numbered[2] = b"<< /Type /Pages /Kids [2 0 R 10 0 R] /Resources << /Font << /F1 3 0 R >> /XObject << /X1 80 0 R >> >> >>"
        numbered[11] = stream(b"/X1 Do " + drawn(b"end"))
        numbered[80] = stream(b"/X1 Do", b"/Subtype /Form")
        numbered[92] = b"<< /Title (Inner) /Next 91 0 R >>"
        answer = describe_pdf(self.file(with_table(numbered)))
        self.assertEqual((answer["pages"], len(answer["outline"])), (1, 2))
        numbered[1] = b"1 0 R"
        with self.assertRaises(ValueError):
            describe_pdf(self.file(with_table(numbered)))

    def test_a_bomb_is_not_unpacked(self):
        packed = zlib.compress(bytes(150_000_000), 9)
        with self.assertRaisesRegex(ValueError, "unpacks to far more"):
            self.text(stream(packed, b"/Filter /FlateDecode"))


class Text(InFolder):
    def test_gaps_are_blanks_and_heights_are_lines(self):
        page = b"BT /F1 10 Tf 1 0 0 1 50 500 Tm [(Wo) 20 (rd) -600 (two)] TJ 1 0 0 1 300 500 Tm (far) Tj 1 0 0 1 50 515 Tm (above) Tj 1 0 0 1 50 400 Tm (below) Tj ET"
        self.assertEqual(self.text(page), "above\nWord two   far\n\nbelow")

    def test_a_letter_table_of_the_font_is_followed(self):
        cmap = b"1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0001> <00660066> endbfchar 2 beginbfrange <0002> <0003> <0041> <0004> <0005> [<D83DDE00> <03B1>] endbfrange"
        numbered = objects((b"BT /F1 12 Tf (\\000\\001\\000\\002\\000\\003\\000\\004\\000\\005\\000\\011) Tj ET",), b"<< /Subtype /Type0 /ToUnicode 80 0 R /DescendantFonts [<< /W [1 [500 600] 3 5 700] >>] >>")
        answer = read_pages(self.file(with_table(numbered | {80: stream(cmap)})))
        self.assertEqual(answer["content"][0]["text"], "ffAB\U0001f600\u03b1\ufffd")
        self.assertIn("1 letter(s)", answer["notes"][0])

    def test_names_of_glyphs_are_letters(self):
        font = b"<< /Subtype /Type1 /Encoding << /Differences [65 /Adieresis /uni20AC /fi /alpha /a.alt /nothing] >> >>"
        self.assertEqual(self.text(b"BT /F1 12 Tf (ABCDEF) Tj ET", font=font), "\u00c4\u20acfi\u03b1a\ufffd")

    def test_pictures_inside_the_instructions_are_passed_over(self):
        self.assertEqual(self.text(b"BI /W 2 /H 2 ID \x00(EI\xff)Tj\nEI " + drawn(b"after")), "after")


class Parts(unittest.TestCase):
    def test_objects_are_read_in_every_form(self):
        source = b"<< /A#42 [1 -2.5 true null (a\\n\\101\\\r\nb(c)) <414> 3 0 R] % comment\n /B << /C /D >> >>"
        self.assertEqual(Lexer(source).next(), {"AB": [1, -2.5, True, None, b"a\nAb(c)", b"A@", Reference(3, 0)], "B": {"C": Name("D")}})
        self.assertEqual(Lexer(b"").next(), None)

    def test_deep_nesting_is_refused(self):
        with self.assertRaises(ValueError):
            Lexer(b"[" * 100_000).next()

    def test_every_way_of_packing_is_undone(self):
        for raw, name, expected in [
            (b"61 62 6>", "ASCIIHexDecode", b"ab`"), (b"<~87cUR\nDZ~>", "ASCII85Decode", b"Hello"), (bytes([2, 97, 98, 99, 254, 120, 128, 1]), "RunLengthDecode", b"abcxxx"),
            (bytes.fromhex("800B6050220C0C8501"), "LZWDecode", b"-----A---B"), (zlib.compress(b"abc")[:-4], "FlateDecode", b"abc"), (b"\xff\xd8", "DCTDecode", b""),
        ]:
            with self.subTest(name):
                self.assertEqual(unpack(raw, [name], []), expected)


if __name__ == "__main__":
    unittest.main()
