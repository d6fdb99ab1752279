"use client";

import type { SecretRequest } from "@/server/contract/secrets.ts";
import { SecretForm } from "../_ui/secret-form.tsx";
import { useAnswerWait } from "./use-answer-wait.ts";
import { useGiveSecret } from "./use-give-secret.ts";

interface SecretAnswerProps {
  readonly waitId: string;
  readonly secret: SecretRequest;
  readonly agentName: string;
  readonly isFocused?: boolean;
}

/** The form of a secret that an agent waits for, with what becomes of it. */
export function SecretAnswer(props: SecretAnswerProps) {
  const giving = useGiveSecret();
  const declining = useAnswerWait();
  return (
    <SecretForm
      {...props}
      isBusy={giving.isPending || giving.isSuccess || declining.isPending || declining.isSuccess}
      onGive={(input) => giving.mutate(input)}
      onDecline={() =>
        declining.mutate({
          waitId: props.waitId,
          answer: { answers: [{ selected: [], text: "", isSkipped: true }] },
        })
      }
    />
  );
}
