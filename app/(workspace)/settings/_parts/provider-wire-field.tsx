"use client";

import { providerWires } from "@/server/contract/provider.ts";
import { Select } from "../../../_ui/select.tsx";
import { hasWires, type ProviderDraft, wireNames } from "./provider-draft.ts";

/** The value of the choice to choose none: a menu has no empty values. */
const USUAL = "usual";

interface ProviderWireFieldProps {
  readonly draft: ProviderDraft;
  readonly setDraft: (draft: ProviderDraft) => void;
}

/** Which API a server is asked over, where its kind leaves the choice. */
export function ProviderWireField({ draft, setDraft }: ProviderWireFieldProps) {
  if (!hasWires(draft)) return null;
  const usual = draft.kind === "openai" ? "Responses, elsewhere Chat Completions" : "Chat Completions";
  return (
    <Select
      label="Wire"
      value={draft.wire ?? USUAL}
      hint="The API that the server speaks"
      onValueChange={(value) =>
        setDraft({ ...draft, wire: providerWires.find((wire) => wire === value) ?? null })
      }
      options={[
        { value: USUAL, label: "As usual", hint: usual },
        ...providerWires.map((wire) => ({ value: wire, label: wireNames[wire] })),
      ]}
    />
  );
}
