import os
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from excel import describe_workbook, read_sheet, sheet_to_csv
from word import read_document

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def relations(*entries):
    lines = "".join(f'<Relationship Id="{name}" Type="{RELATIONS}/{kind}" Target="{target}" {mode}/>' for name, kind, target, mode in entries)
    return f'<Relationships xmlns="{PACKAGE}">{lines}</Relationships>'


def word_file(body, **parts):
    others = {"styles": "", "numbering": "", "footnotes": "", "comments": "", **parts}
    files = {
        "_rels/.rels": relations(("r1", "officeDocument", "word/document.xml", "")),
        "word/document.xml": f'<w:document xmlns:w="{WORD}" xmlns:r="{RELATIONS}"><w:body>{body}</w:body></w:document>',
        "word/_rels/document.xml.rels": relations(
            *((name, name, f"{name}.xml", "") for name in others), ("link", "hyperlink", "https://example.com/", 'TargetMode="External"')
        ),
    }
    files.update({f"word/{name}.xml": f'<w:{name} xmlns:w="{WORD}">{content}</w:{name}>' for name, content in others.items()})
    return files


def book_file(rows, shared="", styles="", properties="", sheets='<sheet name="Sales" r:id="s1"/>'):
    return {
        "_rels/.rels": relations(("r1", "officeDocument", "/xl/workbook.xml", "")),
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{RELATIONS}">{properties}<sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            ("s1", "worksheet", "worksheets/sheet1.xml", ""), ("t", "sharedStrings", "sharedStrings.xml", ""), ("y", "styles", "styles.xml", "")
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{SHEET}">{shared}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{SHEET}">{styles}</styleSheet>',
    }


def paragraph(text, style="", run=""):
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


