"use client";

import { Handle, type NodeProps, Position } from "@xyflow/react";
import { BookOpen, FolderCog, Minus, Plug, Plus, TriangleAlert } from "lucide-react";
import { memo, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { type AgentCard, countGrants, describeCard } from "../model/agent-card.ts";
import { plural } from "../model/plural.ts";
import type { AgentNode as AgentNodeType } from "../store/canvas-items.ts";
import type { FocusRequest, ZoomStep } from "../store/editor-state.ts";
import { useCards, useEditorActions } from "./editor-context.tsx";
import { LineEnd } from "./line-end.tsx";
import { RenameField } from "./rename-field.tsx";
import { useAskedFocus } from "./use-asked-focus.ts";

/** One agent on the canvas: one subscription a card, three drawings by zoom. */
export const AgentNode = memo(function AgentNode({
  id,
  selected,
  sourcePosition = Position.Bottom,
  targetPosition = Position.Top,
}: NodeProps<AgentNodeType>) {
  const { card, ...view } = useCards(
    useShallow((state) => ({
      card: state.cards.get(id),
      zoomStep: state.zoomStep,
      isTabStop: state.focusedId === id,
      isTarget: state.dropTargetId === id,
      isRenaming: state.renamingId === id && state.workplace === "canvas",
      focusRequest:
        state.focusRequest?.id === id && state.focusRequest.place === "canvas"
          ? state.focusRequest
          : undefined,
    })),
  );
  if (!card) return null;
  const ends = { sourcePosition, targetPosition };
  return <Card card={card} isSelected={selected} ends={ends} {...view} />;
});

interface CardProps {
  readonly card: AgentCard;
  readonly isSelected: boolean;
  readonly ends: { readonly sourcePosition: Position; readonly targetPosition: Position };
  readonly zoomStep: ZoomStep;
  readonly isTabStop: boolean;
  readonly isTarget: boolean;
  readonly isRenaming: boolean;
  readonly focusRequest: FocusRequest | undefined;
}

function Card(props: CardProps) {
  const { card, isSelected, ends, zoomStep, isTabStop, isTarget, isRenaming, focusRequest } = props;
  const { setFocused, setWorkplace } = useEditorActions();
  const element = useRef<HTMLDivElement>(null);
  const { agent, problem } = card;
  useAskedFocus(element, { request: focusRequest, isRenaming });
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
        aria-expanded={card.childCount > 0 ? card.hiddenCount === 0 : undefined}
        onFocus={() => {
          setFocused(agent.id);
          setWorkplace("canvas");
        }}
        className={classNames(
          "agent-card",
          problem?.level === "error" && "has-error",
          isSelected && "is-selected",
          isTarget && "is-target",
          (zoomStep === "block" || zoomStep === "plain") && !isRenaming && "is-far",
        )}
      >
        <span className="sr-only">{describeCard(card)}</span>
        <CardFace card={card} isRenaming={isRenaming} zoomStep={zoomStep} />
      </div>
      <CardHandles ends={ends} zoomStep={zoomStep} />
      {card.childCount > 0 && zoomStep === "whole" ? (
        <FoldButton card={card} isSideways={ends.sourcePosition === Position.Right} isShown={isSelected} />
      ) : null}
      {isSelected && zoomStep === "whole" && card.hiddenCount === 0 ? (
        <AddHandle card={card} position={ends.sourcePosition} />
      ) : null}
    </>
  );
}

/** Where lines can be drawn from. Seen from so far that nobody could aim at one, a press moves the card. */
function CardHandles({ ends, zoomStep }: Pick<CardProps, "ends" | "zoomStep">) {
  const { targetPosition, sourcePosition } = ends;
  if (zoomStep === "block" || zoomStep === "plain")
    return (
      <>
        <LineEnd type="target" position={targetPosition} className="line-end" />
        <LineEnd type="source" position={sourcePosition} className="line-end" />
      </>
    );
  return (
    <>
      <Handle type="target" position={targetPosition} aria-hidden="true" />
      <Handle type="source" position={sourcePosition} aria-hidden="true" />
    </>
  );
}

type CardFaceProps = Pick<CardProps, "card" | "isRenaming" | "zoomStep">;

function CardFace({ card, isRenaming, zoomStep }: CardFaceProps) {
  if (zoomStep === "whole" || isRenaming) return <WholeCard card={card} isRenaming={isRenaming} />;
  if (zoomStep === "name") return <NameCard card={card} />;
  return zoomStep === "block" || card.problem ? <BlockCard card={card} /> : null;
}

interface AddHandleProps {
  readonly card: AgentCard;
  readonly position: Position;
}

function AddHandle({ card: { agent, isStackParent }, position }: AddHandleProps) {
  const { addChild, setRenaming } = useEditorActions();
  return (
    <Handle
      id="add"
      type="source"
      position={position}
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
  );
}

interface FoldButtonProps {
  readonly card: AgentCard;
  readonly isSideways: boolean;
  readonly isShown: boolean;
}

/** Folds what is below a card away, and says how many that are. The keyboard has C and the outline. */
function FoldButton({ card: { agent, hiddenCount }, isSideways, isShown }: FoldButtonProps) {
  const { toggleFolded } = useEditorActions();
  const isFolded = hiddenCount > 0;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={isFolded ? `Show the ${plural(hiddenCount, "agent")} below` : "Fold away what is below"}
      onClick={(event) => {
        event.stopPropagation();
        toggleFolded(agent.id);
      }}
      className={classNames(
        "fold-button nodrag nopan num",
        isSideways && "is-sideways",
        isFolded ? "is-folded" : isShown && "is-shown",
      )}
    >
      {isFolded ? `+${hiddenCount}` : <Minus className="size-3" />}
    </button>
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
            <RenameField id={agent.id} name={agent.name} />
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
        <Count
          icon={<FolderCog className="size-3" />}
          count={counts.toolboxes}
          label={counts.toolboxes === 1 ? "1 toolbox" : `${counts.toolboxes} toolboxes`}
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
        problem ? problemInk(problem.level) : "text-text-2",
      )}
    >
      {problem ? <TriangleAlert className="size-10" /> : <AgentIcon name={agent.icon} className="size-10" />}
    </div>
  );
}
