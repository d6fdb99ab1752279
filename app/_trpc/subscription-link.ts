import { httpSubscriptionLink, type TRPCLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";
import { EarlyEventSource } from "./early-event-source.ts";

/** Follows what the server sends by itself, for as long as somebody looks. */
export const subscriptionLink: TRPCLink<AppRouter> = httpSubscriptionLink({
  url: API_URL,
  transformer: superjson,
  EventSource: EarlyEventSource,
});
