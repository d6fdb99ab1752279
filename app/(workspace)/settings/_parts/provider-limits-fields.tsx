"use client";

import { useId } from "react";
import { ownValue } from "@/server/contract/own-value.ts";
import { TextField } from "../../../_ui/text-field.tsx";
import { modelsOf, type ProviderDraft } from "./provider-draft.ts";

interface ProviderLimitsFieldsProps {
  readonly draft: ProviderDraft;
  readonly setDraft: (draft: ProviderDraft) => void;
  readonly errors: { readonly maxConcurrentSessions?: string; readonly contextTokens?: string };
}

/** How many sessions may ask the provider at once, and how much each of its models can read. */
export function ProviderLimitsFields({ draft, setDraft, errors }: ProviderLimitsFieldsProps) {
  return (
    <>
      <TextField
        label="Sessions at once"
        inputMode="numeric"
        value={draft.maxSessions}
        placeholder="No limit"
        hint="More wait in line until one is free"
        onChange={(event) => setDraft({ ...draft, maxSessions: event.target.value })}
        error={errors.maxConcurrentSessions}
      />
      <ContextFields draft={draft} setDraft={setDraft} errors={errors} />
    </>
  );
}

function ContextFields({ draft, setDraft, errors }: ProviderLimitsFieldsProps) {
  const id = useId();
  const models = modelsOf(draft);
  if (models.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div>
        <h3 id={id} className="text-12 font-medium">
          Context size
        </h3>
        <p className="text-12 text-text-3">
          What a model can read at once, in tokens. Empty for what is known of it, 128,000 where nothing is
        </p>
      </div>
      <div className="-m-1 flex max-h-60 flex-col gap-2 overflow-y-auto p-1">
        {models.map((model) => (
          <div key={model} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
            <span className="mono truncate text-12" title={model}>
              {model}
            </span>
            <TextField
              label={`Context size of ${model}`}
              isLabelHidden
              size={28}
              inputMode="numeric"
              value={ownValue(draft.contexts, model) ?? ""}
              placeholder="As known"
              trailing={<span className="text-12 text-text-3">tokens</span>}
              onChange={(event) =>
                setDraft({ ...draft, contexts: { ...draft.contexts, [model]: event.target.value } })
              }
            />
          </div>
        ))}
      </div>
      {errors.contextTokens ? (
        <p role="alert" className="text-12 text-st-fail">
          {errors.contextTokens}
        </p>
      ) : null}
    </section>
  );
}
