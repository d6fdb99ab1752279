import { z } from "zod";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";

/** What a kept draft has to look like to be offered again. */
export const draftSchema = z.strictObject({
  version: z.number().int().min(1),
  base: orgDocumentSchema,
  document: orgDocumentSchema,
  keptAt: z.iso.datetime(),
});
