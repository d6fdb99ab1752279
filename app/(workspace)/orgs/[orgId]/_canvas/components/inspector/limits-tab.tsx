"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { TextField } from "@/app/_ui/text-field.tsx";
import { type AgentLimits, agentLimitsSchema } from "@/server/contract/org-document.ts";
import { BudgetFields } from "../budget-fields.tsx";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

interface LimitField {
  readonly name: keyof AgentLimits;
  readonly label: string;
  readonly hint: string;
  readonly unit: string;
  /** May be left empty, which means no limit. */
  readonly isOptional?: true;
}

const fields: readonly LimitField[] = [
  {
    name: "maxTurns",
    label: "Turns in one session",
    hint: "Model calls before it has to answer, 1 to 200",
    unit: "turns",
  },
  {
    name: "callTimeoutSeconds",
    label: "One tool call",
    hint: "After this long a call is cut off, 1 to 3,600",
    unit: "seconds",
  },
  { name: "maxQuestions", label: "Questions to you", hint: "In one session, 0 to 20", unit: "questions" },
  {
    name: "maxDelegationsPerChild",
    label: "Delegations to the same agent",
    hint: "In one session, 1 to 50",
    unit: "times",
  },
  {
    name: "maxParallel",
    label: "Agents at work at once",
    hint: "For one parallel delegation, 1 to 20",
    unit: "agents",
  },
  {
    name: "maxDepth",
    label: "Levels of delegation",
    hint: "Counted from the run's lead, 0 to 10",
    unit: "levels",
  },
  {
    name: "maxConcurrentSessions",
    label: "Sessions at work at once",
    hint: "In all runs together; more wait in line. Empty for no limit",
    unit: "sessions",
    isOptional: true,
  },
];

/** An empty field of an optional limit is no limit; anything else is read as a number and checked. */
function toOptionalNumber(typed: unknown): number | undefined {
  return typed === "" || typed === null || typed === undefined ? undefined : Number(typed);
}

/** How far the agent may go before it is stopped. What is typed counts as soon as it is valid. */
export function LimitsTab({ agentId }: AgentTabProps) {
  const limits = useEditor((state) => state.cards.get(agentId)?.agent.limits);
  const { updateAgent } = useEditorActions();
  const form = useForm<AgentLimits>({
    resolver: zodResolver(agentLimitsSchema) as never,
    mode: "onChange",
    ...(limits ? { values: limits } : {}),
    resetOptions: { keepDirtyValues: true },
  });
  const { register, watch, formState } = form;
  useEffect(() => {
    const watching = watch((typed) => {
      // What this form does not show, the budget among it, stays as it is.
      const parsed = agentLimitsSchema.safeParse({ ...limits, ...typed, budget: limits?.budget });
      if (parsed.success && JSON.stringify(parsed.data) !== JSON.stringify(limits))
        updateAgent(agentId, { limits: parsed.data });
    });
    return () => watching.unsubscribe();
  }, [watch, updateAgent, agentId, limits]);
  return (
    <form className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
      {fields.map(({ name, label, hint, unit, isOptional }) => (
        <TextField
          key={name}
          type="number"
          inputMode="numeric"
          label={label}
          hint={hint}
          error={formState.errors[name] ? `Has to be a whole number. ${hint}` : undefined}
          trailing={<span className="text-12 text-text-3">{unit}</span>}
          {...register(name, isOptional ? { setValueAs: toOptionalNumber } : { valueAsNumber: true })}
        />
      ))}
      <section className="flex flex-col gap-4 border-t pt-4" aria-label="Budget of this agent">
        <div>
          <h3 className="text-12">Budget in one run</h3>
          <p className="text-12 text-text-3">
            All sessions of this agent together. Warns at 80 %, stops when it is spent
          </p>
        </div>
        <BudgetFields
          key={agentId}
          label="Budget of this agent in one run"
          budget={limits?.budget}
          onChange={(budget) => {
            if (!limits) return;
            const { budget: _before, ...others } = limits;
            updateAgent(agentId, { limits: budget ? { ...others, budget } : others });
          }}
        />
      </section>
    </form>
  );
}
