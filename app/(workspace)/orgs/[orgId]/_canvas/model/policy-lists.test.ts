import { expect, test } from "vitest";
import { countRules, readToolList, withToolList } from "./policy-lists.ts";

test("a typed list is read with blanks, commas and lines between its entries, each once", () => {
  expect(readToolList(" db_exec, group:mcp\n*  db_exec ")).toEqual(["db_exec", "group:mcp", "*"]);
  expect(readToolList("")).toEqual([]);
});

test("what is no name of a tool or a group is not read", () => {
  expect(readToolList("db_exec rm/all")).toBeUndefined();
});

test("a list is changed beside the others, and what is empty is not there at all", () => {
  const byProvider = { openai: { allow: ["recall"] } };
  const policy = withToolList({ deny: ["db_exec"], byProvider }, "allow", ["recall"]);
  expect(policy).toEqual({ deny: ["db_exec"], allow: ["recall"], byProvider });
  expect(countRules(policy)).toBe(2);
  expect(withToolList(policy, "deny", [])).toEqual({ allow: ["recall"], byProvider });
  expect(withToolList({ deny: ["db_exec"] }, "deny", [])).toBeUndefined();
  expect(withToolList(undefined, "deny", [])).toBeUndefined();
});
