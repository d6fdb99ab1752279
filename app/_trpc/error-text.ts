import { TRPCClientError } from "@trpc/client";

/** Whether the server did not answer at all: stopped, unreachable, or cut off in the middle. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data === undefined && error.shape === undefined;
}

/** Whether the server answered that something it needs is not there now: its database, perhaps. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "httpStatus" in data && data.httpStatus === 503;
}

/** Whether the server answered and will answer the same again: asking once more is of no use. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("httpStatus" in data)) return false;
  return typeof data.httpStatus === "number" && data.httpStatus < 500;
}

/** An error in the reader's words: what happened and what can be done. */
export function errorText(error: unknown): string {
  if (isConnectionError(error)) return "The server does not answer. Start OpenHive again, then try again.";
  if (error instanceof TRPCClientError) return issueText(error.message) ?? error.message;
  if (error instanceof Error) return error.message;
  return "Something went wrong. Try again; if it stays, see the log of the server.";
}

/** The first line of a validation error: the server sends all of them as JSON. */
function issueText(message: string): string | undefined {
  if (!message.startsWith("[")) return undefined;
  try {
    const issues: unknown = JSON.parse(message);
    const first: unknown = Array.isArray(issues) ? issues[0] : undefined;
    if (typeof first !== "object" || first === null || !("message" in first)) return undefined;
    return typeof first.message === "string" ? first.message : undefined;
  } catch {
    return undefined;
  }
}
