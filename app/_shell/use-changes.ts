"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RunChange } from "@/server/contract/run-event.ts";
import { tryConnection } from "../_trpc/connection.ts";
import { useTRPC, useTRPCClient } from "../_trpc/use-trpc.ts";
import { asTheOnlyTab } from "./as-the-only-tab.ts";

const NAME = "openhive.changes";

/**
 * Reads lists of runs and open questions anew when the server says that something changed, and never by itself.
 *
 * One tab listens for all: a browser opens six connections to one server, and each run page needs one of its own. When that
 * tab goes, the next one takes over.
 */
export function useChanges(): void {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = ({ hasWaits }: RunChange) => {
      void queryClient.invalidateQueries(trpc.runs.list.queryFilter());
      if (hasWaits) void queryClient.invalidateQueries(trpc.waits.pathFilter());
    };
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<RunChange>) => refresh(data);
    const tell = (change: RunChange) => {
      refresh(change);
      channel.postMessage(change);
    };
    let isLost = false;
    const listen = () =>
      client.runs.changes.subscribe(undefined, {
        onData: tell,
        onConnectionStateChange: ({ state, error }) => {
          if (state === "connecting" && error) {
            isLost = true;
            void tryConnection();
          }
          // Whatever happened in between is in the lists.
          if (state === "pending" && isLost) {
            isLost = false;
            tell({ hasWaits: true });
          }
        },
      });
    const stop = asTheOnlyTab(NAME, listen);
    return () => {
      stop();
      channel.close();
    };
  }, [client, trpc, queryClient]);
}
