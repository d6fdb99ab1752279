"use client";

import { Bell, BellOff, BellRing } from "lucide-react";
import { Button } from "../_ui/button.tsx";
import { showToast } from "../_ui/toast-store.ts";
import { setDesktopNotices, useDesktopNotices } from "./desktop-notices.ts";

const ANSWERS = {
  refused: "This browser does not allow notices here. Its site settings can change that.",
  unable: "This browser cannot show notices. What waits for you is counted beside the inbox on every page.",
  on: "You are told when an agent waits for you, also while this page is out of sight.",
} as const;

/** Asks for notices of the system when an agent waits for a person; pressed again, ends them. */
export function NoticeButton() {
  const { state, isOn } = useDesktopNotices();
  if (state === "none") return null;
  const press = async () => {
    const now = await setDesktopNotices(!isOn);
    if (now === "refused" || now === "unable" || now === "on")
      showToast({ kind: "info", text: ANSWERS[now] });
  };
  if (state === "unable") {
    return (
      <Button aria-disabled onClick={() => showToast({ kind: "info", text: ANSWERS.unable })}>
        <BellOff />
        <span className="max-sm:sr-only">No notices in this browser</span>
      </Button>
    );
  }
  return (
    <Button aria-pressed={isOn} onClick={() => void press()}>
      {isOn ? <BellRing /> : <Bell />}
      <span className="max-sm:sr-only">{isOn ? "Notices on" : "Notify me"}</span>
    </Button>
  );
}
