import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { artifactHeaders } from "../../../artifacts/[artifactId]/artifact-headers.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly name: string }>;
}

/** A skill as one file, to be installed elsewhere. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const { name } = await params;
  try {
    const { fileName, content } = await getContainer().services.packSkill(name);
    const headers = artifactHeaders({ name: fileName, mediaType: "application/zip", content });
    return new Response(new Uint8Array(content), { headers: { ...headers, "cache-control": "no-store" } });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, {
      status: error.code === "not_found" ? 404 : 400,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    });
  }
}
