"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SkillChange } from "@/server/contract/skill-folders.ts";
import { useTRPC, useTRPCClient } from "../_trpc/use-trpc.ts";
import { showToast } from "../_ui/toast-store.ts";
import { asTheOnlyTab } from "./as-the-only-tab.ts";
import { skillChangesText } from "./skill-changes-text.ts";

const NAME = "openhive.skill-changes";

/**
 * Reads skills anew when their folders change, and says in the tab that is looked at what happened. One tab listens for all
 * that show skills.
 */
export function useSkillChanges(): void {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = (changes: readonly SkillChange[]) => {
      void queryClient.invalidateQueries(trpc.skills.pathFilter());
      if (document.visibilityState !== "visible" || changes.length === 0) return;
      const isBad = changes.some(({ kind }) => kind === "broken");
      showToast({ id: NAME, kind: isBad ? "fail" : "info", text: skillChangesText(changes) });
    };
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<readonly SkillChange[]>) => refresh(data);
    const tell = (changes: readonly SkillChange[]) => {
      refresh(changes);
      channel.postMessage(changes);
    };
    // Another tab may have listened for long: what it was told then is in the list.
    refresh([]);
    // Also after a lost connection the first answer is that it listens: whatever happened before is in the list.
    const stop = asTheOnlyTab(NAME, () => client.skills.changes.subscribe(undefined, { onData: tell }));
    return () => {
      stop();
      channel.close();
    };
  }, [client, trpc, queryClient]);
}
