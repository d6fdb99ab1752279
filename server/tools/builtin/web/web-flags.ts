import type { ToolFlags } from "../../../engine/tool.ts";

/** Looking at the web changes nothing and can be done again. */
export const LOOKING: ToolFlags = {
  readOnly: true,
  concurrencySafe: true,
  destructive: false,
  idempotent: true,
};

export const WEB_ORIGIN = { kind: "builtin", id: "web" } as const;
