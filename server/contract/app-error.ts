/** Every way a request to OpenHive can be refused. */
export type AppErrorCode = "not_found" | "invalid" | "conflict" | "forbidden" | "unavailable" | "too_large";

/**
 * A refusal that a person can read: thrown by services, mapped once at each border (HTTP status, exit code).
 * `data` is for programs, for example the current version after a conflict.
 */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly data: unknown;

  constructor(
    code: AppErrorCode,
    message: string,
    options: { readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.data = options.data;
  }
}

/**
 * Whether something that was caught is a refusal. By shape, not by class: the pages' bundle and the server's own modules
 * each have a copy of the class, in one process.
 */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && "data" in error;
}
