import { TRPCClientError } from "@trpc/client";

/** What a refused change is told of what stands there by now; undefined for every error that is no conflict. */
export function conflictDetails(error: unknown): unknown {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("refusal" in data) || data.refusal !== "conflict")
    return undefined;
  return "details" in data ? data.details : undefined;
}
