import type { Json } from "../../contract/json.ts";
import { REDACTED } from "../../contract/secrets.ts";
import { toolError } from "../../contract/tool-result.ts";
import type { BoundTool, CallStep } from "../tool.ts";

/**
 * Refuses to write back what a secret was hidden in: an agent that read a file with a key in it and writes the file would leave
 * `[REDACTED]` where the key was. Concerns tools that overwrite; what only tells somebody something may say it.
 */
export const refuseRedacted: CallStep = ({ call, tool }, context, next) => {
  if (!isOverwriting(tool, call.input) || !JSON.stringify(call.input).includes(REDACTED))
    return next(context);
  const refused = toolError(
    "invalid_input",
    `The arguments hold ${REDACTED}, which stands where a secret was hidden: ${tool.name} would put it in the secret's place. Nothing was written.`,
    "Change only the parts around it, or use {{secret:NAME}} where the tool takes secrets.",
  );
  return Promise.resolve(refused);
};

function isOverwriting(tool: BoundTool, input: Json): boolean {
  if (tool.overwrites) return tool.overwrites(input);
  return tool.flags.destructive && (tool.destroys?.(input) ?? true);
}
