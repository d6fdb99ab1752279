import { z } from "zod";
import { procedure, router } from "../trpc.ts";

export const skillsRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listSkills()),
  get: procedure
    .input(z.object({ name: z.string() }))
    .query(({ ctx, input }) => ctx.services.getSkill(input.name)),
});
