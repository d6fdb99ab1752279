"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Notice } from "@/server/contract/notice.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { showToast } from "../../../_ui/toast-store.ts";

interface Notices {
  /** Newest first; empty until they are known. */
  readonly notices: readonly Notice[];
  /** Why there are none; null while they may still come, or are those from before. */
  readonly error: unknown;
  readonly retry: () => void;
  /** These and no others: what came since then has not been seen. */
  readonly markRead: (notices: readonly Notice[]) => void;
  readonly isMarking: boolean;
}

/** What agents told people and nobody has read; read anew when something changed (`useChanges`). */
export function useNotices(): Notices {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data = [], error, isLoadingError, refetch } = useQuery(trpc.waits.notices.queryOptions(undefined));
  const marking = useMutation(
    trpc.waits.readNotices.mutationOptions({
      onError: (error) => showToast({ kind: "fail", text: errorText(error), id: "notice" }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.waits.notices.queryKey() }),
    }),
  );
  return {
    notices: data,
    error: isLoadingError ? error : null,
    retry: () => void refetch(),
    markRead: (notices) => marking.mutate({ ids: notices.map(({ id }) => id) }),
    isMarking: marking.isPending,
  };
}
