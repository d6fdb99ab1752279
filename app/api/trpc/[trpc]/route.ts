import { limitBody } from "@/server/security/limit-body.ts";
import { getContainer } from "@/server/shared-container.ts";
import { answerRequest } from "@/server/trpc/answer-request.ts";

export const dynamic = "force-dynamic";

/** Bytes: above the largest archive or attachment that a procedure takes, in base64. */
const MAX_BODY = 45_000_000;

/** Every procedure. What comes from another site was refused before it got here (see bin/serve.mjs). */
async function handle(request: Request): Promise<Response> {
  const { services } = getContainer();
  const limited = limitBody(request, MAX_BODY);
  if (limited === undefined) return new Response("The request is larger than 45 MB.", { status: 413 });
  return answerRequest(limited, services);
}

export { handle as GET, handle as POST };
