import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Services } from "../contract/services.ts";
import { appRouter } from "./root.ts";

/** The answer to one request for procedures, with these services behind them. */
export function answerRequest(request: Request, services: Services): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: () => ({ services }),
    // What is too long for an address is asked with a POST. A GET changes nothing even so.
    allowMethodOverride: true,
  });
}
