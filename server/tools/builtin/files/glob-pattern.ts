import { RE2JS } from "re2js";
import { FileProblem } from "./file-problem.ts";

const WHOLE: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
const TOKEN = /\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|\{|\}|,|./gsu;

/**
 * Tells whether a path fits a pattern: `*` and `?` within a name, `**` across folders, `[a-z]`, `{a,b}`. A pattern without
 * `/` is held against the name alone. In time linear in the path, whatever the pattern.
 */
export function toGlob(pattern: string): (path: string) => boolean {
  const expression = compile(pattern.replace(/^\.?\//, ""));
  const isName = !pattern.includes("/");
  return (path) => expression.testExact(isName ? path.slice(path.lastIndexOf("/") + 1) : path);
}

function compile(pattern: string): RE2JS {
  let depth = 0;
  const parts = (pattern.match(TOKEN) ?? []).map((token) => {
    if (token === "{") depth += 1;
    if (token === "}") depth -= 1;
    return toExpression(token, depth);
  });
  try {
    return RE2JS.compile(parts.join(""), RE2JS.DOTALL);
  } catch {
    throw new FileProblem(
      "invalid_input",
      "The pattern cannot be read.",
      "Use forms such as **/*.md or src/{a,b}/*.ts.",
    );
  }
}

function toExpression(token: string, depth: number): string {
  const known = WHOLE[token];
  if (known !== undefined) return known;
  if (token === "{") return "(?:";
  if (token === "}") return ")";
  if (token === ",") return depth > 0 ? "|" : ",";
  if (token.length > 2 && token.startsWith("[")) return toClass(token);
  return RE2JS.quote(token);
}

function toClass(token: string): string {
  const isNot = token.startsWith("[!");
  return `[${isNot ? "^/" : ""}${token.slice(isNot ? 2 : 1, -1).replace(/[\\^[\]&]/g, "\\$&")}]`;
}
