import type { Json } from "../../../contract/json.ts";
import type { SecretUse, ToolFlags } from "../../../engine/tool.ts";

/** Looking at the web changes nothing and can be done again. */
export const LOOKING: ToolFlags = {
  readOnly: true,
  concurrencySafe: true,
  destructive: false,
  idempotent: true,
};

/** What rules say about `group:web` holds for every tool that reaches it. */
export const WEB_GROUPS: readonly string[] = ["web"];

export const WEB_ORIGIN = { kind: "builtin", id: "web" } as const;

/** A request goes to the address it names, and what is sent there goes nowhere else: redirects to others do not get it. */
export const SECRETS_BY_ADDRESS: SecretUse = { into: "arguments", origins: originsOf };

function originsOf(input: Json): readonly string[] {
  const url = input !== null && typeof input === "object" && "url" in input ? input["url"] : undefined;
  if (typeof url !== "string" || !URL.canParse(url)) return [];
  const { origin, protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? [origin] : [];
}
