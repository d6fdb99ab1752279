import {
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  splitLink,
  type TRPCLink,
} from "@trpc/client";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";
import { isAskedEarly } from "./early-fetch.ts";
import { IN_PIECES } from "./in-pieces.ts";

/** Characters: what proxies take as an address without being told to. */
const LONGEST_ADDRESS = 4_000;
/** Characters that an address needs beside what is asked: where the server is, and the name of the procedure. */
const NAMES = 300;

/** The way of each call to the server: who waits with others, who goes alone, who follows. */
export function createLinks(fetchAnswer: typeof fetch): TRPCLink<AppRouter>[] {
  const transport = {
    url: API_URL,
    fetch: (url: URL | string | Request, init?: object) => fetchAnswer(url, init),
  };
  const together = splitLink({
    condition: (operation) => operation.type === "query" && isTooLongForAnAddress(operation),
    true: httpLink({ ...transport, methodOverride: "POST" }),
    false: splitLink({
      // A change is not kept waiting by what is asked beside it.
      condition: (operation) => operation.type === "mutation" || isAskedEarly(operation),
      true: httpBatchLink({ ...transport, maxItems: 1 }),
      false: httpBatchLink({ ...transport, maxURLLength: LONGEST_ADDRESS }),
    }),
  });
  return [
    splitLink({
      condition: (operation) => operation.type === "subscription",
      true: httpSubscriptionLink({ url: API_URL }),
      false: splitLink({
        condition: (operation) => operation.context[IN_PIECES] === true,
        // Whoever stops reading ends the request, and with it the work.
        true: httpBatchStreamLink({ url: API_URL, maxItems: 1 }),
        false: together,
      }),
    }),
  ];
}

/** The link of addresses refuses such a question without asking it. */
function isTooLongForAnAddress({ input }: Operation): boolean {
  return encodeURIComponent(JSON.stringify(input ?? null)).length > LONGEST_ADDRESS - NAMES;
}
