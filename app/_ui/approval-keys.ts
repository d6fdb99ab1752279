import type { ApprovalDecision } from "@/server/contract/approval.ts";

interface PressedKey {
  readonly key: string;
  readonly isShifted: boolean;
  /** With Ctrl, Cmd or Alt: that belongs to the browser. */
  readonly isModified: boolean;
  /** Whether the focus is in the reason. */
  readonly isWriting: boolean;
  readonly hasSingleKeys: boolean;
  readonly canRemember: boolean;
  /** Milliseconds since the request appeared. */
  readonly age: number;
}

/** Keys that are on their way while the request appears were meant for something else. */
const TOO_SOON_MS = 500;

/** A allows once, Shift-A always, D denies; Enter in the reason denies with it. */
export function approvalKeyDecision(pressed: PressedKey): ApprovalDecision | undefined {
  if (pressed.isModified) return undefined;
  if (pressed.isWriting) return pressed.key === "Enter" ? "deny" : undefined;
  if (!pressed.hasSingleKeys) return undefined;
  const key = pressed.key.toLowerCase();
  if (key === "d") return "deny";
  if (key !== "a" || pressed.age < TOO_SOON_MS) return undefined;
  if (!pressed.isShifted) return "once";
  return pressed.canRemember ? "always" : undefined;
}
