import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { OrgProblem } from "@/server/contract/org-graph.ts";
import type { AgentCard } from "../model/agent-card.ts";
import type { Guide } from "../model/alignment.ts";
import type { Grantable } from "../model/edit-grants.ts";
import type { History } from "../model/history.ts";
import type { CanvasNode, LineEdge } from "./canvas-items.ts";
import type { SaveState } from "./save-state.ts";

/** How much of a card is drawn: whole from 60 %, avatar and name below, a block below 30 %. */
export type ZoomStep = "whole" | "name" | "block";

export type InspectorTab = "identity" | "model" | "tools" | "skills" | "mcp" | "limits" | "history";

/** Something taken from the palette that is on its way to the canvas or to an agent. */
export type PaletteItem =
  | { readonly kind: "agent"; readonly templateKey: string; readonly label: string }
  | { readonly kind: "note"; readonly label: string }
  | (Grantable & { readonly label: string });

/** A palette item under way, with the cursor's place in pixels of the window. */
export interface PaletteDrag {
  readonly item: PaletteItem;
  readonly x: number;
  readonly y: number;
}

/** A refusal shown at the cursor, in pixels of the window. */
export interface CursorReason {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Everything the editor of one org knows. The document is the truth; nodes, edges and cards are derived from it. */
export interface EditorState {
  readonly orgId: string;
  readonly document: OrgDocument;
  /** What the server is known to keep. */
  readonly savedDocument: OrgDocument;
  readonly version: number;
  readonly save: SaveState;
  readonly history: History;

  /** Ids of agents, notes and lines. */
  readonly selection: ReadonlySet<string>;
  /** The agent that Tab reaches: the only one in the tab order. */
  readonly focusedId: string | undefined;
  /** Asks the card to take the keyboard focus; a new object each time it is asked. */
  readonly focusRequest: { readonly id: string } | undefined;
  readonly renamingId: string | undefined;

  readonly nodes: CanvasNode[];
  readonly edges: LineEdge[];
  readonly cards: ReadonlyMap<string, AgentCard>;
  readonly problems: readonly OrgProblem[];
  readonly checkedProblems: readonly OrgProblem[];

  readonly zoomStep: ZoomStep;
  readonly guides: readonly Guide[];
  readonly isInspectorOpen: boolean;
  readonly inspectorTab: InspectorTab;
  /** Asks the inspector to take the keyboard focus as soon as it is there. */
  readonly isInspectorCalled: boolean;
  /** What waits for an agent to be chosen, after Enter in the palette. */
  readonly pendingGrant: Grantable | undefined;
  /** What is being dragged out of the palette. */
  readonly drag: PaletteDrag | undefined;
  /** The agent a dragged skill or server would be granted to. */
  readonly dropTargetId: string | undefined;
  readonly reason: CursorReason | undefined;
  /** Read aloud, politely. */
  readonly announcement: string;
}
