"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerText } from "../_ui/answer-draft.ts";
import { showToast } from "../_ui/toast-store.ts";
import { forgetWaitDrafts } from "../_ui/wait-drafts.ts";
import { errorText } from "./error-text.ts";
import { useTRPC } from "./use-trpc.ts";

/** Sends a person's answer. The first one counts: when another tab was faster, its answer is told. */
export function useAnswerWait() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.waits.answer.mutationOptions({
      onSuccess: (outcome) => {
        if (outcome.isAccepted) return;
        showToast({ text: `Already answered: ${outcome.answer.answers.map(answerText).join("; ")}` });
      },
      onError: (error) => showToast({ kind: "fail", text: errorText(error), id: "answer" }),
      onSettled: async (outcome, _error, { waitId }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.waits.open.queryKey() });
        // Not before its form is gone, which would stand there empty.
        if (outcome) forgetWaitDrafts(waitId);
      },
    }),
  );
}
