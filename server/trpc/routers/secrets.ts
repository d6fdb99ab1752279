import { z } from "zod";
import { saveSecretInput } from "../../contract/secrets.ts";
import { procedure, router } from "../trpc.ts";

const BY = "A person at a page";

export const secretsRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listSecrets()),
  save: procedure.input(saveSecretInput).mutation(({ ctx, input }) => ctx.services.saveSecret(input, BY)),
  remove: procedure
    .input(z.object({ name: z.string().max(64) }))
    .mutation(({ ctx, input }) => ctx.services.removeSecret(input.name, BY)),
});
