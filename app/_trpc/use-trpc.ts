"use client";

import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@/server/trpc/root";

/**
 * The typed client: `useTRPC()` makes options for `useQuery`, `useMutation` and `useSubscription`,
 * `useTRPCClient()` calls a procedure directly.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
