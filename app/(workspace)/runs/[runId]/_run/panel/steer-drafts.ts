import { createPageMemory } from "@/app/_ui/page-memory.ts";

/** Messages that are being written, by the session that they are for: sessions of all runs have ids of their own. */
export const steerDrafts = createPageMemory<string>(100);

/** What is left of a text when a message was sent: what was written after it, or in its place while it was on its way. */
export function afterSending(text: string, sent: string): string {
  const written = text.trimStart();
  if (!written.startsWith(sent)) return text;
  const rest = written.slice(sent.length);
  // A word that begins alike is another message.
  return rest === "" || /^\s/.test(rest) ? rest.trimStart() : text;
}
