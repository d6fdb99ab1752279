"use client";

import { ArrowDownWideNarrow, Ban, ListOrdered, Lock } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { formatCount } from "@/app/_ui/format-tokens.ts";
import { PartsBar } from "@/app/_ui/meter.tsx";
import { SearchField } from "@/app/_ui/search-field.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { SourceIcon, sourceLook } from "@/app/_ui/source-icon.tsx";
import { Switch } from "@/app/_ui/switch.tsx";
import { ToolSteps } from "@/app/_ui/tool-steps.tsx";
import { Tooltip } from "@/app/_ui/tooltip.tsx";
import type { EffectiveTool } from "@/server/contract/tool-array.ts";
import { switchTool } from "../../model/edit-grants.ts";
import { plural } from "../../model/plural.ts";
import { groupTools, sumTools, type ToolGroup, tokensNow } from "../../model/tool-groups.ts";
import { useEditor, useEditorActions, useEditorStore } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { ToolboxPicker } from "./toolbox-picker.tsx";
import { useEffectiveTools } from "./use-effective-tools.ts";

/** The tools as the model will see them: what each costs, where it comes from and why it is there. */
export function ToolsTab({ agentId }: AgentTabProps) {
  const tools = useEffectiveTools(agentId);
  const [search, setSearch] = useState("");
  const [isByCost, setIsByCost] = useState(false);
  if (tools.isLoadingError)
    return (
      <ErrorState
        title="The tools could not be read"
        error={tools.error}
        onRetry={() => void tools.refetch()}
        className="p-4"
      />
    );
  if (!tools.data) return <Waiting />;
  const groups = groupTools(tools.data, search);
  return (
    <>
      <div className="flex flex-none flex-col gap-2 px-4 pt-3.5 pb-3">
        <Sum tools={tools.data} />
        <div className="mt-1.5 flex gap-2">
          <SearchField
            label={`Filter ${plural(tools.data.length, "tool")}`}
            value={search}
            onChange={setSearch}
            className="flex-1"
          />
          <IconButton
            variant="secondary"
            label={isByCost ? "In the order they are sent" : "Most tokens first"}
            onClick={() => setIsByCost(!isByCost)}
          >
            {isByCost ? <ListOrdered /> : <ArrowDownWideNarrow />}
          </IconButton>
        </div>
      </div>
      <ToolboxPicker agentId={agentId} />
      <AgentRules key={agentId} agentId={agentId} />
      {groups.length === 0 ? <p className="px-4 text-12 text-text-2">No tool is called “{search}”.</p> : null}
      {groups.map((group) => (
        <Group key={group.kind} group={group} agentId={agentId} isByCost={isByCost} />
      ))}
    </>
  );
}

function AgentRules({ agentId }: AgentTabProps) {
  const policy = useEditor((state) => state.cards.get(agentId)?.agent.policy);
  const { updateAgent } = useEditorActions();
  return (
    <PolicyFields
      policy={policy}
      scope="this agent"
      onChange={(next) => updateAgent(agentId, { policy: next })}
    />
  );
}

interface SumProps {
  readonly tools: readonly EffectiveTool[];
}

function Sum({ tools }: SumProps) {
  const { tokens, count } = sumTools(tools);
  const parts = groupTools(tools).map((group) => ({
    label: group.label,
    value: group.tokens,
    valueText: formatCount(group.tokens),
    className: sourceLook(group.kind).barClassName,
  }));
  return (
    <>
      <p className="flex items-baseline gap-1.5">
        <span className="num text-20 leading-6 font-semibold tracking-[-0.02em]">{formatCount(tokens)}</span>
        <span className="text-12 text-text-2">tokens a turn for {plural(count, "tool")}</span>
      </p>
      <PartsBar label={`${formatCount(tokens)} tokens a turn`} parts={parts} />
    </>
  );
}

interface GroupProps extends AgentTabProps {
  readonly group: ToolGroup;
  readonly isByCost: boolean;
}

