import { type AppErrorCode, isAppError } from "@/server/contract/app-error.ts";
import { refusalHeaders } from "./file-headers.ts";

const STATUS: Readonly<Record<AppErrorCode, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
};

/** Answers what is asked for, or why it is refused: as plain text, whatever name from outside it repeats. */
export async function answerOrRefuse(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, { status: STATUS[error.code], headers: refusalHeaders });
  }
}
