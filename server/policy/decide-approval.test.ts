import { expect, test } from "vitest";
import { approvalRulesSchema } from "../contract/tool-policy.ts";
import { matchesAllowlist } from "./allowlist.ts";
import { decideApproval } from "./decide-approval.ts";

type Mode = Readonly<["deny" | "allowlist" | "full", "off" | "on-miss" | "always", boolean, string]>;

test.each<Mode>([
  ["deny", "off", true, "deny"],
  ["deny", "on-miss", true, "deny"],
  ["deny", "always", true, "deny"],
  ["deny", "always", false, "deny"],
  ["allowlist", "off", true, "allow"],
  ["allowlist", "on-miss", true, "allow"],
  ["allowlist", "always", true, "ask"],
  ["allowlist", "off", false, "deny"],
  ["allowlist", "on-miss", false, "ask"],
  ["allowlist", "always", false, "ask"],
  ["full", "off", false, "allow"],
  ["full", "on-miss", true, "allow"],
  ["full", "on-miss", false, "ask"],
  ["full", "always", true, "ask"],
])("a program under %s, ask %s, on the list: %s comes to %s", (...[security, ask, isListed, decision]) => {
  const rules = approvalRulesSchema.parse({ security, ask });
  expect(decideApproval(rules, { isGated: true, isDestructive: false, isListed }).decision).toBe(decision);
});

test.each<["ask" | "allow" | "deny", boolean, string]>([
  ["ask", false, "ask"],
  ["ask", true, "allow"],
  ["allow", false, "allow"],
  ["deny", true, "deny"],
])("a destructive call with %s, allowed before: %s, comes to %s", (destructive, isListed, decision) => {
  const rules = approvalRulesSchema.parse({ destructive });
  expect(decideApproval(rules, { isGated: false, isDestructive: true, isListed }).decision).toBe(decision);
});

test("of a program that may destroy something the stricter rule counts", () => {
  const facts = { isGated: true, isDestructive: true, isListed: true };
  expect(
    decideApproval(approvalRulesSchema.parse({ ask: "always", destructive: "allow" }), facts).decision,
  ).toBe("ask");
  expect(decideApproval(approvalRulesSchema.parse({ security: "deny" }), facts).decision).toBe("deny");
  expect(decideApproval(approvalRulesSchema.parse({ destructive: "deny" }), facts).decision).toBe("deny");
});

test.each(["deny", "allowlist", "full"] as const)(
  "a call that runs no program and destroys nothing runs under %s, whatever the list says",
  (security) => {
    for (const ask of ["off", "on-miss", "always"] as const)
      expect(
        decideApproval(approvalRulesSchema.parse({ security, ask }), {
          isGated: false,
          isDestructive: false,
          isListed: false,
        }),
      ).toEqual({ decision: "allow", reason: "" });
  },
);

const git = { executable: "/usr/bin/git", shape: "git status" };
const shell = { executable: "/bin/sh", shape: "sh -c" };

test.each<[readonly string[], readonly (typeof git)[], readonly string[], boolean]>([
  [["/usr/bin/git"], [git], ["git status"], true],
  [["/usr/bin/*"], [git], ["git status"], true],
  [["/usr/*"], [git], ["git status"], false],
  [["git"], [git], ["git status"], false],
  [["git status"], [git], ["git status"], true],
  [["git *"], [git], ["git status"], true],
  [["git *"], [git, shell], ["git status", "sh -c evil"], false],
  [["/usr/bin/git"], [git, shell], ["git status", "sh -c evil"], false],
  [["git.status"], [git], ["git status"], false],
  [["npm test", "git status"], [git], ["git status"], true],
  [["/usr/bin/git", "/bin/sh"], [git, shell], ["git status", "sh -c evil"], true],
  [["npm test", "ls"], [git], ["git status"], false],
  [["*"], [], [], false],
  [[], [git], ["git status"], false],
])("the patterns %j cover %j %j: %s", (...[patterns, identities, commands, expected]) => {
  expect(matchesAllowlist(patterns, { summary: "", identities, commands })).toBe(expected);
});
