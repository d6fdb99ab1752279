import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

import markdown
import texts

PAGE = """# Title

Intro with a [link](https://example.com/a_(b) "t") and ![img](a.png).

Second
------

```md
# not a heading
| a | b |
|---|---|
```

### Deep ###

| Name | Size \\| unit | Name |
|:-----|-----:|------|
| x | 1 | y |
| z |

## Third
End.
"""


class InFolder(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        self.file("page.md", PAGE)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def file(self, name, content):
        with open(name, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name


class Texts(InFolder):
    def test_a_text_is_measured_exactly(self):
        answer = texts.measure_text(self.file("a.txt", "One two. Two don't!\n\nÜber-all 日本語。\n"))
        wanted = {"words": 6, "different_words": 5, "sentences": 3, "paragraphs": 2, "lines": 3}
        self.assertEqual({name: answer[name] for name in wanted}, wanted)
        self.assertEqual(answer["frequent_words"][0], {"word": "two", "count": 2})

    def test_places_come_with_lines_around_and_can_be_narrowed(self):
        self.file("a.txt", "cat\nCat a.c\nconcat\nabc\n")
        self.assertEqual(texts.find_in_text("a.txt", "cat")["lines_with_it"], 3)
        self.assertEqual(texts.find_in_text("a.txt", "cat", whole_words=True)["lines_with_it"], 2)
        self.assertEqual(texts.find_in_text("a.txt", "cat", match_case=True, whole_words=True)["lines_with_it"], 1)
        self.assertEqual(texts.find_in_text("a.txt", "a.c")["places"], [{"line": 2, "text": "Cat a.c", "before": ["cat"], "after": ["concat"]}])

    def test_a_comparison_counts_lines_and_shows_them(self):
        answer = texts.compare_texts(self.file("a.txt", "a\nb\nc\n"), self.file("b.txt", "a\nx\nc\nd\n"))
        self.assertEqual((answer["added_lines"], answer["removed_lines"], answer["alike_percent"]), (2, 1, 57.1))
        self.assertIn("-b\n+x", answer["diff"])
        self.assertTrue(texts.compare_texts("a.txt", "a.txt")["equal"])

    def test_a_replacement_writes_a_copy_and_refuses_what_is_not_there(self):
        self.file("a.txt", "one two two")
        self.assertEqual(texts.replace_in_text("a.txt", [{"find": "two", "replace": "2"}])["replacements"], [{"find": "two", "replaced": 2}])
        with open("a-changed.txt", encoding="utf-8") as file:
            self.assertEqual(file.read(), "one 2 2")
        with self.assertRaisesRegex(ValueError, "does not hold"):
            texts.replace_in_text("a.txt", [{"find": "three", "replace": ""}])

    def test_every_encoding_is_read_and_a_binary_file_refused(self):
        for content in ["gr\u00fcn".encode("cp1252"), "gr\u00fcn".encode("utf-16"), b"\xef\xbb\xbf" + "gr\u00fcn".encode()]:
            self.assertEqual(texts.read_lines(self.file("g.txt", content))["text"], "1: gr\u00fcn")
        with self.assertRaisesRegex(ValueError, "no text file"):
            texts.read_lines(self.file("b.bin", b"PK\x03\x04\0\0"))


class Markdown(InFolder):
    def test_an_outline_leaves_out_what_stands_in_code(self):
        answer = markdown.outline_markdown("page.md")
        self.assertEqual([(one["level"], one["text"]) for one in answer["headings"]], [(1, "Title"), (2, "Second"), (3, "Deep"), (2, "Third")])
        self.assertEqual(answer["links"], [{"line": 3, "text": "link", "target": "https://example.com/a_(b)"}])
        self.assertEqual(answer["images"][0]["target"], "a.png")
        self.assertEqual([table["rows"] for table in answer["tables"]], [2])

    def test_a_section_ends_at_the_next_heading_of_its_level(self):
        text = markdown.read_section("page.md", "second")["text"]
        self.assertTrue(text.startswith("Second\n------") and text.endswith("| z |"))
        self.assertEqual(markdown.read_section("page.md", "## Third")["text"], "## Third\nEnd.")
        with self.assertRaisesRegex(ValueError, "'Title', 'Second'"):
            markdown.read_section("page.md", "Fourth")

    def test_a_table_becomes_records_with_names_that_differ(self):
        rows = markdown.read_tables("page.md")["tables"][0]["rows"]
        self.assertEqual(rows[0], {"Name": "x", "Size | unit": "1", "Name (2)": "y"})
        self.assertEqual(rows[1], {"Name": "z", "Size | unit": "", "Name (2)": ""})


if __name__ == "__main__":
    unittest.main()
