import { API_URL } from "./api-url.ts";

declare global {
  interface Window {
    /** What the document asked for by itself; see `earlyScript`. */
    openhiveEarly?: {
      responses: Record<string, Promise<Response>>;
      texts: Record<string, Promise<string>>;
    };
  }
}

/**
 * `fetch`, or the answer to the same question if the document asked it already. An answer is given once, and none after anything but a
 * GET went out from here: it may have been a change, which the answer is older than.
 */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  const early = typeof window === "undefined" ? undefined : window.openhiveEarly;
  if (!early) return fetch(input, init);
  const url = String(input);
  const response = early.responses[url];
  if ((init?.method ?? "GET") !== "GET") early.responses = {};
  else if (response) {
    delete early.responses[url];
    return response.catch(() => fetch(input, init));
  }
  return fetch(input, init);
};

/** The text of an answer: the one that the document has read already, once, or that of a new one. Rejects where it is a refusal. */
export async function readOrTakeEarly(url: string): Promise<string> {
  const texts = window.openhiveEarly?.texts ?? {};
  const early = texts[url];
  delete texts[url];
  return (await early?.catch(() => undefined)) ?? (await readNow(url));
}

async function readNow(url: string): Promise<string> {
  const answer = await fetch(url, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  // As the document reads it: see `earlyScript`.
  return (await answer.blob()).text();
}

/** Whether the document holds an answer to such a question: it was asked alone, and only who asks alone finds it. */
export function isAskedEarly({ path }: { readonly path: string }): boolean {
  const early = typeof window === "undefined" ? undefined : window.openhiveEarly;
  return Object.keys(early?.responses ?? {}).some((url) => url.startsWith(`${API_URL}/${path}?`));
}
