import { procedure, router } from "../trpc.ts";

export const toolsRouter = router({
  builtin: procedure.query(({ ctx }) => ctx.services.listBuiltinTools()),
});
