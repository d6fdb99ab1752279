"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { OpenWait } from "@/server/contract/api.ts";
import { questionLine } from "../_ui/question-line.ts";
import { type DesktopNotice, showDesktopNotice, useDesktopNotices } from "./desktop-notices.ts";

/** Shows a notice of the system for each question that comes while the page is out of sight, if the reader asked for that. */
export function useWaitNotices(waits: readonly OpenWait[] | undefined): void {
  const router = useRouter();
  const { isOn } = useDesktopNotices();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!waits) return;
    const fresh = known.current ? waits.filter((wait) => !known.current?.has(wait.id)) : [];
    known.current = new Set(waits.map((wait) => wait.id));
    if (!isOn || document.hasFocus()) return;
    for (const wait of fresh) showDesktopNotice(noticeOf(wait, () => router.push(`/inbox?wait=${wait.id}`)));
  }, [waits, isOn, router]);
}

function noticeOf(wait: OpenWait, onOpen: () => void): DesktopNotice {
  return {
    title: `${wait.agentName} waits for you`,
    body: [questionLine(wait.questions[0]), wait.orgName].filter(Boolean).join("\n"),
    tag: wait.id,
    onOpen,
  };
}
