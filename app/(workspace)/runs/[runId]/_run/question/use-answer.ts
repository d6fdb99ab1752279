"use client";

import { useMutation } from "@tanstack/react-query";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { showToast } from "@/app/_ui/toast.tsx";
import type { QuestionAnswer } from "@/server/contract/questions.ts";
import { answerText } from "./answer-text.ts";

/** Sends an answer. The first one counts: whoever comes later is told what was answered. */
export function useAnswer(waitId: string) {
  const trpc = useTRPC();
  const sending = useMutation(
    trpc.waits.answer.mutationOptions({
      onSuccess: ({ isAccepted, answer }) => {
        if (!isAccepted) showToast({ kind: "info", text: `Someone answered first: ${answerText(answer)}` });
      },
      onError: (error) => showToast({ kind: "fail", text: `The answer was not sent. ${errorText(error)}` }),
    }),
  );
  return {
    send: (answer: QuestionAnswer) =>
      sending.mutate({
        waitId,
        answer: { answers: answer.answers.map((one) => ({ ...one, selected: [...one.selected] })) },
      }),
    /** Also after it was sent, until the run says that it has it. */
    isBusy: sending.isPending || sending.isSuccess,
  };
}
