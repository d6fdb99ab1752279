import { answerOrRefuse } from "@/app/api/answer-or-refuse.ts";
import { fileHeaders } from "@/app/api/file-headers.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly runId: string }>;
}

/** The bytes of a file of a run's workspace, `?path=`. Agents wrote it, so it always downloads and never runs in our origin. */
export function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(async () => {
    const { runId } = await params;
    const path = new URL(request.url).searchParams.get("path") ?? "";
    const file = await getContainer().services.readWorkspaceFile(runId, path);
    // Unlike a stored file it changes under its address.
    const headers = { ...fileHeaders(file), "cache-control": "private, no-store" };
    return new Response(new Uint8Array(file.content), { headers });
  });
}
