import type { Stores } from "./container-stores.ts";
import type { CallStep } from "./engine/tool.ts";
import { askApproval } from "./policy/ask-approval.ts";
import { limitRate } from "./policy/limit-rate.ts";
import { sha256 } from "./security/sha256.ts";
import { createToolGates } from "./services/tool-rules.ts";
import { createRateBook } from "./store/rates/rate-book.ts";
import { createApprovalBook } from "./store/waits/approval-book.ts";
import type { WaitWriter } from "./store/waits/wait-store.ts";

export interface RuleDeps extends WaitWriter {
  readonly stores: Pick<Stores, "rules">;
  /** Seconds after which an approval that nobody gave counts as denied. */
  readonly approvalSeconds: number;
  /** Takes secrets out of a text. */
  hide(text: string): string;
}

/** Who may call what, as the engine asks: at the listing and at every call. */
export function createRules({ stores: { rules }, approvalSeconds, hide, ...writer }: RuleDeps) {
  const book = createApprovalBook(writer);
  const approvals: CallStep = askApproval({
    book,
    patience: approvalSeconds * 1_000,
    digestOf: sha256,
    hide,
    now: book.now,
    async state() {
      const { policy, grants } = await rules.current();
      return {
        rules: policy.approvals,
        isRemembered: ({ scope, runId }, { executable, shape }) =>
          grants.some(
            (grant) =>
              grant.orgId === scope.orgId &&
              (grant.agentId === null || grant.agentId === scope.agent.id) &&
              (grant.runId === null || grant.runId === runId) &&
              grant.executable === executable &&
              grant.shape === shape,
          ),
      };
    },
  });
  const rates: CallStep = limitRate({
    book: createRateBook(writer.database),
    policy: async () => (await rules.current()).policy,
    now: Date.now,
  });
  return { gates: createToolGates(rules.current), approvals, rates };
}
