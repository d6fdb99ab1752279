import { z } from "zod";
import { skillProjectsInput } from "../../contract/skill-folders.ts";
import { procedure, router } from "../trpc.ts";

export const skillsRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listSkills()),
  get: procedure
    .input(z.object({ name: z.string() }))
    .query(({ ctx, input }) => ctx.services.getSkill(input.name)),
  /** What happens to skills from now on: lists that are kept elsewhere are then asked for again. */
  changes: procedure.subscription(async function* ({ ctx, signal }) {
    yield* ctx.services.followSkills(signal ?? new AbortController().signal);
  }),
  /** How far the packages of a skill are, now and at each change. */
  environment: procedure.input(z.object({ name: z.string() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    yield* ctx.services.followSkillEnvironment(input.name, signal ?? new AbortController().signal);
  }),
  prepare: procedure
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.prepareSkill(input.name)),
  folders: procedure.query(({ ctx }) => ctx.services.listSkillFolders()),
  projects: procedure.query(({ ctx }) => ctx.services.listSkillProjects()),
  setProjects: procedure
    .input(skillProjectsInput)
    .mutation(({ ctx, input }) => ctx.services.setSkillProjects(input.projects)),
});
