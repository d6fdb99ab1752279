import { z } from "zod";

/** A named list of tools. An agent gets the core floor and everything its toolboxes list. */
export interface Toolbox {
  /** Made from the name when it was created; stays when the name changes, and is never given to another. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As written: names of tools, or `*`. */
  readonly tools: readonly string[];
  /** Comes with OpenHive: kept as it is defined, neither edited nor deleted. */
  readonly isBuiltin: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What programs are told of why a toolbox was not made, changed or deleted: `data.details.reason` of the API's answer. */
export type ToolboxRefusal =
  | "TOOLBOX_NAME_REQUIRED"
  | "TOOLBOX_NAME_TAKEN"
  | "TOOLBOX_NOT_FOUND"
  | "TOOLBOX_CHANGED_ELSEWHERE"
  | "TOOLBOX_BUILTIN_READONLY";

const toolboxName = z
  .string()
  .trim()
  .max(60)
  .refine((name) => name !== "", {
    error: "A toolbox needs a name",
    params: { reason: "TOOLBOX_NAME_REQUIRED" satisfies ToolboxRefusal },
  });
const memberName = z
  .string()
  .trim()
  .max(128)
  .regex(/^(\*|[A-Za-z0-9_-]*)$/, "Names of tools, or *");
/** Blank and repeated names are dropped; the order stays. */
const members = z
  .array(memberName)
  .max(500)
  .transform((names) => [...new Set(names.filter((name) => name !== ""))]);

export const createToolboxInput = z.object({
  name: toolboxName,
  description: z.string().trim().max(500).default(""),
  tools: members.default([]),
});
export type CreateToolboxInput = z.output<typeof createToolboxInput>;

/** What is not given stays as it is. With `base`, the tools that the change began from, it is made only while the toolbox still lists those. */
export const updateToolboxInput = z.object({
  id: z.string().min(1).max(64),
  name: toolboxName.optional(),
  description: z.string().trim().max(500).optional(),
  tools: members.optional(),
  base: members.optional(),
});
export type UpdateToolboxInput = z.output<typeof updateToolboxInput>;

/** A toolbox as people see it: what of it is there. */
export interface ToolboxSummary extends Toolbox {
  /** Members that are there, `*` counted as what it stands for. */
  readonly toolCount: number;
  /** Members that OpenHive knows by name and does not have yet. */
  readonly planned: readonly string[];
  /** Members that nothing here offers: a server, skill or program that is not connected, or a slip. */
  readonly missing: readonly string[];
  /** Agents that have it. */
  readonly usedBy: number;
}

/** A tool that a toolbox or a rule names and that is not built yet. */
export interface PlannedTool {
  readonly name: string;
  /** Toolboxes and groups that name it. */
  readonly namedBy: readonly string[];
}
