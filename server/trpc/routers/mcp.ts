import { z } from "zod";
import { mcpServerInput } from "../../contract/mcp-servers.ts";
import { procedure, router } from "../trpc.ts";

const name = z.object({ name: z.string() });

export const mcpRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listMcpServers()),
  save: procedure.input(mcpServerInput).mutation(({ ctx, input }) => ctx.services.saveMcpServer(input)),
  import: procedure
    .input(z.object({ text: z.string().max(200_000) }))
    .mutation(({ ctx, input }) => ctx.services.importMcpServers(input.text)),
  remove: procedure.input(name).mutation(({ ctx, input }) => ctx.services.removeMcpServer(input.name)),
  test: procedure.input(name).mutation(({ ctx, input }) => ctx.services.testMcpServer(input.name)),
});
