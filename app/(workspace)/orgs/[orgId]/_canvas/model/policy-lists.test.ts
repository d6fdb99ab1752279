import { expect, test } from "vitest";
import { countRules, withToolList } from "./policy-lists.ts";

test("a list is changed beside the others, and what is empty is not there at all", () => {
  const byProvider = { openai: { allow: ["recall"] } };
  const policy = withToolList({ deny: ["db_exec"], byProvider }, "allow", ["recall"]);
  expect(policy).toEqual({ deny: ["db_exec"], allow: ["recall"], byProvider });
  expect(countRules(policy)).toBe(3);
  expect(withToolList(policy, "deny", [])).toEqual({ allow: ["recall"], byProvider });
  expect(withToolList({ deny: ["db_exec"] }, "deny", [])).toBeUndefined();
  expect(withToolList(undefined, "deny", [])).toBeUndefined();
});
