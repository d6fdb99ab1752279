import type { OrgDocument } from "@/server/contract/org-document.ts";
import { createCards } from "../model/agent-card.ts";
import { createTree, readingOrder } from "../model/agent-tree.ts";
import { type Folding, fold, visiblePart } from "../model/folding.ts";
import { mergeProblems } from "../model/org-problems.ts";
import { deriveEdges, deriveNodes } from "./canvas-items.ts";
import type { EditorState } from "./editor-state.ts";

type DerivedView = Pick<
  EditorState,
  | "document"
  | "selection"
  | "folded"
  | "folding"
  | "focusedId"
  | "renamingId"
  | "nodes"
  | "edges"
  | "cards"
  | "problems"
  | "checkedProblems"
>;

/** What may be shown besides the document itself when it changes. */
export interface ViewInput {
  readonly selection?: ReadonlySet<string>;
  readonly checkedProblems?: EditorState["checkedProblems"];
  readonly folded?: ReadonlySet<string>;
}

/** Everything that follows from a document, reusing whatever of the state before still holds. */
export function deriveView(state: EditorState, document: OrgDocument, input: ViewInput = {}): DerivedView {
  const checkedProblems = input.checkedProblems ?? state.checkedProblems;
  const problems =
    document === state.document && checkedProblems === state.checkedProblems && state.cards.size > 0
      ? state.problems
      : mergeProblems(document, checkedProblems);
  const folded = input.folded ?? state.folded;
  const folding = fold(document, folded);
  const selection = drawn(document, folding, input.selection ?? state.selection);
  const cards = createCards(document, { problems, hiddenCounts: folding.counts }, state.cards);
  const look = { selection, folded, folding };
  return {
    document,
    checkedProblems,
    problems,
    ...look,
    cards,
    nodes: deriveNodes(document, look, state.nodes),
    edges: deriveEdges(document, look, state.edges),
    focusedId: keepFocus(document, folding, state),
    renamingId: isThere(document, state.renamingId) ? state.renamingId : undefined,
  };
}

function isThere({ agents, notes, groups }: OrgDocument, id: string | undefined): boolean {
  return id !== undefined && [agents, notes, groups].some((items) => items.some((item) => item.id === id));
}

/** Where Tab reaches: the same agent as before, or the closest above it that is drawn. */
function keepFocus(
  document: OrgDocument,
  folding: Folding,
  { focusedId, document: before }: EditorState,
): string | undefined {
  const ids = new Set(document.agents.map((agent) => agent.id));
  const { parents } = createTree(before);
  const seen = new Set<string>();
  for (let id = focusedId; id !== undefined && !seen.has(id); id = parents.get(id)) {
    if (ids.has(id) && !folding.hidden.has(id)) return id;
    seen.add(id);
  }
  return readingOrder(createTree(visiblePart(document, folding)))[0];
}

/** What is still drawn of a selection; the same set when all of it is. */
function drawn(
  document: OrgDocument,
  { hidden }: Folding,
  selection: ReadonlySet<string>,
): ReadonlySet<string> {
  if (selection.size === 0) return selection;
  const { agents, notes, groups, lines } = document;
  const known = new Set([...agents, ...notes, ...groups, ...lines].map((item) => item.id));
  const kept = [...selection].filter((id) => known.has(id) && !hidden.has(id));
  return kept.length === selection.size ? selection : new Set(kept);
}
