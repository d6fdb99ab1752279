import { type AppError, isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { toEventStream } from "./to-event-stream.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly token: string }>;
}

/** The run's events as server-sent events, from the one after `after` (or after the last one that a browser got). */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  const { token } = await params;
  const { services } = getContainer();
  const asked = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "0";
  const after = /^\d{1,12}$/.test(asked) ? Number(asked) : 0;
  const leaving = new AbortController();
  const signal = AbortSignal.any([request.signal, leaving.signal]);
  try {
    const signals = await services.followSharedRun(token, after, signal);
    return new Response(toEventStream(signals, leaving), {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-robots-tag": "noindex",
      },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refuse(error);
  }
}

/** A link that leads nowhere, or one that too many look through: whoever comes again in a while may have more luck. */
function refuse({ code, message }: AppError): Response {
  const noStore = { "cache-control": "no-store" };
  return code === "unavailable"
    ? new Response(message, { status: 503, headers: { ...noStore, "retry-after": "60" } })
    : new Response(message, { status: 404, headers: noStore });
}
