import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { OrgProblem } from "@/server/contract/org-graph.ts";
import type { AgentCard } from "../model/agent-card.ts";
import type { Guide } from "../model/alignment.ts";
import type { Grantable } from "../model/edit-grants.ts";
import type { Folding } from "../model/folding.ts";
import type { History } from "../model/history.ts";
import type { OwnTask } from "../model/own-task.ts";
import type { CanvasNode, LineEdge } from "./canvas-items.ts";
import type { SaveState } from "./save-state.ts";

/** How much of a card is drawn: whole from 60 %, avatar and name below, a block below 30 %, no icon below 15 %. */
export type ZoomStep = "whole" | "name" | "block" | "plain";

export type InspectorTab = "identity" | "model" | "tools" | "skills" | "mcp" | "limits" | "history";

/** Where the focus is wanted is decided when it is asked for: going to the other place later must not move it again. */
export interface FocusRequest {
  readonly id: string;
  readonly place: Workplace;
  /** What is to be in view together with it: all that was pasted, not only the first card. */
  readonly along?: ReadonlySet<string>;
}

export type Workplace = "canvas" | "outline";

/** Something taken from the palette that is on its way to the canvas or to an agent. */
export type PaletteItem =
  | { readonly kind: "agent"; readonly templateKey: string; readonly label: string }
  | { readonly kind: "note" | "group"; readonly label: string }
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
  /** How often a document came in from elsewhere: fields with an undo of their own begin anew, so that it leads to nothing before. */
  readonly broughtIn: number;

  /** A task for one agent instead of the lead; kept while the page is, no part of the document. */
  readonly ownTask: OwnTask | undefined;

  /** Ids of agents, notes, groups and lines. */
  readonly selection: ReadonlySet<string>;
  /** Ids of agents and groups whose insides are not drawn. Kept in this browser, no part of the document. */
  readonly folded: ReadonlySet<string>;
  readonly folding: Folding;
  /** The agent that Tab reaches: the only one in the tab order. */
  readonly focusedId: string | undefined;
  /** Asks the card, or the row of the outline, to take the keyboard focus; a new object each time, and gone once it was taken. */
  readonly focusRequest: FocusRequest | undefined;
  /** The agent, group or note whose name is being typed. */
  readonly renamingId: string | undefined;
  /** Where the keyboard works: it decides whether a card or a row of the outline takes the focus. */
  readonly workplace: Workplace;
  readonly isOutlineOpen: boolean;

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
  /** The agent that waits for another to be chosen that it is to report to. */
  readonly pendingReport: string | undefined;
  /** Whether cards are being dragged. */
  readonly isMoving: boolean;
  /** What is being dragged out of the palette. */
  readonly drag: PaletteDrag | undefined;
  /** The agent a dragged skill or server would be granted to. */
  readonly dropTargetId: string | undefined;
  readonly reason: CursorReason | undefined;
  /** Read aloud, politely. */
  readonly announcement: string;
  /** How many there have been: the same words may be told again. */
  readonly announcementCount: number;
}
