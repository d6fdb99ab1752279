import { answerOrRefuse } from "@/app/api/answer-or-refuse.ts";
import { fileHeaders } from "@/app/api/file-headers.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly artifactId: string }>;
}

/** The bytes of a stored file. Agents and people wrote it, so it always downloads and never runs in our origin. */
export function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(async () => {
    const { artifactId } = await params;
    const artifact = await getContainer().services.readArtifact(artifactId);
    return new Response(new Uint8Array(artifact.content), { headers: fileHeaders(artifact) });
  });
}
