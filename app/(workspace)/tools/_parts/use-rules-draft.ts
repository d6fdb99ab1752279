"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type GlobalPolicy, globalPolicySchema, toolPolicyConflict } from "@/server/contract/tool-policy.ts";
import { conflictDetails } from "../../../_trpc/conflict-details.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { showToast } from "../../../_ui/toast-store.ts";
import { type RulesClash, rebaseDraft } from "./rebase-draft.ts";
import { type RulesDraft, toDraft, toPolicy } from "./rules-draft.ts";

/** The rules under somebody's hands. */
export interface RulesDraftState {
  readonly draft: RulesDraft;
  /** Undefined unless the rules were changed elsewhere meanwhile, and the draft was put on top of what they are now. */
  readonly clashes: readonly RulesClash[] | undefined;
  /** Why it was not saved; empty where nothing is wrong. */
  readonly problem: string;
  readonly isSaving: boolean;
  set(fields: Partial<RulesDraft>): void;
  save(): void;
}

/** A draft that a person has begun. */
interface Begun {
  /** The rules that it began from, or was put on top of. */
  readonly policy: GlobalPolicy;
  readonly draft: RulesDraft;
  readonly clashes: readonly RulesClash[] | undefined;
}

/** The rules as they are, also when they change elsewhere, until a person changes them here; from then on that person's draft until it is saved. */
export function useRulesDraft(policy: GlobalPolicy): RulesDraftState {
  const [begun, setBegun] = useState<Begun>();
  const [problem, setProblem] = useState("");
  const save = useSave();
  const now = begun ?? { policy, draft: toDraft(policy), clashes: undefined };
  return {
    draft: now.draft,
    clashes: now.clashes,
    problem: problem || (save.isError && !newestOf(save.error) ? errorText(save.error) : ""),
    isSaving: save.isPending,
    set: (fields) => setBegun({ ...now, draft: { ...now.draft, ...fields } }),
    save() {
      const parsed = globalPolicySchema.safeParse(toPolicy(now.policy, now.draft));
      const [issue] = parsed.error?.issues ?? [];
      setProblem(issue ? `${issue.path.join(", ")}: ${issue.message}` : "");
      if (!parsed.success) return;
      const input = { policy: parsed.data, base: now.policy };
      save.mutate(input, {
        // What was typed while it was saved goes on from there.
        onSuccess: (saved) =>
          setBegun((later) =>
            later && later.draft !== now.draft ? { ...later, policy: saved, clashes: undefined } : undefined,
          ),
        onError(error) {
          const theirs = newestOf(error);
          if (theirs) setBegun((later = now) => putOnTop(later, theirs));
        },
      });
    },
  };
}

function useSave() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.tools.policy.queryKey();
  return useMutation(
    trpc.tools.savePolicy.mutationOptions({
      async onSuccess(policy) {
        showToast({ text: "Saved. The rules hold from the next call on." });
        // What is on its way may be older.
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, policy);
      },
      // Perhaps because they were changed elsewhere.
      onError: () => void queryClient.invalidateQueries({ queryKey }),
    }),
  );
}

/** What the rules are by now, where they were changed elsewhere and therefore not saved. */
function newestOf(error: unknown): GlobalPolicy | undefined {
  return toolPolicyConflict.safeParse(conflictDetails(error)).data?.policy;
}

function putOnTop({ policy, draft }: Begun, theirs: GlobalPolicy): Begun {
  return { policy: theirs, ...rebaseDraft(draft, toDraft(policy), toDraft(theirs)) };
}
