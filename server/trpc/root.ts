import { mcpRouter } from "./routers/mcp.ts";
import { orgsRouter } from "./routers/orgs.ts";
import { providersRouter } from "./routers/providers.ts";
import { runsRouter } from "./routers/runs.ts";
import { secretsRouter } from "./routers/secrets.ts";
import { skillsRouter } from "./routers/skills.ts";
import { toolboxesRouter, toolsRouter } from "./routers/tools.ts";
import { waitsRouter } from "./routers/waits.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({
  orgs: orgsRouter,
  runs: runsRouter,
  waits: waitsRouter,
  secrets: secretsRouter,
  skills: skillsRouter,
  tools: toolsRouter,
  toolboxes: toolboxesRouter,
  mcp: mcpRouter,
  providers: providersRouter,
});

export type AppRouter = typeof appRouter;

/** The same procedures without a wire: for tests. */
export const createCaller = createCallerFactory(appRouter);
