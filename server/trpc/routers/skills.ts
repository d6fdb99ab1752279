import { z } from "zod";
import { skillActivationInput } from "../../contract/skill-activation.ts";
import {
  mendSkillInput,
  newSkillInput,
  readSkillFileInput,
  saveExampleInput,
  skillArchiveInput,
  trySkillInput,
} from "../../contract/skill-desk.ts";
import { skillProjectInput } from "../../contract/skill-folders.ts";
import { checkSkillManualInput, writeSkillManualInput } from "../../contract/skill-manual.ts";
import { procedure, router } from "../trpc.ts";

export const skillsRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listSkills()),
  get: procedure
    .input(z.object({ name: z.string() }))
    .query(({ ctx, input }) => ctx.services.getSkill(input.name)),
  activation: procedure
    .input(skillActivationInput)
    .query(({ ctx, input }) => ctx.services.viewSkillActivation(input)),
  /** What happens to skills from its first answer on, which is empty: lists that are kept elsewhere are asked for again at each. */
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
  /** Ends the call with the request: who stops asking stops it. */
  try: procedure
    .input(trySkillInput)
    .mutation(({ ctx, input, signal }) =>
      ctx.services.trySkill(input, signal ?? new AbortController().signal),
    ),
  examples: procedure
    .input(z.object({ name: z.string() }))
    .query(({ ctx, input }) => ctx.services.listSkillExamples(input.name)),
  /** A change, for it starts processes: a page of another site can make a browser ask a GET. Each outcome comes when it is known. */
  test: procedure.input(z.object({ name: z.string() })).mutation(async function* ({ ctx, input, signal }) {
    yield* ctx.services.testSkill(input.name, signal ?? new AbortController().signal);
  }),
  saveExample: procedure
    .input(saveExampleInput)
    .mutation(({ ctx, input }) => ctx.services.saveSkillExample(input)),
  file: procedure
    .input(readSkillFileInput)
    .query(({ ctx, input }) => ctx.services.readSkillFile(input.name, input.path)),
  previewMend: procedure.input(mendSkillInput).query(({ ctx, input }) => ctx.services.previewMend(input)),
  mend: procedure.input(mendSkillInput).mutation(({ ctx, input }) => ctx.services.mendSkill(input)),
  manual: procedure
    .input(z.object({ name: z.string().min(1).max(255) }))
    .query(({ ctx, input }) => ctx.services.readSkillManual(input.name)),
  /** Changes nothing; the text is too long for an address. */
  checkManual: procedure
    .input(checkSkillManualInput)
    .mutation(({ ctx, input }) => ctx.services.checkSkillManual(input)),
  writeManual: procedure
    .input(writeSkillManualInput)
    .mutation(({ ctx, input }) => ctx.services.writeSkillManual(input)),
  create: procedure.input(newSkillInput).mutation(({ ctx, input }) => ctx.services.createSkill(input.name)),
  inspectArchive: procedure
    .input(skillArchiveInput)
    .mutation(({ ctx, input }) => ctx.services.inspectSkillArchive(input)),
  installArchive: procedure
    .input(skillArchiveInput)
    .mutation(({ ctx, input }) => ctx.services.installSkillArchive(input)),
  remove: procedure
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.removeSkill(input.name)),
  folders: procedure.query(({ ctx }) => ctx.services.listSkillFolders()),
  projects: procedure.query(({ ctx }) => ctx.services.listSkillProjects()),
  addProject: procedure
    .input(skillProjectInput)
    .mutation(({ ctx, input }) => ctx.services.addSkillProject(input.path)),
  removeProject: procedure
    .input(skillProjectInput)
    .mutation(({ ctx, input }) => ctx.services.removeSkillProject(input.path)),
});
