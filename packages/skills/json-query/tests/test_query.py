import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

import query
from paths import find, parse_path
from yaml_subset import YamlProblem, read_yaml

SHOP = {"orders": [{"id": 1, "total": 20.5, "customer": {"country": "DE"}}, {"id": 2, "total": 5, "note": "Rush"}], "odd key": True}


class InFolder(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def file(self, name, content):
        with open(name, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return name


class Paths(unittest.TestCase):
    def values(self, path):
        return [value for _, value in find(SHOP, parse_path(path))]

    def test_each_form_of_a_path_finds_what_it_names(self):
        for path, expected in [
            ("orders[0].id", [1]), ("$.orders[-1].id", [2]), ("orders[*].id", [1, 2]), ("orders[0:1].total", [20.5]),
            ("..country", ["DE"]), ('["odd key"]', [True]), ("orders.*.id", [1, 2]), ("", [SHOP]), ("$", [SHOP]), ("..nothing", []),
        ]:
            with self.subTest(path):
                self.assertEqual(self.values(path), expected)

    def test_a_place_that_is_not_there_says_how_far_the_path_got(self):
        for path, text in [("orders[7]", "a list of 2"), ("orders.id", "orders[*].id"), ("basket", "orders, odd key")]:
            with self.subTest(path), self.assertRaises(ValueError) as caught:
                self.values(path)
            self.assertIn(text, str(caught.exception))

    def test_a_path_that_cannot_be_read_is_refused(self):
        for path in ["orders[", "orders[x]", "a..", ".", "a b"]:
            with self.subTest(path), self.assertRaises(ValueError):
                self.values(path)


class Functions(InFolder):
    def test_an_outline_merges_records_and_marks_what_some_lack(self):
        lines = query.outline_data(self.file("shop.json", SHOP))["outline"]
        self.assertIn("$.orders: list of 2", lines)
        self.assertIn('$.orders[*].note?: text, such as "Rush"', lines)

    def test_records_are_filtered_by_every_kind_of_condition(self):
        name = self.file("shop.json", SHOP)
        for test, field, value, expected in [
            ("equals", "id", 1, [1]), ("not_equals", "id", 1, [2]), ("above", "total", 5, [1]), ("below", "total", 20, [2]),
            ("at_least", "total", 5, [1, 2]), ("at_most", "total", 5, [2]), ("contains", "note", "rus", [2]),
            ("starts_with", "note", "ru", [2]), ("one_of", "id", [2, 3], [2]), ("exists", "note", None, [2]),
            ("missing", "note", None, [1]), ("equals", "customer.country", "DE", [1]), ("above", "total", "5", []),
        ]:
            with self.subTest(test):
                found = query.filter_records(name, "orders", [{"field": field, "test": test, "value": value}])
                self.assertEqual([record["id"] for record in found["values"]], expected)

    def test_keys_and_values_are_found_by_text(self):
        hits = query.search_data(self.file("shop.json", SHOP), "RUSH")["places"]
        self.assertEqual(hits, [{"at": "$.orders[1].note", "in": "value", "value": "Rush"}])

    def test_a_part_is_written_as_csv_and_formulas_stay_text(self):
        name = self.file("a.json", {"rows": [{"a": "=1+1", "b": 2}, {"b": -3}]})
        self.assertEqual(query.extract_data(name, "rows", "csv")["rows"], 2)
        with open("extract.csv", encoding="utf-8", newline="") as file:
            self.assertEqual(file.read(), "a,b\r\n'=1+1,2\r\n,-3\r\n")

    def test_two_files_are_compared_by_place(self):
        found = query.compare_data(self.file("a.json", {"x": 1, "y": [1, 2]}), self.file("b.json", {"y": [1], "z": True, "x": 1.0}))
        self.assertEqual([(one["at"], one["change"]) for one in found["values"]], [("$.y[1]", "removed"), ("$.z", "added")])

    def test_large_numbers_keep_their_digits_and_double_keys_are_told(self):
        answer = query.query_data(self.file("a.json", '{"n": 12345678901234567890, "n": 98765432109876543210}'), "n")
        self.assertEqual(answer["values"][0]["value"], 98765432109876543210)
        self.assertIn("n", answer["notes"][0])

    def test_lines_of_json_are_a_list_and_a_bad_line_is_named(self):
        self.assertEqual(query.query_data(self.file("a.jsonl", '{"a":1}\n\n{"a":2}\n'), "[*].a")["matches"], 2)
        with self.assertRaisesRegex(ValueError, "Line 2"):
            query.query_data(self.file("b.jsonl", '{"a":1}\n{"a":\n'), "")


class Yaml(unittest.TestCase):
    def test_common_documents_are_read_as_yaml_reads_them(self):
        for text, expected in [
            ("a: 1\nb:\n  - x\n  - y: 2\n    z: yes it is\n", {"a": 1, "b": ["x", {"y": 2, "z": "yes it is"}]}),
            ("list:\n- 1\n- 2.5\n- null\n- true\n", {"list": [1, 2.5, None, True]}),
            ('q: "a: b # c"\ns: \'it\'\'s\'\n', {"q": "a: b # c", "s": "it's"}),
            ("t: |\n  one\n  two\nf: >-\n  one\n  two\n\n  three\n", {"t": "one\ntwo\n", "f": "one two\nthree"}),
            ("a: [1, x, {b: c}]  # note\ne: {}\n", {"a": [1, "x", {"b": "c"}], "e": {}}),
            ("---\nversion: 007\ntime: 12:30\nurl: http://x/y#z\n", {"version": "007", "time": "12:30", "url": "http://x/y#z"}),
            ("a:\n  b:\n    c: d\n  e:\nf: ~\n", {"a": {"b": {"c": "d"}, "e": None}, "f": None}),
            ("- - 1\n  - 2\n- - 3\n", [[1, 2], [3]]),
            ("a: [1,\n  2]\nb: 3\n", {"a": [1, 2], "b": 3}),
            ("plain\n", "plain"), ("one: 1\n---\ntwo: 2\n", [{"one": 1}, {"two": 2}]),
        ]:
            with self.subTest(text):
                self.assertEqual(read_yaml(text), expected)

    def test_what_is_not_understood_is_refused_with_its_line(self):
        for text, line in [
            ("a: &x 1\n", 1), ("a: 1\nb: *x\n", 2), ("a: !tag x\n", 1), ("a:\n\t- 1\n", 2), ("a: 1\n  b: 2\n", 2),
            ("a: 1\na: 2\n", 2), ('a: "x\n', 1), ("a: [1, 2\n", 1), ("a: b: c\n", 1), ("a: one\n  two\n", 2), ("<<: {a: 1}\n", 1),
        ]:
            with self.subTest(text), self.assertRaises(YamlProblem) as caught:
                read_yaml(text)
            self.assertIn(f"line {line}", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
