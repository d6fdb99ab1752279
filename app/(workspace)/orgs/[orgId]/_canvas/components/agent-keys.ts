import type { KeyboardEvent } from "react";
import type { EditorStore } from "../store/create-editor-store.ts";

export type State = ReturnType<EditorStore["getState"]>;

/** What one key does on the agent that has the focus; true when it did something. */
type KeyAction = (state: State, agentId: string, event: KeyboardEvent) => boolean;

const isPlain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

const keyActions: Readonly<Record<string, KeyAction>> = {
  Enter: (state, agentId, event) => isPlain(event) && choose(state, agentId),
  // Tab adds only on a selected agent, so that Tab still leads out after Esc.
  Tab: ({ actions, selection }, agentId, event) => {
    if (!selection.has(agentId)) return false;
    const added = event.shiftKey ? actions.addSibling(agentId) : actions.addChild(agentId);
    actions.setRenaming(added);
    return true;
  },
  F2: ({ actions }, agentId) => {
    actions.select(new Set([agentId]));
    actions.setRenaming(agentId);
    return true;
  },
  " ": ({ actions, selection }, agentId, event) => {
    if (!event.ctrlKey) return false;
    const next = new Set(selection);
    if (!next.delete(agentId)) next.add(agentId);
    actions.select(next);
    return true;
  },
};

/** With Alt, arrows move the agent itself: among its siblings, or a level in or out. */
const altActions: Readonly<Record<string, KeyAction>> = {
  ArrowUp: keep(({ actions }, agentId) => actions.reorder(agentId, -1)),
  ArrowDown: keep(({ actions }, agentId) => actions.reorder(agentId, 1)),
  ArrowRight: keep(({ actions }, agentId) => actions.indent(agentId, 1)),
  ArrowLeft: keep(({ actions }, agentId) => actions.indent(agentId, -1)),
};

/** The agent keeps the focus where it went. */
function keep(act: (state: State, agentId: string) => void): KeyAction {
  return (state, agentId) => {
    act(state, agentId);
    state.actions.focus(agentId);
    return true;
  };
}

/** Keys that edit the agent that has the focus, on its card and in its row of the outline alike. */
export function actOnAgent(state: State, agentId: string, event: KeyboardEvent): boolean {
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
  const action = isAlt ? altActions[event.key] : keyActions[event.key];
  return action?.(state, agentId, event) === true;
}

/** Enter: gives what waits to be granted, draws the line that waits for its upper end, or opens the inspector. */
function choose(state: State, agentId: string): boolean {
  const { actions, pendingGrant, pendingReport } = state;
  if (pendingGrant) {
    actions.grant(agentId, pendingGrant);
    actions.setPendingGrant(undefined);
  } else if (pendingReport !== undefined) {
    answerReport(state, pendingReport, agentId);
  } else {
    actions.select(new Set([agentId]));
    actions.callInspector(true);
  }
  return true;
}

/** Makes the waiting agent report to the chosen one; says why when it may not, and goes on waiting. */
export function answerReport({ actions }: State, childId: string, parentId: string): void {
  const refusal = actions.reparent(childId, parentId);
  if (refusal !== undefined) {
    actions.announce(`Not connected: ${refusal}`);
    return;
  }
  actions.setPendingReport(undefined);
  actions.focus(childId);
}

/** Asks whom an agent is to report to: the next agent that is chosen. */
export function askReport({ actions, cards }: State, agentId: string): void {
  const name = cards.get(agentId)?.agent.name;
  if (name === undefined) return;
  actions.setPendingGrant(undefined);
  actions.setPendingReport(agentId);
  actions.announce(`Choose whom ${name} reports to: arrows move, Enter connects, Esc leaves`);
}

/** Opens the line from an agent to whom it reports, and gives its panel the focus; says so where there is none. */
export function openLine({ actions, cards, document: drawing }: State, agentId: string): void {
  const line = drawing.lines.find(({ childId }) => childId === agentId);
  const name = cards.get(agentId)?.agent.name;
  if (line === undefined) {
    if (name !== undefined) actions.announce(`${name} reports to nobody`);
    return;
  }
  actions.select(new Set([line.id]));
  actions.callInspector(true);
}

/** Esc: gives up what waits, else selects nothing; true when there was something to leave. */
export function leave({ actions, selection, pendingGrant, pendingReport }: State): boolean {
  if (pendingGrant) {
    actions.setPendingGrant(undefined);
    actions.announce("Nothing granted");
    return true;
  }
  if (pendingReport !== undefined) {
    actions.setPendingReport(undefined);
    actions.announce("Nothing connected");
    return true;
  }
  if (selection.size === 0) return false;
  actions.select(new Set());
  return true;
}
