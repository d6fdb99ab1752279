"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  type HTTPBatchLinkOptions,
  httpBatchLink,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
} from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";
import { createQueryClient } from "./create-query-client.ts";
import { fetchOrTakeEarly, isAskedEarly } from "./early-fetch.ts";
import { IN_PIECES } from "./in-pieces.ts";
import { TRPCProvider } from "./use-trpc.ts";

const transport: HTTPBatchLinkOptions<AppRouter["_def"]["_config"]["$types"]> = {
  url: API_URL,
  maxURLLength: 4_000,
  fetch: (url, init) => fetchOrTakeEarly(url, init as RequestInit),
};

function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: API_URL }),
        false: splitLink({
          condition: (operation) => operation.context[IN_PIECES] === true,
          // Whoever stops reading ends the request, and with it the work.
          true: httpBatchStreamLink({ url: API_URL, maxItems: 1 }),
          false: splitLink({
            // A change is not kept waiting by what is asked beside it.
            condition: (operation) => operation.type === "mutation" || isAskedEarly(operation),
            true: httpBatchLink({ ...transport, maxItems: 1 }),
            false: httpBatchLink(transport),
          }),
        }),
      }),
    ],
  });
}

interface TrpcProviderProps {
  readonly children: ReactNode;
}

/** Gives the pages below it one client and one cache. */
export function TrpcProvider({ children }: TrpcProviderProps) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
