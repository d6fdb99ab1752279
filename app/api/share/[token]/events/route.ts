import { type AppError, isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { toEventStream } from "./to-event-stream.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly token: string }>;
}

/** The run's events as server-sent events, from the one after `after` (or after the last one that a browser got). */
export function GET(request: Request, { params }: RouteContext): Promise<Response> {
  const asked = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "0";
  const after = /^\d{1,12}$/.test(asked) ? Number(asked) : 0;
  const leaving = leaveWith(request.signal);
  return answer(async () => {
    const { token } = await params;
    const signals = await getContainer().services.followSharedRun(token, after, leaving.signal);
    return toEventStream(signals, leaving);
  });
}

/** As GET would answer, for somebody who has gone already: Next asks GET otherwise, and leaves its stream open for good. */
export function HEAD(_request: Request, { params }: RouteContext): Promise<Response> {
  return answer(async () => {
    const { token } = await params;
    await getContainer().services.followSharedRun(token, 0, AbortSignal.abort());
    return null;
  });
}

/** Aborts with the request, or when the stream is left. */
function leaveWith(request: AbortSignal): AbortController {
  const leaving = new AbortController();
  request.addEventListener("abort", () => leaving.abort(), { once: true });
  if (request.aborted) leaving.abort();
  return leaving;
}

async function answer(open: () => Promise<ReadableStream<Uint8Array> | null>): Promise<Response> {
  try {
    return new Response(await open(), {
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
