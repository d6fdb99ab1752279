import { expect, test } from "vitest";
import { type GlobalPolicyInput, globalPolicySchema } from "@/server/contract/tool-policy.ts";
import { rebaseDraft } from "./rebase-draft.ts";
import { type ProviderRuleDraft, type RulesDraft, toDraft } from "./rules-draft.ts";

const draftOf = (policy: GlobalPolicyInput): RulesDraft => toDraft(globalPolicySchema.parse(policy));

const from = draftOf({
  profile: "coding",
  deny: ["cron", "exec"],
  byProvider: { openai: { profile: "minimal", allow: ["recall"] }, local: { allow: ["grep"] } },
  approvals: { security: "allowlist", ask: "on-miss", allowlist: ["git status"], tools: ["group:mcp"] },
  rates: ["session 100/hour"],
});

test("what was changed on one side alone is taken from there, whatever it is", () => {
  const other = draftOf({
    profile: "messaging",
    allow: ["group:fs"],
    deny: ["db_exec"],
    alsoAllow: ["delegate_to"],
    subAgentDeny: ["write_file"],
    leafDeny: ["edit_file"],
    byProvider: { openai: { profile: "coding" }, anthropic: { allow: ["think"] } },
    approvals: {
      security: "deny",
      ask: "always",
      destructive: "allow",
      allowlist: ["git log"],
      tools: ["think"],
    },
    rates: ["agent 5/day"],
  });
  // Everything has to be another, or the test would show nothing of it.
  for (const field of Object.keys(from) as (keyof RulesDraft)[])
    expect(other[field]).not.toEqual(from[field]);
  const rules = { openai: other.byProvider["openai"], anthropic: other.byProvider["anthropic"] };
  const isNow = (removed: object) => ({
    draft: { ...other, byProvider: { ...rules, ...removed } },
    clashes: [],
  });
  const none = { profile: "", allow: "" };
  expect(rebaseDraft(from, from, other)).toEqual(isNow({ local: none }));
  expect(rebaseDraft(other, from, from)).toEqual(isNow({ local: none }));
  expect(rebaseDraft(other, from, other)).toEqual(isNow({}));
});

test("a list has what it has elsewhere, without what was removed here and with what was added here", () => {
  const mine = {
    ...from,
    deny: "exec, recall\n think",
    allowlist: "git status\nls -l",
    rates: "agent 5 / day",
  };
  const theirs = {
    ...from,
    deny: "cron\nexec\ndb_exec\nthink",
    allowlist: "git log -1\ngit status",
    rates: "session 100/hour\ngroup:web 3/minute",
  };
  expect(rebaseDraft(mine, from, theirs)).toEqual({
    draft: {
      ...from,
      deny: "exec\ndb_exec\nthink\nrecall",
      allowlist: "git log -1\ngit status\nls -l",
      rates: "group:web 3/minute\nagent 5/day",
    },
    clashes: [],
  });
});

test("what was removed elsewhere does not come back with a list that was changed here", () => {
  const { draft } = rebaseDraft({ ...from, deny: "cron\nexec\nthink" }, from, { ...from, deny: "exec" });
  expect(draft.deny).toBe("exec\nthink");
});

test("a list that nobody changed elsewhere stays as it is being typed", () => {
  const mine = { ...from, deny: "cron,  exec,\n no/such" };
  expect(rebaseDraft(mine, from, { ...from, profile: "full" }).draft).toEqual({ ...mine, profile: "full" });
});

test("a choice that was made here and otherwise elsewhere stays, and it is said what it is there", () => {
  const mine: RulesDraft = { ...from, profile: "minimal", security: "full", ask: "off", destructive: "deny" };
  const theirs: RulesDraft = {
    ...from,
    profile: "full",
    security: "deny",
    ask: "off",
    destructive: "allow",
    tools: "group:mcp\nthink",
  };
  expect(rebaseDraft(mine, from, theirs)).toEqual({
    draft: { ...mine, tools: "group:mcp\nthink" },
    clashes: [
      { field: "profile", provider: undefined, theirs: "full" },
      { field: "security", provider: undefined, theirs: "deny" },
      { field: "destructive", provider: undefined, theirs: "allow" },
    ],
  });
});

test("rules for one provider's models are merged for themselves, also new ones and those that are gone", () => {
  const mine: RulesDraft = {
    ...from,
    byProvider: {
      openai: { profile: "messaging", allow: "recall\nthink" },
      local: { profile: "coding", allow: "grep" },
      here: { profile: "coding", allow: "" },
    },
  };
  const added: ProviderRuleDraft = { profile: "", allow: "think" };
  const theirs: RulesDraft = {
    ...from,
    byProvider: { openai: { profile: "coding", allow: "grep\nrecall" }, constructor: added },
  };
  expect(rebaseDraft(mine, from, theirs)).toEqual({
    draft: {
      ...from,
      byProvider: {
        openai: { profile: "messaging", allow: "grep\nrecall\nthink" },
        constructor: added,
        local: { profile: "coding", allow: "" },
        here: { profile: "coding", allow: "" },
      },
    },
    clashes: [{ field: "profile", provider: "openai", theirs: "coding" }],
  });
});
