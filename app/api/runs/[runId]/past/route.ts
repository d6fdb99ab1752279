import { refusalHeaders } from "@/app/api/artifacts/[artifactId]/artifact-headers.ts";
import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { toLines } from "./to-lines.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly runId: string }>;
}

/**
 * Every event that the run has by now: the JSON of an `EventPage` on each line. What comes after is told by `runs.follow`, whose stream
 * a browser reads letter by letter on the page's own thread.
 */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  const { runId } = await params;
  try {
    const past = await getContainer().services.readPast(runId, request.signal);
    return new Response(toLines(past), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, {
      status: error.code === "not_found" ? 404 : 503,
      headers: refusalHeaders,
    });
  }
}
