"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Note } from "@/app/_ui/note.tsx";
import { Select } from "@/app/_ui/select.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import { showToast } from "@/app/_ui/toast-store.ts";
import { isSeat } from "@/server/contract/agent-model.ts";
import type { BuiltInKind, ProviderSummary } from "@/server/contract/provider.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions, useEditorStore } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

/** Those that are no server's: what stands beside their name, and what they do. */
const BUILT_IN: Readonly<Record<BuiltInKind, { readonly hint: string; readonly note: string }>> = {
  rehearsal: {
    hint: "scripted",
    note: "Scripted: it reads the same prompt and tools as any model and plays its part without a key and without cost. Its answers come from what the tools really return.",
  },
  person: {
    hint: "in the inbox",
    note: "Nobody is played: a task for this seat is put to people in the inbox, and what they answer goes back as it is. Until then it waits, at no cost. A seat hands nothing on to agents below it.",
  },
};

/** Which model speaks for the agent. */
export function ModelTab({ agentId }: AgentTabProps) {
  const trpc = useTRPC();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const model = useEditor((state) => state.cards.get(agentId)?.agent.model);
  const { updateAgent } = useEditorActions();
  if (providers.isLoadingError)
    return (
      <ErrorState
        title="The providers could not be read"
        error={providers.error}
        onRetry={() => void providers.refetch()}
        className="p-4"
      />
    );
  if (!providers.data || !model) return <Skeleton className="m-4 h-8" />;
  const provider = providers.data.find((candidate) => candidate.id === model.provider);
  const options = providers.data.map((candidate) => ({
    value: candidate.id,
    label: candidate.name,
    hint: hintFor(candidate),
  }));
  const isUnknown = provider === undefined;
  return (
    <div className="flex flex-col gap-4 p-4">
      <Select
        label="Provider"
        value={model.provider}
        options={
          isUnknown
            ? [...options, { value: model.provider, label: model.provider, hint: "not set up" }]
            : options
        }
        onValueChange={(id) => {
          const chosen = providers.data.find((candidate) => candidate.id === id);
          updateAgent(agentId, {
            model: {
              provider: id,
              model: chosen?.models[0] ?? model.model,
            },
          });
        }}
      />
      <ModelField
        provider={provider}
        model={model.model}
        onChange={(name) => updateAgent(agentId, { model: { provider: model.provider, model: name } })}
      />
      <ProviderNote provider={provider} id={model.provider} />
      <UseEverywhere agentId={agentId} />
    </div>
  );
}

function hintFor(provider: ProviderSummary): string {
  if (provider.source === "built-in") return BUILT_IN[provider.kind].hint;
  if (provider.problem !== null) return "not used";
  return provider.isReady ? "" : "no key";
}

interface ModelFieldProps {
  readonly provider: ProviderSummary | undefined;
  readonly model: string;
  readonly onChange: (name: string) => void;
}

/** A choice where the models are known; typing where any name may be right. */
function ModelField({ provider, model, onChange }: ModelFieldProps) {
  if (provider?.source === "built-in") return null;
  const known = provider?.models ?? [];
  return (
    <div className="flex flex-col gap-2">
      {known.length > 0 ? (
        <Select
          label="Model"
          isMono
          value={known.includes(model) ? model : undefined}
          placeholder={model}
          options={known.map((name) => ({ value: name, label: name }))}
          onValueChange={onChange}
        />
      ) : null}
      <TextField
        label={known.length > 0 ? "Or by name" : "Model"}
        isMono
        value={model}
        maxLength={200}
        spellCheck={false}
        error={model.trim() === "" ? "Type the model's name" : undefined}
        onChange={(event) => {
          if (event.target.value !== "") onChange(event.target.value);
        }}
      />
    </div>
  );
}

interface ProviderNoteProps {
  readonly provider: ProviderSummary | undefined;
  readonly id: string;
}

function ProviderNote({ provider, id }: ProviderNoteProps) {
  if (!provider)
    return (
      <Note tone="warn">No provider is called {id} here. Choose another, or set it up in Settings.</Note>
    );
  if (provider.source === "built-in") return <Note>{BUILT_IN[provider.kind].note}</Note>;
  if (provider.isReady) return null;
  if (provider.problem !== null) return <Note tone="warn">{provider.problem}</Note>;
  return (
    <Note
      tone="warn"
      action={
        <Button asChild>
          <Link href="/settings">Set the key</Link>
        </Button>
      }
    >
      {provider.name} has no key yet.
    </Note>
  );
}

function UseEverywhere({ agentId }: AgentTabProps) {
  const store = useEditorStore();
  const others = useEditor(({ document: { agents }, cards }) => {
    const own = cards.get(agentId)?.agent;
    if (!own || isSeat(own)) return 0;
    const { provider, model } = own.model;
    return agents.filter(
      (agent) => !isSeat(agent) && (agent.model.provider !== provider || agent.model.model !== model),
    ).length;
  });
  if (others === 0) return null;
  const apply = () => {
    const { document: drawing, cards, actions } = store.getState();
    const model = cards.get(agentId)?.agent.model;
    if (!model) return;
    const agents = drawing.agents.map((agent) =>
      agent.model === model || isSeat(agent) ? agent : { ...agent, model },
    );
    const text = `All agents use ${model.model}`;
    actions.edit({ ...drawing, agents }, { label: text, announcement: text });
    showToast({ kind: "done", id: "model", text, action: { label: "Undo", onSelect: actions.undo } });
  };
  return (
    <Button className="self-start" onClick={apply}>
      Use for {plural(others, "other agent")} too
    </Button>
  );
}
