import { expect, test } from "vitest";
import { globalPolicySchema } from "@/server/contract/tool-policy.ts";
import { toDraft, toPolicy } from "./rules-draft.ts";

test("what was saved is typed as it was, and saved as it was typed", () => {
  const policy = globalPolicySchema.parse({
    profile: "coding",
    allow: ["group:fs", "exec"],
    deny: ["cron"],
    alsoAllow: [],
    byProvider: { openai: { profile: "minimal" }, local: { allow: ["recall", "group:fs"] } },
    approvals: { security: "allowlist", ask: "on-miss", allowlist: ["git status", "/usr/bin/git"] },
  });
  expect(globalPolicySchema.parse(toPolicy(policy, toDraft(policy)))).toEqual(policy);
});

test("names may be parted by commas, blanks and lines; commands by lines alone", () => {
  const policy = globalPolicySchema.parse({});
  const draft = { ...toDraft(policy), deny: "cron, exec\n\n group:web ", allowlist: " git status \n\nls -l" };
  expect(toPolicy(policy, draft)).toMatchObject({
    deny: ["cron", "exec", "group:web"],
    approvals: { allowlist: ["git status", "ls -l"] },
  });
});

test("a provider's rule is changed and taken away again", () => {
  const policy = globalPolicySchema.parse({ byProvider: { openai: { profile: "minimal" } } });
  const typed = (rule: { profile: "" | "coding"; allow: string }) =>
    toPolicy(policy, { ...toDraft(policy), byProvider: { openai: rule } }).byProvider;
  expect(typed({ profile: "coding", allow: "recall, group:web" })).toEqual({
    openai: { profile: "coding", allow: ["recall", "group:web"] },
  });
  expect(typed({ profile: "", allow: "recall" })).toEqual({ openai: { allow: ["recall"] } });
  expect(typed({ profile: "", allow: " " })).toBeUndefined();
});
