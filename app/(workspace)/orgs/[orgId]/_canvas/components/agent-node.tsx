"use client";

import { Handle, type NodeProps, Position } from "@xyflow/react";
import { BookOpen, Plug, Plus, TriangleAlert } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { type AgentCard, countGrants, describeCard } from "../model/agent-card.ts";
import { plural } from "../model/plural.ts";
import type { AgentNode as AgentNodeType } from "../store/canvas-items.ts";
import type { ZoomStep } from "../store/editor-state.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { RenameField } from "./rename-field.tsx";

/** One agent on the canvas: one subscription a card, three drawings by zoom. */
export const AgentNode = memo(function AgentNode({ id, selected }: NodeProps<AgentNodeType>) {
  const { card, ...view } = useEditor(
    useShallow((state) => ({
      card: state.cards.get(id),
      zoomStep: state.zoomStep,
      isTabStop: state.focusedId === id,
      isTarget: state.dropTargetId === id,
      isRenaming: state.renamingId === id,
      focusRequest: state.focusRequest?.id === id ? state.focusRequest : undefined,
    })),
  );
  if (!card) return null;
  return <Card card={card} isSelected={selected} {...view} />;
});

interface CardProps {
  readonly card: AgentCard;
  readonly isSelected: boolean;
  readonly zoomStep: ZoomStep;
  readonly isTabStop: boolean;
  readonly isTarget: boolean;
  readonly isRenaming: boolean;
  readonly focusRequest: object | undefined;
}

function Card({ card, isSelected, zoomStep, isTabStop, isTarget, isRenaming, focusRequest }: CardProps) {
  const { setFocused, addChild, setRenaming } = useEditorActions();
  const element = useRef<HTMLDivElement>(null);
  const { agent, problem, isStackParent } = card;
  useEffect(() => {
    if (focusRequest && !isRenaming) element.current?.focus({ preventScroll: true });
  }, [focusRequest, isRenaming]);
  return (
    <>
      <div
        ref={element}
        role="treeitem"
        data-agent-id={agent.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-selected={isSelected}
        aria-level={card.level}
        aria-posinset={card.placeAmongSiblings}
        aria-setsize={card.siblingCount}
        aria-expanded={card.childCount > 0 ? true : undefined}
        onFocus={() => setFocused(agent.id)}
        className={classNames(
          "agent-card",
          problem?.level === "error" && "has-error",
          isSelected && "is-selected",
          isTarget && "is-target",
        )}
      >
        <span className="sr-only">{describeCard(card)}</span>
        {zoomStep === "whole" || isRenaming ? (
          <WholeCard card={card} isRenaming={isRenaming} />
        ) : zoomStep === "name" ? (
          <NameCard card={card} />
        ) : (
          <BlockCard card={card} />
        )}
      </div>
      <Handle type="target" position={Position.Top} aria-hidden="true" />
      <Handle type="source" position={Position.Bottom} aria-hidden="true" />
      {isSelected && zoomStep === "whole" ? (
        <Handle
          id="add"
          type="source"
          position={Position.Bottom}
          aria-hidden="true"
          className={classNames("add-handle", isStackParent && "is-left")}
          title="Click to add a child, or drag to where it should stand"
          onClick={(event) => {
            event.stopPropagation();
            setRenaming(addChild(agent.id));
          }}
        >
          <Plus />
        </Handle>
      ) : null}
    </>
  );
}

interface PartProps {
  readonly card: AgentCard;
}

interface WholeCardProps extends PartProps {
  readonly isRenaming: boolean;
}

function WholeCard({ card, isRenaming }: WholeCardProps) {
  const { agent, problem } = card;
  const counts = countGrants(agent);
  return (
    <>
      <div className="flex h-14 items-center gap-2.5 px-2.5">
        <AgentAvatar icon={agent.icon} />
        <div className="min-w-0 flex-1">
          {isRenaming ? (
            <RenameField agentId={agent.id} name={agent.name} />
          ) : (
            <div aria-hidden="true" className="flex items-center gap-1.5">
              <span dir="auto" className="truncate font-semibold leading-[18px] tracking-[-0.01em]">
                {agent.name}
              </span>
              {problem ? <ProblemMark card={card} /> : null}
            </div>
          )}
          <div
            aria-hidden="true"
            dir="auto"
            title={problem?.message}
            className={classNames("truncate text-12", problem ? problemInk(problem.level) : "text-text-3")}
          >
            {problem ? shortReason(problem.message, agent.name) : agent.role}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="agent-card-foot">
        <span className="mono min-w-0 flex-1 truncate" title={`${agent.model.provider}/${agent.model.model}`}>
          {agent.model.provider === "rehearsal" ? "scripted" : agent.model.model}
        </span>
        <Count
          icon={<BookOpen className="size-3" />}
          count={counts.skills}
          label={plural(counts.skills, "skill")}
        />
        <Count
          icon={<Plug className="size-3" />}
          count={counts.servers}
          label={plural(counts.servers, "MCP server")}
        />
      </div>
    </>
  );
}

function ProblemMark({ card: { problem } }: PartProps) {
  return (
    <span title={problem?.message} className={classNames("flex", problemInk(problem?.level))}>
      <TriangleAlert className="size-3.5" />
    </span>
  );
}

function problemInk(level: "error" | "warning" | undefined): string {
  return level === "error" ? "text-st-fail" : "text-st-person";
}

/** The card shows the agent's name already: "Writer has no persona." becomes "Has no persona". */
function shortReason(message: string, name: string): string {
  const rest = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  const sentence = rest.endsWith(".") ? rest.slice(0, -1) : rest;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

interface CountProps {
  readonly icon: React.ReactNode;
  readonly count: number;
  readonly label: string;
}

function Count({ icon, count, label }: CountProps) {
  return (
    <span className="inline-flex flex-none items-center gap-1" title={label}>
      {icon}
      {count}
    </span>
  );
}

/** Under 60 %: what can still be read. Drawn larger, so that it stays readable when scaled down. */
function NameCard({ card: { agent, problem } }: PartProps) {
  return (
    <div aria-hidden="true" className="flex h-full items-center gap-3 px-3">
      <AgentAvatar icon={agent.icon} />
      <span
        dir="auto"
        className="line-clamp-2 min-w-0 flex-1 text-[24px] leading-7 font-semibold tracking-[-0.01em] wrap-anywhere"
      >
        {agent.name}
      </span>
      {problem ? <TriangleAlert className={classNames("size-5", problemInk(problem.level))} /> : null}
    </div>
  );
}

/** Under 30 %: a block with an icon. */
function BlockCard({ card: { agent, problem } }: PartProps) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        "grid h-full place-items-center",
        problem ? problemInk(problem.level) : "text-text-3",
      )}
    >
      {problem ? <TriangleAlert className="size-10" /> : <AgentIcon name={agent.icon} className="size-10" />}
    </div>
  );
}
