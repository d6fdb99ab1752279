import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
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
  sse: { ping: { enabled: true, intervalMs: 5_000 }, client: { reconnectAfterInactivityMs: 15_000 } },
  /** The refusal's own code and data travel with it; nothing of the server's insides does. */
  errorFormatter({ shape, error }) {
    const { stack: _stack, ...data } = shape.data;
    const refusal = isAppError(error.cause)
      ? { refusal: error.cause.code, details: error.cause.data }
      : refusedInput(error.cause);
    const message =
      error.code === "INTERNAL_SERVER_ERROR"
        ? "Something inside OpenHive failed. The server's log says what."
        : shape.message;
    return { ...shape, message, data: { ...data, ...refusal } };
  },
});

/** An input that a schema refuses, where the schema names the reason for programs. */
function refusedInput(cause: unknown): object {
  const issue =
    cause instanceof z.ZodError &&
    cause.issues.find((one) => one.code === "custom" && one.params?.["reason"]);
  return issue && issue.code === "custom" ? { refusal: "invalid", details: issue.params } : {};
}

/** Maps a refusal to its HTTP status, once, here: also one that comes while something is being followed. */
const refusals = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error.cause) ?? result.error;
  return isAsyncIterable(result.data) ? { ...result, data: mapRefusals(result.data) } : result;
});

function toTrpcError(cause: unknown): TRPCError | undefined {
  return isAppError(cause)
    ? new TRPCError({ code: CODES[cause.code], message: cause.message, cause })
    : undefined;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* mapRefusals(values: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* values;
  } catch (error) {
    throw toTrpcError(error) ?? error;
  }
}

export const router = trpc.router;
export const procedure = trpc.procedure.use(refusals);
export const createCallerFactory = trpc.createCallerFactory;
