import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { FileProblem } from "./file-problem.ts";

/** YAML that was read, and where in its file each part of it stands. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** Line of the part, or of the nearest one around it that exists. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Anchors may be used this often: more is a document that grows when it is read. */
const ALIASES = 100;

/** Reads YAML or JSON text; `offset` is how many lines of the file stand before it. */
export function readYaml(
  file: string,
  text: string,
  offset = 0,
): { readonly source: YamlSource } | { readonly problems: readonly FileProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const flaws = [...document.errors, ...document.warnings];
  if (flaws.length > 0) {
    return {
      problems: flaws.map(({ message, pos }) => ({
        file,
        line: lines.linePos(pos[0]).line + offset,
        message: `no valid YAML: ${message.split("\n")[0] ?? ""}`,
      })),
    };
  }
  const lineOf = (path: readonly PropertyKey[]): number => {
    let node: Node | null = document.contents;
    let at = node?.range?.[0] ?? 0;
    for (const key of path) {
      if (isAlias(node)) node = node.resolve(document) ?? null;
      const found = stepInto(node, key);
      if (!found) break;
      at = found.at;
      node = found.node;
    }
    return lines.linePos(at).line + offset;
  };
  try {
    return { source: { file, value: document.toJS({ maxAliasCount: ALIASES }), lineOf } };
  } catch {
    return { problems: [{ file, line: 1 + offset, message: "no valid YAML: too many aliases" }] };
  }
}

function stepInto(node: Node | null, key: PropertyKey): { node: Node | null; at: number } | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    return pair && { node: pair.value, at: pair.key.range?.[0] ?? 0 };
  }
  if (isSeq<Node>(node) && typeof key === "number") {
    const item = node.items[key];
    return item && { node: item, at: item.range?.[0] ?? 0 };
  }
  return undefined;
}
