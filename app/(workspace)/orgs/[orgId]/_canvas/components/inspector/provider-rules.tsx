"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Select } from "@/app/_ui/select.tsx";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import { withProviderRule } from "../../model/provider-rules.ts";
import { ToolListField } from "./tool-list-field.tsx";

const NONE = "-";

interface ProviderRulesProps {
  readonly policy: ScopedPolicy | undefined;
  readonly onChange: (policy: ScopedPolicy | undefined) => void;
}

/** What an agent may call while its model is one of a certain provider; those with rules of their own are marked. */
export function ProviderRules({ policy, onChange }: ProviderRulesProps) {
  const trpc = useTRPC();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const ruled = Object.keys(policy?.byProvider ?? {});
  const [chosen, setChosen] = useState(ruled[0] ?? NONE);
  const known = providers.data?.map(({ id, name }) => ({ id, name })) ?? [];
  const lost = ruled.filter((id) => !known.some((one) => one.id === id)).map((id) => ({ id, name: id }));
  const listed = [...known, ...lost];
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  const rule = policy?.byProvider?.[chosen];
  return (
    <fieldset className="flex flex-col gap-3.5 border-t pt-3">
      <Select
        label="While its model comes from"
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: NONE, label: "Choose a provider" },
          ...listed.map(({ id, name }) => ({
            value: id,
            label: name,
            hint: ruled.includes(id) ? "has rules" : "",
          })),
        ]}
        hint="The rules above hold as well"
      />
      {chosen === NONE ? null : (
        <ToolListField
          key={chosen}
          label={`Allowed with ${names.get(chosen) ?? chosen}`}
          hint="Only these; empty allows all"
          entries={rule?.allow ?? []}
          onChange={(allow) => onChange(withProviderRule(policy, chosen, { ...rule, allow }))}
        />
      )}
    </fieldset>
  );
}
