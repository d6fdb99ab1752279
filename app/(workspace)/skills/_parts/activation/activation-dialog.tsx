"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SkillDetail, SkillUser } from "@/server/contract/api.ts";
import type { SeenByModel, SkillActivation } from "@/server/contract/skill-activation.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Dialog } from "../../../../_ui/dialog.tsx";
import { ErrorState } from "../../../../_ui/error-state.tsx";
import { formatCount } from "../../../../_ui/format-tokens.ts";
import { ListLoading } from "../../../../_ui/list-loading.tsx";
import { Segmented } from "../../../../_ui/segmented.tsx";
import { Select } from "../../../../_ui/select.tsx";
import { PromptSeen, ToolsSeen } from "./seen-parts.tsx";

interface ActivationDialogProps {
  readonly skill: SkillDetail;
  readonly onClose: () => void;
}

const SOLE = "sole";

/** The system prompt and the tool array of an agent, whole, before and after it activates the skill. */
export function ActivationDialog({ skill, onClose }: ActivationDialogProps) {
  const trpc = useTRPC();
  const [chosen, setChosen] = useState(SOLE);
  const user = skill.users.find((one) => keyOf(one) === chosen);
  const activation = useQuery(
    trpc.skills.activation.queryOptions(
      { name: skill.name, ...(user ? { agent: { org: user.orgSlug, id: user.agentId } } : {}) },
      { staleTime: 0, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      className="max-w-[52rem]"
      title={`What the model sees of ${skill.name}`}
      description="The whole system prompt and tool array of one turn, put together as a run does it."
    >
      <div className="flex flex-col gap-4">
        {skill.users.length > 0 ? (
          <Select
            label="Agent"
            value={chosen}
            onValueChange={setChosen}
            options={[
              { value: SOLE, label: "An agent with this skill alone" },
              ...skill.users.map((one) => ({ value: keyOf(one), label: `${one.agentName}, ${one.orgName}` })),
            ]}
          />
        ) : null}
        {activation.data ? <Seen activation={activation.data} isOld={activation.isPlaceholderData} /> : null}
        {activation.isPending ? <ListLoading label="Putting it together" /> : null}
        {activation.isLoadingError ? (
          <ErrorState
            title="It could not be put together"
            error={activation.error}
            onRetry={() => void activation.refetch()}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function keyOf({ orgSlug, agentId }: SkillUser): string {
  return `${orgSlug} ${agentId}`;
}

interface SeenProps {
  readonly activation: SkillActivation;
  /** Of the agent that was chosen before: the next one is on its way. */
  readonly isOld: boolean;
}

type Side = "before" | "after";

function Seen({ activation, isOld }: SeenProps) {
  const [side, setSide] = useState<Side>("after");
  const { before, after } = activation;
  const earlier = side === "after" ? before : activation[side];
  return (
    <div aria-busy={isOld} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Turn"
          value={side}
          onValueChange={setSide}
          options={[
            { value: "before", label: "Before" },
            { value: "after", label: "After" },
          ]}
        />
        <span className="num text-12 text-text-2">
          {formatCount(tokensOf(before))} then {formatCount(tokensOf(after))} tokens
        </span>
      </div>
      <PromptSeen before={earlier.sections} after={activation[side].sections} />
      <ToolsSeen before={earlier.tools} after={activation[side].tools} />
    </div>
  );
}

function tokensOf({ sections, tools }: SeenByModel): number {
  return [...sections, ...tools].reduce((sum, { tokens }) => sum + tokens, 0);
}
