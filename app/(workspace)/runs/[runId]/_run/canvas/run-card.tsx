"use client";

import { type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import type { Agent } from "@/server/contract/org-document.ts";
import { LineEnd } from "../../../../orgs/[orgId]/_canvas/components/line-end.tsx";
import { useRun, useRunContext, useRunParts } from "../store/run-context.tsx";
import { selectedAgentId, selectedSession } from "../store/selection.ts";
import { useOpenAgent, useTreePlace } from "./canvas-context.tsx";
import { type CardModel, sessionsOf, toCard } from "./card-model.ts";
import { cardName } from "./card-name.ts";
import { SIDE_HANDLE_TOP } from "./line-geometry.ts";
import { RunCardFull } from "./run-card-full.tsx";
import { RunCardBlock, RunCardName } from "./run-card-small.tsx";
import type { RunNode } from "./to-flow.ts";
import { useZoomStep } from "./use-zoom-step.ts";

const handle = "!pointer-events-none !size-px !min-h-0 !min-w-0 !border-0 !bg-transparent";
const SIDE = { top: SIDE_HANDLE_TOP };
const TRUNK = { left: 12 };

/** One agent on the live canvas. Subscribes to its own sessions, so that only cards that changed draw. */
export const RunCard = memo(function RunCard({ id, data: { agent, heldBack } }: NodeProps<RunNode>) {
  const sessions = useRunParts((state) => sessionsOf(state.shown, id));
  const isSelected = useRun((state) => selectedAgentId(state) === id);
  const card = toCard(sessions);
  return (
    <>
      <Stack card={card} />
      <CardFrame agent={agent} heldBack={heldBack} card={card} isSelected={isSelected} />
      <CardHandles />
    </>
  );
});

/** Where lines meet the card; none of it changes with what the agent does. */
const CardHandles = memo(function CardHandles() {
  return (
    <>
      <LineEnd type="target" id="top" position={Position.Top} className={handle} />
      <LineEnd type="target" id="side" position={Position.Left} className={handle} style={SIDE} />
      <LineEnd type="source" id="down" position={Position.Bottom} className={handle} />
      <LineEnd type="source" id="trunk" position={Position.Bottom} className={handle} style={TRUNK} />
      <LineEnd type="source" id="ahead" position={Position.Right} className={handle} style={SIDE} />
    </>
  );
});

interface CardFrameProps {
  readonly agent: Agent;
  readonly heldBack: string | undefined;
  readonly card: CardModel;
  readonly isSelected: boolean;
}

function CardFrame({ agent, heldBack, card, isSelected }: CardFrameProps) {
  const step = useZoomStep();
  const { store } = useRunContext();
  const { isTabStop, level, place, siblingCount } = useTreePlace(agent.id);
  const openAgent = useOpenAgent();
  const isInHand = (instanceId: string) => selectedSession(store.getState())?.sessionId === instanceId;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the canvas around the cards handles keys
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblingCount}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-agent={agent.id}
      data-state={card.state}
      onClick={() =>
        openAgent(agent.id, card.instances.find((session) => isInHand(session.sessionId)) ?? card.front)
      }
      className={classNames(
        agentStates[card.state].className,
        "relative w-52 cursor-default rounded-3 border bg-surface text-left",
        isSelected ? "border-accent ring-[1.5px] ring-accent" : "border-state-edge",
      )}
    >
      <span dir="auto" className="sr-only">
        {cardName(agent.name, card, heldBack)}
      </span>
      {step === "full" ? <RunCardFull agent={agent} card={card} /> : null}
      {step === "name" ? <RunCardName agent={agent} card={card} /> : null}
      {step === "block" ? <RunCardBlock card={card} /> : null}
    </div>
  );
}

/** At most two outlines behind a card on which several instances stand. */
function Stack({ card }: { readonly card: CardModel }) {
  if (card.instances.length < 2) return null;
  const outline = "absolute rounded-3 border border-border-strong bg-surface";
  return (
    <>
      {card.instances.length > 2 ? (
        <span className={classNames(outline, "-top-2 left-2.5 h-10 w-52 opacity-70")} />
      ) : null}
      <span className={classNames(outline, "-top-1 left-[5px] h-15 w-52")} />
    </>
  );
}
