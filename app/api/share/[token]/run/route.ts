import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly token: string }>;
}

/** What a link shows besides the run's events. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const { token } = await params;
  const headers = { "cache-control": "no-store", "x-robots-tag": "noindex" };
  try {
    return Response.json(await getContainer().services.getSharedRun(token), { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    // A link that is there, and a server that cannot look: the page tells them apart.
    return Response.json(
      { message: error.message },
      { status: error.code === "not_found" ? 404 : 503, headers },
    );
  }
}
