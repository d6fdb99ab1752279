import type { OrgDocument } from "@/server/contract/org-document.ts";
import { createCards } from "../model/agent-card.ts";
import { createTree, readingOrder } from "../model/agent-tree.ts";
import { mergeProblems } from "../model/org-problems.ts";
import { deriveEdges, deriveNodes } from "./canvas-items.ts";
import type { EditorState } from "./editor-state.ts";

type DerivedView = Pick<
  EditorState,
  | "document"
  | "selection"
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
}

/** Everything that follows from a document, reusing whatever of the state before still holds. */
export function deriveView(state: EditorState, document: OrgDocument, input: ViewInput = {}): DerivedView {
  const checkedProblems = input.checkedProblems ?? state.checkedProblems;
  const problems =
    document === state.document && checkedProblems === state.checkedProblems && state.cards.size > 0
      ? state.problems
      : mergeProblems(document, checkedProblems);
  const selection = existing(document, input.selection ?? state.selection);
  const cards = createCards(document, problems, state.cards);
  return {
    document,
    selection,
    checkedProblems,
    problems,
    cards,
    nodes: deriveNodes(document, selection, state.nodes),
    edges: deriveEdges(document, selection, state.edges),
    focusedId: keepFocus(document, cards, state.focusedId),
    renamingId: state.renamingId !== undefined && cards.has(state.renamingId) ? state.renamingId : undefined,
  };
}

function keepFocus(
  document: OrgDocument,
  cards: EditorState["cards"],
  focusedId: string | undefined,
): string | undefined {
  return focusedId !== undefined && cards.has(focusedId) ? focusedId : readingOrder(createTree(document))[0];
}

/** What is still there of a selection; the same set when all of it is. */
function existing(document: OrgDocument, selection: ReadonlySet<string>): ReadonlySet<string> {
  if (selection.size === 0) return selection;
  const known = new Set([...document.agents, ...document.notes, ...document.lines].map((item) => item.id));
  const kept = [...selection].filter((id) => known.has(id));
  return kept.length === selection.size ? selection : new Set(kept);
}
