"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, splitLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/trpc/root";
import { API_URL } from "./api-url.ts";
import { createQueryClient } from "./create-query-client.ts";
import { fetchOrTakeEarly } from "./early-fetch.ts";
import { createLazyLink } from "./lazy-link.ts";
import { transformer } from "./transformer.ts";
import { TRPCProvider } from "./use-trpc.ts";

function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: createLazyLink(async () => (await import("./subscription-link.ts")).subscriptionLink),
        false: httpBatchLink({
          url: API_URL,
          transformer,
          maxURLLength: 4_000,
          fetch: (url, init) => fetchOrTakeEarly(url, init as RequestInit),
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
