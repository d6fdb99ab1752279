import { createHash } from "node:crypto";

/** What every model provider accepts as a tool name. */
const longestName = 64;
const digestLength = 10;
const aliasEnding = new RegExp(`_[0-9a-f]{${digestLength}}$`);

/**
 * The name under which the model sees a server's tool: `mcp__server__tool` wherever that fits 64 letters, digits, `_` and `-`.
 *
 * Otherwise the name is cleaned, shortened and ends in a digest of both original names, so `a.b` and `a_b` stay apart.
 * It depends on the two names alone: granting or removing other tools never renames one. Names that could be read as another
 * pair (`x__y` + `z` and `x` + `y__z`) or as such an alias get the digest too, so two pairs never share a name.
 */
export function exposedName(server: string, tool: string): string {
  const plain = `mcp__${server}__${tool}`;
  return isUnmistakable(server, tool) && plain.length <= longestName ? plain : aliasOf(server, tool);
}

function isUnmistakable(server: string, tool: string): boolean {
  const isClean = /^[A-Za-z0-9_-]+$/.test(server) && /^[A-Za-z0-9_-]+$/.test(tool);
  const splitsOneWay = !server.includes("__") && !server.endsWith("_");
  return isClean && splitsOneWay && !aliasEnding.test(tool);
}

function aliasOf(server: string, tool: string): string {
  const digest = createHash("sha256").update(`${server}\0${tool}`).digest("hex").slice(0, digestLength);
  const shown = `mcp__${clean(server).slice(0, 24)}__${clean(tool)}`.slice(0, longestName - digestLength - 1);
  return `${shown.replace(/_+$/, "")}_${digest}`;
}

function clean(name: string): string {
  return name.replace(/[^A-Za-z0-9-]+/g, "_").replace(/^_+|_+$/g, "");
}
