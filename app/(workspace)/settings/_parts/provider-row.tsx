"use client";

import { Check, CircleDashed, Drama, type LucideIcon, UserRound } from "lucide-react";
import type { BuiltInKind, ProviderSummary, ServedProvider } from "@/server/contract/provider.ts";
import { Button } from "../../../_ui/button.tsx";
import { Chip } from "../../../_ui/chip.tsx";

/** Those that are no server's: nothing of them is set up. */
const BUILT_IN: Readonly<Record<BuiltInKind, { readonly icon: LucideIcon; readonly text: string }>> = {
  rehearsal: {
    icon: Drama,
    text: "Follows a script, costs nothing, needs no key: for looking around and for trying an org.",
  },
  person: {
    icon: UserRound,
    text: "Puts what an agent is given to people in the inbox: for the seats of people on the chart.",
  },
};

interface ProviderRowProps {
  readonly provider: ProviderSummary;
  readonly onEdit: (provider: ServedProvider) => void;
}

/** One provider: whether it can be used, where its key comes from, its models. */
export function ProviderRow({ provider, onEdit }: ProviderRowProps) {
  return (
    <li className="flex items-start gap-3 border-t px-3.5 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{provider.name}</span>
          <Readiness provider={provider} />
          {provider.hasKey ? <Chip tone="line">{keyText(provider)}</Chip> : null}
        </div>
        <p className="mt-0.5 text-12 text-text-3 wrap-anywhere">
          {provider.source === "built-in" ? (
            BUILT_IN[provider.kind].text
          ) : (
            <>
              {provider.baseUrl ? <span className="mono text-11">{provider.baseUrl}. </span> : null}
              {provider.problem ?? <ModelNames models={provider.models} />}
            </>
          )}
        </p>
      </div>
      {provider.source === "built-in" ? null : (
        <Button onClick={() => onEdit(provider)}>
          {provider.isReady || provider.problem !== null ? "Edit" : "Set up"}
        </Button>
      )}
    </li>
  );
}

const SHOWN_MODELS = 4;

function ModelNames({ models }: { readonly models: readonly string[] }) {
  if (models.length === 0) return <>No models named yet.</>;
  const more = models.length - SHOWN_MODELS;
  return (
    <>
      <span className="mono text-11">{models.slice(0, SHOWN_MODELS).join(", ")}</span>
      {more > 0 ? ` and ${more} more` : ""}
    </>
  );
}

function Readiness({ provider }: Pick<ProviderRowProps, "provider">) {
  if (provider.source === "built-in") {
    const { icon: Icon } = BUILT_IN[provider.kind];
    return (
      <span className="inline-flex items-center gap-1 text-12 text-text-2">
        <Icon className="size-3" />
        Always ready
      </span>
    );
  }
  return provider.isReady ? (
    <span className="inline-flex items-center gap-1 text-12 text-st-done">
      <Check className="size-3" />
      Ready
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-12 text-st-wait">
      <CircleDashed className="size-3" />
      {missingIn(provider)}
    </span>
  );
}

function missingIn({ kind, problem }: ServedProvider): string {
  if (problem !== null) return "Not used";
  return kind === "openai-compatible" ? "Needs an address" : "Needs a key";
}

function keyText(provider: ProviderSummary): string {
  return provider.source === "environment" ? "key from the environment" : "key stored here";
}
