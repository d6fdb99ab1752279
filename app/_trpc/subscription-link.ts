import { httpSubscriptionLink, type TRPCLink } from "@trpc/client";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";

/** Follows what the server sends by itself, for as long as somebody looks. */
export const subscriptionLink: TRPCLink<AppRouter> = httpSubscriptionLink({ url: API_URL });
