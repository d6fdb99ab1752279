import { answerOrRefuse } from "@/app/api/answer-or-refuse.ts";
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
export function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(async () => {
    const { runId } = await params;
    const past = await getContainer().services.readPast(runId, request.signal);
    return new Response(toLines(past), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  });
}
