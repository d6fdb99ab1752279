import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getContainer } from "@/server/shared-container.ts";
import { appRouter } from "@/server/trpc/root.ts";

export const dynamic = "force-dynamic";

/** Every procedure. What comes from another site was refused before it got here (see bin/serve.mjs). */
async function handle(request: Request): Promise<Response> {
  const { services } = getContainer();
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: () => ({ services }),
  });
}

export { handle as GET, handle as POST };
