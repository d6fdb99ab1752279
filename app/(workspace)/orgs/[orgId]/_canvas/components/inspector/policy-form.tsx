"use client";

import Link from "next/link";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import { type PolicyList, withToolList } from "../../model/policy-lists.ts";
import { ProviderRules } from "./provider-rules.tsx";
import { RatesField } from "./rates-field.tsx";
import { ToolListField } from "./tool-list-field.tsx";

const texts: Readonly<Record<PolicyList, { readonly label: string; readonly hint: string }>> = {
  allow: { label: "Allowed", hint: "Only these; empty allows all" },
  deny: { label: "Denied", hint: "Never these" },
  alsoAllow: {
    label: "Also allowed",
    hint: "Given back after the rules before; never more than was granted",
  },
};

interface PolicyFormProps {
  readonly policy: ScopedPolicy | undefined;
  readonly lists: readonly PolicyList[];
  readonly onChange: (policy: ScopedPolicy | undefined) => void;
}

/** The lists and limits of an agent or an org, each a field. What is typed counts as soon as it is valid. */
export function PolicyForm({ policy, lists, onChange }: PolicyFormProps) {
  return (
    <div className="mt-2.5 flex flex-col gap-3.5 pb-1">
      <p className="text-12 text-text-3">Names of tools, group:NAME or *, with commas between.</p>
      {lists.map((list) => (
        <ToolListField
          key={list}
          {...texts[list]}
          entries={policy?.[list] ?? []}
          onChange={(entries) => onChange(withToolList(policy, list, entries))}
        />
      ))}
      <RatesField
        rates={policy?.rates ?? []}
        onChange={(rates) => onChange(withToolList(policy, "rates", rates))}
      />
      {lists.includes("alsoAllow") ? <ProviderRules policy={policy} onChange={onChange} /> : null}
      <Link href="/tools/rules" className="self-start text-12 text-accent underline">
        Rules for every agent
      </Link>
    </div>
  );
}
