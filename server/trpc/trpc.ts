import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { type AppErrorCode, isAppError } from "../contract/app-error.ts";
import type { Services } from "../contract/services.ts";

export interface TrpcContext {
  readonly services: Services;
}

const CODES: Readonly<Record<AppErrorCode, TRPCError["code"]>> = {
  not_found: "NOT_FOUND",
  invalid: "BAD_REQUEST",
  conflict: "CONFLICT",
  forbidden: "FORBIDDEN",
  unavailable: "SERVICE_UNAVAILABLE",
  too_large: "PAYLOAD_TOO_LARGE",
};

const trpc = initTRPC.context<TrpcContext>().create({
  transformer: superjson,
  sse: { ping: { enabled: true, intervalMs: 5_000 }, client: { reconnectAfterInactivityMs: 15_000 } },
  /** The refusal's own code and data travel with it; nothing of the server's insides does. */
  errorFormatter({ shape, error }) {
    const { stack: _stack, ...data } = shape.data;
    const refusal = isAppError(error.cause) ? { refusal: error.cause.code, details: error.cause.data } : {};
    const message =
      error.code === "INTERNAL_SERVER_ERROR"
        ? "Something inside OpenHive failed. The server's log says what."
        : shape.message;
    return { ...shape, message, data: { ...data, ...refusal } };
  },
});

/** Maps a refusal to its HTTP status, once, here. */
const refusals = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && isAppError(result.error.cause)) {
    const { code, message } = result.error.cause;
    throw new TRPCError({ code: CODES[code], message, cause: result.error.cause });
  }
  return result;
});

export const router = trpc.router;
export const procedure = trpc.procedure.use(refusals);
export const createCallerFactory = trpc.createCallerFactory;
