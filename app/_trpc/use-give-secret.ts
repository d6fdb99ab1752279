"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../_ui/toast-store.ts";
import { errorText } from "./error-text.ts";
import { useTRPC } from "./use-trpc.ts";

/** Sends a secret that an agent asked for. It is not kept in the page once it was sent. */
export function useGiveSecret() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.waits.giveSecret.mutationOptions({
      gcTime: 0,
      onSuccess: ({ isAccepted }) =>
        showToast(
          isAccepted ? { kind: "done", text: "Stored" } : { text: "Somebody was faster. Nothing was stored" },
        ),
      onError: (error) => showToast({ kind: "fail", text: errorText(error), id: "answer" }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.waits.open.queryKey() }),
    }),
  );
}

/** The answer of a person who gives none. */
export const DECLINED = { answers: [{ selected: [], text: "", isSkipped: true }] };
