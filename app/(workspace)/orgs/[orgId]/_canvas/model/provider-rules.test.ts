import { expect, test } from "vitest";
import { withProviderRule } from "./provider-rules.ts";

test("one provider's rules are changed beside the others, and what is empty is not there at all", () => {
  const first = withProviderRule({ deny: ["db_exec"] }, "openai", { allow: ["recall"] });
  expect(first).toEqual({ deny: ["db_exec"], byProvider: { openai: { allow: ["recall"] } } });
  const second = withProviderRule(first, "anthropic", { profile: "minimal", allow: [] });
  expect(second?.byProvider).toEqual({ openai: { allow: ["recall"] }, anthropic: { profile: "minimal" } });
  expect(withProviderRule(second, "openai", { allow: [] })?.byProvider).toEqual({
    anthropic: { profile: "minimal" },
  });
  expect(withProviderRule(first, "openai", {})).toEqual({ deny: ["db_exec"] });
  expect(withProviderRule({ byProvider: { openai: { profile: "full" } } }, "openai", {})).toBeUndefined();
});
