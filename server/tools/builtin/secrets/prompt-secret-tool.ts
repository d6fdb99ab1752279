import { secretRequestSchema } from "../../../contract/secrets.ts";
import { okText, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { PROMPT_SECRET } from "../questions/asked-before.ts";
import { overLimit } from "../questions/over-limit.ts";
import type { SecretCatalogue } from "./secret-catalogue.ts";

/** `prompt_secret`: a person types the secret into the vault. The agent learns that it is there, and its name. */
export function promptSecretTool(catalogue: SecretCatalogue): BoundTool {
  return defineTool({
    name: PROMPT_SECRET,
    description:
      "Ask a person for a secret such as an API key and wait. The value goes into the vault and never to you: use it as {{secret:NAME}}. Say in tools and hosts where you mean to use it.",
    inputSchema: zodInput(secretRequestSchema),
    origin: { kind: "builtin", id: "secrets" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    timeoutMs: null,
    changes: "session",
    asksPeople: true,
    async execute(request, context) {
      const asked = await catalogue.find(context);
      if (asked === undefined) {
        const refusal = overLimit(1, context);
        if (refusal) return refusal;
        const isReplacing = (await catalogue.list()).some(({ name }) => name === request.name);
        const waitId = await catalogue.ask(context, { ...request, isReplacing });
        return { status: "pending", waitingFor: "person", waitId };
      }
      if (asked.reply === undefined) return { status: "pending", waitingFor: "person", waitId: asked.waitId };
      if (asked.reply === "stored")
        return okText(`The secret ${request.name} is stored. Use it as {{secret:${request.name}}}.`, {
          name: request.name,
        });
      return toolError(
        "denied",
        `The person gave no secret ${request.name}.`,
        "Go on without it, or say what you could not do.",
      );
    },
  });
}
