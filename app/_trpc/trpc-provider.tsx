"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/trpc/root";
import { createLinks } from "./create-links.ts";
import { createQueryClient } from "./create-query-client.ts";
import { fetchOrTakeEarly } from "./early-fetch.ts";
import { TRPCProvider } from "./use-trpc.ts";

function createClient() {
  return createTRPCClient<AppRouter>({ links: createLinks(fetchOrTakeEarly) });
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
