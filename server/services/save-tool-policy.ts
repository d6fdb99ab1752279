import { isDeepStrictEqual } from "node:util";
import { AppError } from "../contract/app-error.ts";
import {
  type GlobalPolicy,
  type SaveToolPolicyInput,
  saveToolPolicyInput,
  type ToolPolicyConflict,
} from "../contract/tool-policy.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { writeAudit } from "../store/rules/audit-store.ts";
import type { RuleStore } from "../store/rules/rule-store.ts";

interface SavePolicyDeps {
  readonly database: Database;
  readonly rules: Pick<RuleStore, "lockPolicy" | "savePolicy">;
  /** Tells every process that the rules changed. */
  rulesChanged(): void;
}

/**
 * Saves the rules for everybody, with what they were before in the audit. Throws an `AppError` ("conflict", with a `ToolPolicyConflict`)
 * where the change began from rules that somebody else has changed meanwhile.
 */
export async function saveToolPolicy(
  { database, rules, rulesChanged }: SavePolicyDeps,
  input: SaveToolPolicyInput,
  actor: string,
): Promise<GlobalPolicy> {
  const { policy, base } = saveToolPolicyInput.parse(input);
  await inTransaction(database, async (transaction) => {
    const before = await rules.lockPolicy(transaction);
    if (base && !isDeepStrictEqual(base, before)) throw changedElsewhere(before);
    await rules.savePolicy(policy, transaction);
    const detail = { before, after: policy };
    await writeAudit(transaction, { kind: "policy", actor, subject: "Rules changed", detail });
  });
  rulesChanged();
  return policy;
}

function changedElsewhere(policy: GlobalPolicy): AppError {
  return new AppError(
    "conflict",
    "The rules were changed elsewhere meanwhile, so nothing was saved. Read them anew and make your change there.",
    { data: { policy } satisfies ToolPolicyConflict },
  );
}
