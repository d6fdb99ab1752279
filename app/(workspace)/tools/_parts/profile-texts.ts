import type { ToolProfile } from "@/server/contract/tool-policy.ts";

/** What a profile lets agents use, in the words of the form. */
export const profileTexts: Readonly<Record<ToolProfile, string>> = {
  full: "Full: every tool",
  coding: "Coding: files, programs, sessions, memory, web",
  messaging: "Messaging: messages, web, sessions",
  minimal: "Minimal: the session's status",
};
