"use client";

import { useQuery } from "@tanstack/react-query";
import type { AnsweredWait } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { isSameDay } from "../../../_ui/format-time.ts";
import { useNow } from "../../../_ui/use-now.ts";

/** What was answered since the reader's midnight, newest first; empty until it is known, and where it cannot be read. */
export function useAnsweredToday(): readonly AnsweredWait[] {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.waits.answered.queryOptions(undefined));
  const now = useNow(60_000);
  return data.filter((wait) => isSameDay(new Date(wait.answeredAt), now));
}
