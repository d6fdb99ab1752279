import { BrokenStreamError } from "../read-reply.ts";

/** The server took the request, answered 200, and refused it in the stream before it said anything. */
class RefusedStreamError extends Error {
  readonly statusCode: number;
  /** What it sent. */
  readonly data: unknown;

  constructor(statusCode: number, error: unknown) {
    super(messageOf(error));
    this.name = "RefusedStreamError";
    this.statusCode = statusCode;
    this.data = error;
  }
}

/**
 * The error for one that was streamed. Before any output it is a refusal as if it had come with its HTTP status; afterwards the
 * reply broke off, and asking again may help.
 */
export function toStreamFault(error: unknown, hasOutput: boolean): Error {
  return hasOutput
    ? new BrokenStreamError(messageOf(error), error)
    : new RefusedStreamError(statusOf(error), error);
}

/** The data of an event as the object it has to be. */
export function parseEvent(data: string): object {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw new BrokenStreamError("It sent something that is no JSON", error);
  }
  throw new BrokenStreamError("It sent something that is no reply");
}

/** Names that the vendors give their errors, and the HTTP status that goes with them. */
const STATUS_BY_NAME: readonly (readonly [name: RegExp, status: number])[] = [
  [/insufficient_quota|rate_limit|resource_exhausted/, 429],
  [/unauthenticated|authentication/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/invalid|bad_request|context_length|too_large|billing|failed_precondition|out_of_range/, 400],
  [/unavailable|overload/, 503],
  [/timeout|deadline/, 504],
];

function statusOf(error: unknown): number {
  const { code, type, status } = typeof error === "object" && error !== null ? (error as Named) : {};
  const number = typeof code === "string" && /^\d{3}$/.test(code) ? Number(code) : code;
  if (typeof number === "number" && number >= 400 && number <= 599) return number;
  const names = [code, type, status]
    .filter((name) => typeof name === "string")
    .join(" ")
    .toLowerCase();
  return STATUS_BY_NAME.find(([name]) => name.test(names))?.[1] ?? 500;
}

interface Named {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly status?: unknown;
}

function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  // Whole: it is cut when secrets have been looked for in it.
  return typeof message === "string" ? message : "The stream reported an error";
}
