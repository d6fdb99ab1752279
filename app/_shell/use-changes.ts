"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RunChange } from "@/server/contract/run-event.ts";
import { tryConnection } from "../_trpc/connection.ts";
import { readAnew } from "../_trpc/read-anew.ts";
import { useTRPC, useTRPCClient } from "../_trpc/use-trpc.ts";
import { followInOneTab } from "./follow-in-one-tab.ts";

/**
 * Reads lists of runs and open questions anew when the server says that something changed, and never by itself. One tab listens
 * for all: each run page needs a connection of its own.
 */
export function useChanges(): void {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followInOneTab<RunChange>({
        name: "openhive.changes",
        onJoin: { hasWaits: true },
        onNews: ({ hasWaits }) => {
          readAnew(queryClient, trpc.runs.list.queryFilter());
          if (hasWaits) readAnew(queryClient, trpc.waits.pathFilter());
        },
        subscribe: (onData) =>
          client.runs.changes.subscribe(undefined, {
            onData,
            onConnectionStateChange: ({ state, error }) => {
              if (state === "connecting" && error) void tryConnection();
            },
          }),
      }),
    [client, trpc, queryClient],
  );
}
