"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Note } from "../../../_ui/note.tsx";
import type { RulesClash } from "./rebase-draft.ts";
import { rulesChoices } from "./rules-choices.ts";

interface RulesChangedNoteProps {
  readonly clashes: readonly RulesClash[];
}

/** It stands over the button that was pressed, which it moves out of a low window: both are in view then. */
const bringIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: "center" });

/** The rules were changed elsewhere while they were changed here: what became of both, and what is chosen otherwise there. */
export function RulesChangedNote({ clashes }: RulesChangedNoteProps) {
  const providers = useQuery(useTRPC().providers.list.queryOptions());
  const nameOf = (id: string): string => providers.data?.find((provider) => provider.id === id)?.name ?? id;
  return (
    <div ref={bringIntoView} role="alert">
      <Note tone="warn">
        <p>
          The rules were changed elsewhere meanwhile, so nothing was saved yet. Above they stand as they are
          now, with your changes. Look them over, then save again.
        </p>
        {clashes.length > 0 ? (
          <ul aria-label="Chosen otherwise elsewhere" className="mt-1 list-disc pl-4">
            {clashes.map(({ field, provider, theirs }) => (
              <li key={`${field} ${provider ?? ""}`}>
                {rulesChoices[field].label}
                {provider === undefined ? "" : ` with ${nameOf(provider)}`}: yours is kept, elsewhere it is
                now “{textOf(field, theirs)}”.
              </li>
            ))}
          </ul>
        ) : null}
      </Note>
    </div>
  );
}

/** Of a provider without a profile: that of all. */
function textOf(field: RulesClash["field"], value: string): string {
  return rulesChoices[field].options.find((option) => option.value === value)?.label ?? "The profile above";
}
