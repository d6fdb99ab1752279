"use client";

import { useEffect, useRef, useState } from "react";
import { showToast } from "@/app/_ui/toast-store.ts";
import { type KeptDraft, keepDraft, readDraft } from "../store/kept-draft.ts";

const NOTHING: KeptDraft = { files: [], budget: undefined, withoutSamples: [] };

type Change = (before: KeptDraft) => KeptDraft;

/** What goes with an org's next run. It is there after a reload, or people are told that it will not be. */
export function useKeptDraft(orgId: string): readonly [KeptDraft, (change: Change) => void] {
  const [draft, setDraft] = useState(NOTHING);
  // What is changed before the kept one is read stands in its place.
  const latest = useRef<KeptDraft>(undefined);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const kept = await readDraft(orgId);
      if (kept && !isGone && latest.current === undefined) setDraft(kept);
    };
    // A browser that keeps nothing has nothing to give back: what is attached then is told.
    read().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [orgId]);
  const change = (to: Change) => {
    const next = to(latest.current ?? draft);
    latest.current = next;
    setDraft(next);
    keepDraft(orgId, next).catch(() => tellLoss(next));
  };
  return [draft, change];
}

function tellLoss({ files }: KeptDraft): void {
  if (files.length === 0) return;
  showToast({
    kind: "info",
    id: "attach",
    text: "This browser keeps no files: attach them again after a reload",
  });
}
