import { artifactHeaders, refusalHeaders } from "@/app/api/artifacts/[artifactId]/artifact-headers.ts";
import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly runId: string }>;
}

/** The bytes of a file of a run's workspace, `?path=`. Agents wrote it, so it always downloads and never runs in our origin. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  const { runId } = await params;
  const path = new URL(request.url).searchParams.get("path") ?? "";
  try {
    const file = await getContainer().services.readWorkspaceFile(runId, path);
    // Unlike a stored file it changes under its address.
    const headers = { ...artifactHeaders(file), "cache-control": "private, no-store" };
    return new Response(new Uint8Array(file.content), { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, {
      status: error.code === "not_found" ? 404 : 400,
      headers: refusalHeaders,
    });
  }
}
