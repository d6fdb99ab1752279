import { expect, test } from "vitest";
import { readToolList } from "./read-tool-list.ts";

test("a typed list is read with blanks, commas and lines between its entries, each once", () => {
  expect(readToolList(" db_exec, group:mcp\n*  db_exec ")).toEqual(["db_exec", "group:mcp", "*"]);
  expect(readToolList("")).toEqual([]);
});

test("what is no name of a tool or a group is not read", () => {
  expect(readToolList("db_exec rm/all")).toBeUndefined();
});
