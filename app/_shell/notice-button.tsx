"use client";

import { Bell, BellRing } from "lucide-react";
import { Button } from "../_ui/button.tsx";
import { showToast } from "../_ui/toast-store.ts";
import { setDesktopNotices, useDesktopNotices } from "./desktop-notices.ts";

/** Asks for notices of the system when an agent waits for a person; pressed again, ends them. */
export function NoticeButton() {
  const { state, isOn } = useDesktopNotices();
  if (state === "none") return null;
  const press = async () => {
    const now = await setDesktopNotices(!isOn);
    if (now === "refused")
      showToast({
        kind: "info",
        text: "This browser does not allow notices here. Its site settings can change that.",
      });
    else if (now === "on")
      showToast({
        kind: "info",
        text: "You are told when an agent waits for you, also while this page is out of sight.",
      });
  };
  return (
    <Button aria-pressed={isOn} onClick={() => void press()}>
      {isOn ? <BellRing /> : <Bell />}
      <span className="max-sm:sr-only">{isOn ? "Notices on" : "Notify me"}</span>
    </Button>
  );
}