function Group({ group, agentId, isByCost }: GroupProps) {
  const tools = isByCost
    ? [...group.tools].sort((one, other) => tokensNow(other) - tokensNow(one))
    : group.tools;
  const waiting = group.tools.filter((tool) => !tool.isSentFromStart).length;
  return (
    <section aria-label={group.label}>
      <h3 className="sticky top-0 z-10 flex h-8 items-center gap-2 border-y bg-surface-2 px-4 text-12">
        <SourceIcon kind={group.kind} className="size-3.5 text-text-3" />
        {group.label}
        <span className="num text-11 font-medium text-text-3">
          {waiting > 0 ? `${waiting} once activated` : group.tools.length}
        </span>
        <span className="num ml-auto text-11 font-medium text-text-2">{formatCount(group.tokens)}</span>
      </h3>
      <ul className="divide-y">
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} agentId={agentId} />
        ))}
      </ul>
    </section>
  );
}

interface ToolRowProps extends AgentTabProps {
  readonly tool: EffectiveTool;
}

function ToolRow({ tool, agentId }: ToolRowProps) {
  const store = useEditorStore();
  const { edit } = useEditorActions();
  // Shown at once; the server's answer follows.
  const isOff = useEditor(
    (state) => state.cards.get(agentId)?.agent.disabledTools.includes(tool.name) ?? false,
  );
  const isOn = !tool.isRefused && (tool.isLocked ? tool.isEnabled : !isOff);
  const [isExplained, setIsExplained] = useState(false);
  const reason = `${tool.flags.destructive ? "May destroy. " : ""}${tool.reason}`;
  const change = (next: boolean) => {
    const label = `${tool.name} switched ${next ? "on" : "off"}`;
    edit(switchTool(store.getState().document, agentId, { name: tool.name, isOn: next }), {
      label,
      announcement: label,
    });
  };
  return (
    <li
      className={classNames(
        "grid min-h-10 grid-cols-[26px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4",
        isExplained && "gap-y-1.5 pt-1.5",
      )}
    >
      <ToolSwitch tool={tool} isOn={isOn} onChange={change} />
      <span className="min-w-0">
        <span
          title={tool.description}
          className={classNames(
            "mono block truncate text-12 font-medium",
            !isOn && "text-text-3 line-through",
          )}
        >
          {tool.name}
        </span>
        <button
          type="button"
          aria-expanded={isExplained}
          aria-label={`Why ${tool.name}: ${reason}`}
          title={tool.reason}
          onClick={() => setIsExplained(!isExplained)}
          className="block max-w-full truncate rounded-1 text-left text-11 leading-[14px] text-text-3 hover:text-text"
        >
          {reason}
        </button>
      </span>
      <span
        className={classNames(
          "num text-right text-11",
          isOn && tool.isSentFromStart ? "text-text-2" : "text-text-3",
        )}
      >
        {isOn ? (tool.isSentFromStart ? formatCount(tool.tokens) : `(${formatCount(tool.tokens)})`) : 0}
      </span>
      {isExplained ? <ToolSteps steps={tool.steps} /> : null}
    </li>
  );
}

interface ToolSwitchProps {
  readonly tool: EffectiveTool;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Switches a tool, or says why it cannot be. */
function ToolSwitch({ tool, isOn, onChange }: ToolSwitchProps) {
  if (tool.isRefused) {
    return (
      <Tooltip label="A rule keeps it from this agent">
        <button
          type="button"
          aria-label={`${tool.name} is kept from this agent`}
          className="grid size-6 place-items-center rounded-1 text-st-fail"
        >
          <Ban className="size-3.5" />
        </button>
      </Tooltip>
    );
  }
  if (!tool.isLocked) return <Switch label={tool.name} isLabelHidden isOn={isOn} onChange={onChange} />;
  return (
    <Tooltip label="Always there, cannot be switched off">
      <button
        type="button"
        aria-label={`${tool.name} cannot be switched off`}
        className="grid size-6 place-items-center rounded-1 text-text-3"
      >
        <Lock className="size-3.5" />
      </button>
    </Tooltip>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="mt-4 h-7 w-full" />
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-7 w-full" />
    </div>
  );
}
