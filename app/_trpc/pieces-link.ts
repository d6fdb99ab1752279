import { httpBatchStreamLink, type TRPCLink } from "@trpc/client";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";

/** For changes that answer in pieces. Whoever stops reading ends the request, and with it the work. */
export const piecesLink: TRPCLink<AppRouter> = httpBatchStreamLink({
  url: API_URL,
  maxItems: 1,
});