class InFolder(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def package(self, name, files):
        with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as package:
            for part, content in files.items():
                package.writestr(part, content)
        return name


class Word(InFolder):
    def read(self, body, **parts):
        return read_document(self.package("a.docx", word_file(body, **parts)))

    def test_headings_text_lists_and_links_become_markdown(self):
        styles = '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Own"><w:basedOn w:val="H2"/></w:style>'
        numbering = (
            '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
            '<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>'
        )
        item = '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="5"/></w:numPr></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
        body = (
            paragraph("Plan", "Own") + paragraph("Be ") .replace("</w:p>", '<w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>er</w:t></w:r></w:p>')
            + item.format(0, "one") + item.format(1, "deep") + '<w:p><w:hyperlink r:id="link"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>'
        )
        self.assertEqual(self.read(body, styles=styles, numbering=numbering)["text"], "## Plan\n\nBe **bolder**\n\n1. one\n   - deep\n\n[here](https://example.com/)")

    def test_tables_footnotes_and_comments_are_kept(self):
        cell = "<w:tc><w:tcPr>{}</w:tcPr><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
        table = f'<w:tbl><w:tr>{cell.format("", "a|b")}{cell.format("", "c")}</w:tr><w:tr>{cell.format(chr(60) + "w:gridSpan w:val=" + chr(34) + "2" + chr(34) + "/>", "wide")}</w:tr></w:tbl>'
        body = table + '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="7"/></w:r></w:p>'
        name = self.package("a.docx", word_file(body, footnotes=f'<w:footnote w:id="7">{paragraph("Source")}</w:footnote>', comments=f'<w:comment w:author="Reviewer">{paragraph("Why?")}</w:comment>'))
        text = read_document(name, include_comments=True)["text"]
        self.assertEqual(text, "| a\\|b | c |\n| --- | --- |\n| wide |  |\n\nText[^1]\n\n[^1]: Source\n\n## Comments\n\n- Reviewer: Why?")

    def test_tracked_changes_are_shown_as_accepted_and_text_boxes_once(self):
        body = (
            '<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>'
            '<w:p><w:r><AlternateContent><Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></Choice>'
            '<Fallback><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></Fallback></AlternateContent></w:r></w:p>'
        )
        answer = self.read(body)
        self.assertEqual(answer["text"], "new\n\nbox")
        self.assertIn("tracked changes", answer["notes"][0])

    def test_a_long_document_comes_in_parts_that_add_up(self):
        name = self.package("a.docx", word_file("".join(paragraph(f"Paragraph {number} " + "x" * 300) for number in range(400))))
        start, parts = 0, []
        while start is not None:
            answer = read_document(name, start)
            parts.append(answer["text"])
            start = answer["next"]
        self.assertEqual(len("".join(parts)), answer["characters"])
        self.assertGreater(len(parts), 2)


class Excel(InFolder):
    STYLES = (
        '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="171" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    )

    def test_cells_come_back_as_what_they_are(self):
        rows = (
            '<row r="1"><c r="A1" t="inlineStr"><is><t>Report</t></is></c></row>'
            '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>1</v></c></row>'
            '<row r="4"><c r="A4" s="1"><v>46112</v></c><c r="B4"><v>0.1</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" s="3"><v>12</v></c></row>'
            '<row r="6" hidden="1"><c r="A6" s="2"><v>46112.604166667</v></c><c r="B6"><f>SUM(B4:B5)</f></c><c r="C6" t="e"><v>#REF!</v></c></row>'
        )
        name = self.package("a.xlsx", book_file(rows, "<si><t>Day</t></si><si><r><t>Am</t></r><r><t>ount</t></r><rPh><t>x</t></rPh></si>", self.STYLES))
        answer = read_sheet(name)
        self.assertEqual(answer["columns"], ["Day", "Amount", "column_C", "Amount (2)"])
        self.assertEqual(answer["rows"], [
            {"row": 4, "Day": "2026-03-31", "Amount": 0.1, "column_C": True, "Amount (2)": 12},
            {"row": 6, "Day": "2026-03-31T14:30:00", "Amount": None, "column_C": "#REF!", "Amount (2)": None},
        ])
        self.assertEqual(len(answer["notes"]), 2)
        self.assertEqual(read_sheet(name, show_formulas=True)["rows"][1]["Amount"], "=SUM(B4:B5)")
        self.assertEqual(sheet_to_csv(name)["file"], "Sales.csv")
        with open("Sales.csv", encoding="utf-8", newline="") as file:
            self.assertEqual(file.read().split("\r\n")[1], "2026-03-31,0.1,True,12")

    def test_both_calendars_of_excel_are_read(self):
        for properties, serial, expected in [("", 1, "1900-01-01"), ("", 61, "1900-03-01"), ('<workbookPr date1904="1"/>', 0, "1904-01-01"), ("", 0.5, "12:00:00")]:
            rows = f'<row r="1"><c r="A1" t="str"><v>Day</v></c></row><row r="2"><c r="A2" s="1"><v>{serial}</v></c></row>'
            name = self.package("a.xlsx", book_file(rows, styles=self.STYLES, properties=properties))
            with self.subTest(serial):
                self.assertEqual(read_sheet(name)["rows"][0]["Day"], expected)

    def test_sheets_are_listed_and_a_wrong_name_is_answered_with_theirs(self):
        name = self.package("a.xlsx", book_file("", sheets='<sheet name="Sales" r:id="s1" state="hidden"/>'))
        self.assertEqual(describe_workbook(name)["sheets"][0]["notes"], ["The sheet is hidden."])
        with self.assertRaisesRegex(ValueError, "'Sales'"):
            read_sheet(name, "Costs")


class Hostile(InFolder):
    def test_what_is_no_such_file_is_refused_with_what_to_do(self):
        with open("old.doc", "wb") as file:
            file.write(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100))
        with open("text.docx", "w", encoding="utf-8") as file:
            file.write("hello")
        book = self.package("b.xlsx", book_file(""))
        for name, text in [("old.doc", "Save it as .docx"), ("text.docx", "no Office file"), ("none.docx", "Files here"), (book, "use read_sheet")]:
            with self.subTest(name), self.assertRaisesRegex(ValueError, text):
                read_document(name)

    def test_entities_and_bombs_are_not_unpacked(self):
        files = word_file("")
        files["word/document.xml"] = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
        with self.assertRaisesRegex(ValueError, "document type"):
            read_document(self.package("a.docx", files))
        files["word/document.xml"] = "<x>" + " " * 50_000_000 + "</x>"
        with self.assertRaisesRegex(ValueError, "unpacks to far more"):
            read_document(self.package("b.docx", files))


if __name__ == "__main__":
    unittest.main()
