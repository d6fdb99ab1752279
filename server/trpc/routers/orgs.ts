import { z } from "zod";
import {
  createFromTemplateInput,
  createOrgInput,
  importArchiveInput,
  nameVersionInput,
  saveOrgInput,
  sketchOrgsInput,
} from "../../contract/api.ts";
import { budgetSchema } from "../../contract/budget-schema.ts";
import { orgDocumentSchema } from "../../contract/org-document.ts";
import { procedure, router } from "../trpc.ts";

const orgId = z.object({ orgId: z.string() });
const drawnAgent = z.object({ document: orgDocumentSchema, agentId: z.string() });

export const orgsRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.listOrgs()),
  sketches: procedure.input(sketchOrgsInput).query(({ ctx, input }) => ctx.services.sketchOrgs(input.orgs)),
  get: procedure
    .input(z.object({ idOrSlug: z.string() }))
    .query(({ ctx, input }) => ctx.services.getOrg(input.idOrSlug)),
  create: procedure.input(createOrgInput).mutation(({ ctx, input }) => ctx.services.createOrg(input)),
  save: procedure.input(saveOrgInput).mutation(({ ctx, input }) => ctx.services.saveOrg(input)),
  remove: procedure.input(orgId).mutation(({ ctx, input }) => ctx.services.removeOrg(input.orgId)),
  versions: procedure.input(orgId).query(({ ctx, input }) => ctx.services.listOrgVersions(input.orgId)),
  version: procedure
    .input(orgId.extend({ version: z.number().int() }))
    .query(({ ctx, input }) => ctx.services.getOrgVersion(input.orgId, input.version)),
  duplicate: procedure
    .input(orgId.extend({ name: orgDocumentSchema.shape.name.optional() }))
    .mutation(({ ctx, input }) => ctx.services.duplicateOrg(input.orgId, input.name)),
  importArchive: procedure
    .input(importArchiveInput)
    .mutation(({ ctx, input: { archive, isDryRun } }) =>
      ctx.services.importOrgArchive({ archive: Buffer.from(archive, "base64"), isDryRun, onTaken: "number" }),
    ),
  templates: procedure.query(({ ctx }) => ctx.services.listTemplates()),
  createFromTemplate: procedure
    .input(createFromTemplateInput)
    .mutation(({ ctx, input }) => ctx.services.createFromTemplate(input)),
  // Mutations by transport only: a drawing of 2,000 agents does not fit a URL. Nothing is changed.
  check: procedure
    .input(z.object({ document: orgDocumentSchema }))
    .mutation(({ ctx, input }) => ctx.services.checkOrg(input.document)),
  xray: procedure
    .input(
      z.object({
        document: orgDocumentSchema,
        budget: budgetSchema.optional(),
        agentId: z.string().max(200).optional(),
      }),
    )
    .mutation(({ ctx, input }) => {
      const { document, ...scope } = input;
      return ctx.services.xrayOrg(document, scope);
    }),
  nameVersion: procedure
    .input(nameVersionInput)
    .mutation(({ ctx, input }) => ctx.services.nameOrgVersion(input)),
  restoreVersion: procedure
    .input(orgId.extend({ version: z.number().int() }))
    .mutation(({ ctx, input }) => ctx.services.restoreOrgVersion(input.orgId, input.version)),
  effectiveTools: procedure
    .input(drawnAgent)
    .mutation(({ ctx, input }) => ctx.services.effectiveTools(input.document, input.agentId)),
});
