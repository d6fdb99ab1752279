"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SkillChange } from "@/server/contract/skill-folders.ts";
import { readAnew } from "../_trpc/read-anew.ts";
import { useTRPC, useTRPCClient } from "../_trpc/use-trpc.ts";
import { showToast } from "../_ui/toast-store.ts";
import { followInOneTab } from "./follow-in-one-tab.ts";
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
  useEffect(
    () =>
      followInOneTab<readonly SkillChange[]>({
        name: NAME,
        onJoin: [],
        onNews: (changes) => {
          readAnew(queryClient, trpc.skills.pathFilter());
          if (document.visibilityState !== "visible" || changes.length === 0) return;
          const isBad = changes.some(({ kind }) => kind === "broken");
          showToast({ id: NAME, kind: isBad ? "fail" : "info", text: skillChangesText(changes) });
        },
        subscribe: (onData) => client.skills.changes.subscribe(undefined, { onData }),
      }),
    [client, trpc, queryClient],
  );
}
