import type { OrgDocument } from "@/server/contract/org-document.ts";

/** One step that can be taken back. */
interface HistoryEntry {
  readonly document: OrgDocument;
  /** What the step did, for the tooltip: "Move 2 agents". */
  readonly label: string;
}

/** Documents before and after the present one. Whole documents are cheap here, since edits share what they leave alone. */
export interface History {
  readonly past: readonly HistoryEntry[];
  readonly future: readonly HistoryEntry[];
  /** What the last step was and when, so that the next of its kind can join it. */
  readonly open: { readonly key: string; readonly at: number } | undefined;
}

/** How an edit goes into the history. */
export interface EditNote {
  readonly label: string;
  /** Edits with the same key in quick succession (typing in one field) are one step. */
  readonly joinKey?: string | undefined;
  /** Milliseconds. */
  readonly at: number;
}

/** Edits with one key at most this far apart are one step, in milliseconds. */
export const joinWindow = 1_500;

/** Nothing to undo or redo: how every load starts, so that an undo never crosses one. */
export const emptyHistory: History = { past: [], future: [], open: undefined };

/** Remembers the document as it was before an edit. */
export function recordEdit(history: History, before: OrgDocument, note: EditNote): History {
  const { joinKey, at, label } = note;
  const open = joinKey === undefined ? undefined : { key: joinKey, at };
  const isJoined =
    joinKey !== undefined &&
    history.open?.key === joinKey &&
    at - history.open.at <= joinWindow &&
    history.past.length > 0;
  if (isJoined) return { past: history.past, future: [], open };
  return { past: [...history.past, { document: before, label }], future: [], open };
}

/** How many steps lie between a saved document and the present one; undefined where it was saved in the middle of a step, or is undone. */
export function countSteps(history: History, saved: OrgDocument, present: OrgDocument): number | undefined {
  if (present === saved) return 0;
  const at = history.past.findLastIndex(({ document }) => document === saved);
  return at < 0 ? undefined : history.past.length - at;
}

/** A history after a step back or forth, and the document to show; undefined when there is no such step. */
export interface TimeTravel {
  readonly history: History;
  readonly document: OrgDocument;
  readonly label: string;
}

/** Takes the last step back. */
export function undo(history: History, present: OrgDocument): TimeTravel | undefined {
  const entry = history.past.at(-1);
  if (!entry) return undefined;
  const future = [...history.future, { document: present, label: entry.label }];
  return {
    history: { past: history.past.slice(0, -1), future, open: undefined },
    document: entry.document,
    label: entry.label,
  };
}

/** Does the step last taken back again. */
export function redo(history: History, present: OrgDocument): TimeTravel | undefined {
  const entry = history.future.at(-1);
  if (!entry) return undefined;
  const past = [...history.past, { document: present, label: entry.label }];
  return {
    history: { past, future: history.future.slice(0, -1), open: undefined },
    document: entry.document,
    label: entry.label,
  };
}
