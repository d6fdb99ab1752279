"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownValue } from "@/server/contract/own-value.ts";
import { TOOL_PROFILES } from "@/server/contract/tool-policy.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Select } from "../../../_ui/select.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { profileTexts } from "./profile-texts.ts";
import { NO_PROVIDER_RULE, type ProviderRuleDraft } from "./rules-draft.ts";

interface ProviderRulesFieldsProps {
  readonly rules: Readonly<Record<string, ProviderRuleDraft>>;
  readonly onChange: (rules: Readonly<Record<string, ProviderRuleDraft>>) => void;
}

const NONE = "-";

/** What holds while models of one provider are at work; those with rules of their own are marked. */
export function ProviderRulesFields({ rules, onChange }: ProviderRulesFieldsProps) {
  const trpc = useTRPC();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const [chosen, setChosen] = useState(Object.keys(rules)[0] ?? NONE);
  const names = new Map([
    ...Object.keys(rules).map((id) => [id, id] as const),
    ...(providers.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const rule = ownValue(rules, chosen) ?? NO_PROVIDER_RULE;
  const set = (fields: Partial<ProviderRuleDraft>) =>
    onChange({ ...rules, [chosen]: { ...rule, ...fields } });
  const name = names.get(chosen) ?? chosen;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Provider"
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: NONE, label: "Choose a provider" },
          ...[...names].map(([id, label]) => ({
            value: id,
            label,
            hint: isRule(ownValue(rules, id)) ? "has rules" : "",
          })),
        ]}
      />
      {chosen === NONE ? null : (
        <>
          <Select
            label={`Profile with ${name}`}
            value={rule.profile === "" ? NONE : rule.profile}
            onValueChange={(profile) =>
              set({ profile: TOOL_PROFILES.find((known) => known === profile) ?? "" })
            }
            options={[
              { value: NONE, label: "The profile above" },
              ...TOOL_PROFILES.map((profile) => ({ value: profile, label: profileTexts[profile] })),
            ]}
          />
          <TextArea
            label={`Allowed with ${name}`}
            hint="Only these, beside the list above; empty allows all"
            isMono
            rows={2}
            value={rule.allow}
            onChange={(event) => set({ allow: event.target.value })}
            fieldClassName="sm:col-span-2"
          />
        </>
      )}
    </div>
  );
}

function isRule(rule: ProviderRuleDraft | undefined): boolean {
  return rule !== undefined && (rule.profile !== "" || rule.allow.trim() !== "");
}
