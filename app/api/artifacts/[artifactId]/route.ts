import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { artifactHeaders, refusalHeaders } from "./artifact-headers.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly artifactId: string }>;
}

/** The bytes of a stored file. Agents and people wrote it, so it always downloads and never runs in our origin. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const { artifactId } = await params;
  try {
    const artifact = await getContainer().services.readArtifact(artifactId);
    return new Response(new Uint8Array(artifact.content), { headers: artifactHeaders(artifact) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, {
      status: error.code === "not_found" ? 404 : 400,
      headers: refusalHeaders,
    });
  }
}
