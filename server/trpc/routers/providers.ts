import { z } from "zod";
import { saveProviderInput } from "../../contract/provider.ts";
import { procedure, router } from "../trpc.ts";

export const providersRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listProviders()),
  save: procedure.input(saveProviderInput).mutation(({ ctx, input }) => ctx.services.saveProvider(input)),
  remove: procedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.removeProvider(input.id)),
});
