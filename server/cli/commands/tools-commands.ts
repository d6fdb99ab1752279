import { AppError } from "../../contract/app-error.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

/** The flat tool array of an agent, exactly as the model gets it in its first turn. */
export function listTools(
  options: { readonly org: string; readonly agent: string; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { document } = await services.getOrg(options.org);
    const agent = document.agents.find(
      ({ id, name }) => id === options.agent || name.toLowerCase() === options.agent.toLowerCase(),
    );
    if (!agent) {
      throw new AppError(
        "not_found",
        `${document.name} has no agent ${options.agent}. It has: ${document.agents.map(({ name }) => name).join(", ")}.`,
      );
    }
    const tools = await services.toolArray(document, agent.id);
    if (options.json) output.print(JSON.stringify(tools));
    else
      output.print(
        toTable([
          ["name", "source", "description"],
          ...tools.map((tool) => [
            tool.name,
            `${tool.origin.kind} ${tool.origin.id}`,
            firstLine(tool.description),
          ]),
        ]),
      );
    return 0;
  });
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}
