import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from report import write_report


class Reports(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def test_a_report_is_a_markdown_file_with_a_table(self):
        write_report("Sales", [{"Region": "North | East", "Sum": 5}])
        with open("report.md", encoding="utf-8") as file:
            self.assertEqual(file.read(), "# Sales\n\n| Region | Sum |\n| --- | ---: |\n| North \\| East | 5 |\n")

    def test_a_name_that_is_taken_gets_a_number(self):
        self.assertEqual([write_report("A", [], file_name="../a.md")["file"] for _ in range(2)], ["a.md", "a-2.md"])

    def test_a_column_that_no_row_has_is_refused(self):
        with self.assertRaisesRegex(ValueError, "No row has"):
            write_report("A", [{"x": 1}], columns=["y"])


if __name__ == "__main__":
    unittest.main()
