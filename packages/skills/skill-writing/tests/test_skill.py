import json
import os
import re
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from skill import check_skill, pack_skill

HERE = os.path.dirname(os.path.abspath(__file__))


def example_parts():
    """The whole skill that the reference shows."""
    with open(os.path.join(HERE, "..", "references", "example.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    parts = dict(blocks)
    head, manual = re.fullmatch(r"---\n(.*?)---\n(.*)", parts.pop("SKILL.md"), re.DOTALL).groups()
    fields = dict(line.split(": ", 1) for line in head.strip().split("\n"))
    return {"name": fields["name"], "description": fields["description"], "manual": manual, "files": [{"path": path, "content": content} for path, content in parts.items()]}


class Skills(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def findings(self, **changed):
        answer = check_skill(**{**example_parts(), **changed})
        return [(one["level"], one["message"]) for one in answer["findings"]]

    def test_the_example_of_the_reference_has_no_findings(self):
        answer = check_skill(**example_parts())
        self.assertEqual(answer, {"ready": True, "findings": [], "functions": ["count_words"]})

    def test_a_packed_skill_holds_its_parts_and_is_the_same_each_time(self):
        first, second = pack_skill(**example_parts()), pack_skill(**example_parts())
        self.assertEqual((first["file"], second["file"]), ("word-count.zip", "word-count-2.zip"))
        with open(first["file"], "rb") as one, open(second["file"], "rb") as other:
            self.assertEqual(one.read(), other.read())
        with zipfile.ZipFile(first["file"]) as archive:
            self.assertIn("word-count/scripts/words.py", archive.namelist())
            self.assertTrue(archive.read("word-count/SKILL.md").decode().startswith('---\nname: word-count\ndescription: "Counts'))

    def test_each_fault_is_found_with_what_would_be_right(self):
        def script(source):
            return {"files": [{"path": "scripts/a.py", "content": source}]}

        for changed, text in [
            ({"name": "Word_Count"}, "hyphens"), ({"description": ""}, "missing"), ({"description": "x" * 1025}, "1,024"), ({"description": "Counts words."}, "when to use"),
            ({"manual": " "}, "empty"), ({"manual": "---\nname: x\n---\n"}, "head of its own"), ({"manual": "a\u200bb"}, "invisible"), ({"manual": "x\n" * 501}, "500 lines"),
            (script("def f(:\n"), "line 1"), (script("__all__ = ['g']\n"), "no such function"), (script('__all__ = ["f"]\ndef f(a):\n    """Text."""\n'), "has no type"),
            (script('__all__ = ["f"]\ndef f(*a: int):\n    """Text."""\n'), "Take a list"), (script("__all__ = ['f']\ndef f(a: int):\n    return a\n"), "docstring"),
            ({"files": [{"path": "../x.py", "content": ""}]}, "plain names"), ({"files": [{"path": "skill.md", "content": ""}]}, "two files"),
            ({"files": [{"path": "examples/a.json", "content": "{"}]}, "no valid JSON"), ({"files": [{"path": "examples/a.json", "content": json.dumps({"function": "g", "arguments": {}, "expected": 1})}]}, "no function 'g'"),
        ]:
            with self.subTest(text):
                self.assertTrue(any(text in message for _, message in self.findings(**changed)), self.findings(**changed))

    def test_parts_with_errors_are_not_packed(self):
        with self.assertRaisesRegex(ValueError, "not ready"):
            pack_skill(**{**example_parts(), "name": "../up"})
        self.assertEqual(os.listdir("."), [])


if __name__ == "__main__":
    unittest.main()
