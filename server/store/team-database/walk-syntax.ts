import type { ParsedStatement, SyntaxNode } from "./parse-statement.ts";

export interface VisitedNode {
  /** The kind of the node; null where the tree holds a node in place, under a field that fixes its kind. */
  readonly kind: string | null;
  readonly node: SyntaxNode;
}

/** Gives every node of a statement, the statement first. Keeps its own stack, so that depth costs memory only. */
export function* walkSyntax({ kind, node }: ParsedStatement): Generator<VisitedNode> {
  const open: VisitedNode[] = [{ kind, node }];
  for (let visited = open.pop(); visited !== undefined; visited = open.pop()) {
    yield visited;
    for (const [key, value] of Object.entries(visited.node)) open.push(...toNodes(key, value));
  }
}

/** Kinds are the keys that begin with a capital; every other key is a field. */
function toNodes(key: string, value: unknown): readonly VisitedNode[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => toNodes("", entry));
  return [{ kind: /^[A-Z]/.test(key) ? key : null, node: value as SyntaxNode }];
}
