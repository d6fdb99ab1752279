const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A fresh id for something drawn on the canvas, for example `agent-7k2m9q4x1c`.
 *
 * Uses `getRandomValues`, which unlike `randomUUID` also exists where the page is served without TLS.
 */
export function newId(kind: "agent" | "line" | "note" | "group"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `${kind}-${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}
