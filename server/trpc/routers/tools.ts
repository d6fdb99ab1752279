import { z } from "zod";
import { auditFilterInput } from "../../contract/audit.ts";
import { orgDocumentSchema } from "../../contract/org-document.ts";
import { saveToolPolicyInput, toolListSchema } from "../../contract/tool-policy.ts";
import { createToolboxInput, updateToolboxInput } from "../../contract/toolbox.ts";
import { procedure, router } from "../trpc.ts";

const id = z.object({ id: z.string().max(64) });
const BY = "A person at a page";

export const toolsRouter = router({
  builtin: procedure.query(({ ctx }) => ctx.services.listBuiltinTools()),
  planned: procedure.query(({ ctx }) => ctx.services.listPlannedTools()),
  // A mutation by transport only: a large drawing does not fit a URL. Nothing is changed.
  explain: procedure
    .input(
      z.object({
        document: orgDocumentSchema,
        agentId: z.string(),
        tool: z.string().max(128),
        request: toolListSchema.optional(),
      }),
    )
    .mutation(({ ctx, input: { document, agentId, ...asked } }) =>
      ctx.services.explainTool(document, agentId, asked),
    ),
  policy: procedure.query(({ ctx }) => ctx.services.getToolPolicy()),
  savePolicy: procedure
    .input(saveToolPolicyInput)
    .mutation(({ ctx, input }) => ctx.services.saveToolPolicy(input, BY)),
  grants: procedure.query(({ ctx }) => ctx.services.listGrants()),
  removeGrant: procedure.input(id).mutation(({ ctx, input }) => ctx.services.removeGrant(input.id, BY)),
  audit: procedure.input(auditFilterInput).query(({ ctx, input }) => ctx.services.listAudit(input)),
});

export const toolboxesRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listToolboxes()),
  create: procedure
    .input(createToolboxInput)
    .mutation(({ ctx, input }) => ctx.services.createToolbox(input, BY)),
  update: procedure
    .input(updateToolboxInput)
    .mutation(({ ctx, input }) => ctx.services.updateToolbox(input, BY)),
  remove: procedure.input(id).mutation(({ ctx, input }) => ctx.services.removeToolbox(input.id, BY)),
});
