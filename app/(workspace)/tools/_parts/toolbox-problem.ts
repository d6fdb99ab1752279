import type { z } from "zod";

/** What keeps a toolbox from being saved, and at which of its fields it has to be said. */
export interface ToolboxProblem {
  readonly field: "name" | "description" | "tools";
  readonly message: string;
}

interface Draft {
  readonly tools: readonly string[];
}

/** The first thing that is wrong with what was typed; of a list of names it says which name. */
export function toolboxProblem({ tools }: Draft, { issues }: z.ZodError): ToolboxProblem {
  const [issue] = issues;
  const [field, index] = issue?.path ?? [];
  const message = issue?.message ?? "";
  if (field !== "tools") return { field: field === "description" ? "description" : "name", message };
  const name = typeof index === "number" ? tools[index] : undefined;
  return { field, message: name === undefined ? message : `${name} is no name of a tool` };
}
