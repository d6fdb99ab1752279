import { z } from "zod";
import { secretNameSchema } from "../../../contract/secrets.ts";
import { okText, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolFlags } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { promptSecretTool } from "./prompt-secret-tool.ts";
import type { KnownSecret, SecretCatalogue } from "./secret-catalogue.ts";

const READS: ToolFlags = { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true };
const SECRETS_ORIGIN = { kind: "builtin", id: "secrets" } as const;

/** `prompt_secret`, `get_secret` and `search_secrets`. None of them ever gives a value: agents handle names. */
export function createSecretTools(catalogue: SecretCatalogue): BuiltinFamily {
  const tools = [promptSecretTool(catalogue), getSecretTool(catalogue), searchSecretsTool(catalogue)];
  return async () => tools;
}

function getSecretTool(catalogue: SecretCatalogue): BoundTool {
  return defineTool({
    name: "get_secret",
    description:
      "Look up a stored secret by its exact name: how to use it, and which tools and hosts may have it. You never see the value.",
    inputSchema: zodInput(z.object({ name: secretNameSchema })),
    origin: SECRETS_ORIGIN,
    flags: READS,
    availability: ["main"],
    async execute({ name }) {
      const known = await catalogue.list();
      const secret = known.find((one) => one.name === name);
      if (secret)
        return okText(
          `${toLine(secret)}\n\nWrite {{secret:${name}}} where the value belongs.`,
          toData(secret),
        );
      const near = known
        .filter((one) => one.name.toLowerCase() === name.toLowerCase())
        .map((one) => one.name);
      const hint = near[0]
        ? `Did you mean ${near[0]}?`
        : "Look with search_secrets, or ask with prompt_secret.";
      return toolError("invalid_input", `There is no secret named ${name}.`, hint);
    },
  });
}

function searchSecretsTool(catalogue: SecretCatalogue): BoundTool {
  return defineTool({
    name: "search_secrets",
    description: "List stored secrets by words in their names and descriptions. You never see values.",
    inputSchema: zodInput(z.object({ query: z.string().max(200).default("") })),
    origin: SECRETS_ORIGIN,
    flags: READS,
    availability: ["main"],
    async execute({ query }) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const found = (await catalogue.list()).filter(({ name, description }) =>
        words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
      );
      if (found.length === 0)
        return okText("No secret fits. A person can be asked with prompt_secret.", { secrets: [] });
      return okText(found.slice(0, 50).map(toLine).join("\n"), { secrets: found.slice(0, 50).map(toData) });
    },
  });
}

function toLine({ name, description, tools, hosts }: KnownSecret): string {
  const told = description === "" ? "" : `: ${description}`;
  return `${name}${told} (tools: ${tools.join(", ") || "none"}; hosts: ${hosts.join(", ") || "none"})`;
}

function toData({ name, description, tools, hosts }: KnownSecret) {
  return { name, description, tools: [...tools], hosts: [...hosts] };
}
