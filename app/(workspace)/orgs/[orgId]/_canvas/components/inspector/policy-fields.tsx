"use client";

import Link from "next/link";
import { useState } from "react";
import { TextField } from "@/app/_ui/text-field.tsx";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import {
  countRules,
  POLICY_LISTS,
  type PolicyList,
  readToolList,
  withToolList,
} from "../../model/policy-lists.ts";

const texts: Readonly<Record<PolicyList, { readonly label: string; readonly hint: string }>> = {
  allow: { label: "Allowed", hint: "Only these; empty allows all" },
  deny: { label: "Denied", hint: "Never these" },
  alsoAllow: {
    label: "Also allowed",
    hint: "Given back after the rules before; never more than was granted",
  },
};

interface PolicyFieldsProps {
  readonly policy: ScopedPolicy | undefined;
  /** Whom the rules are for, continuing "Rules for". */
  readonly scope: string;
  /** The lists that count for it; all three where nothing is said. */
  readonly lists?: readonly PolicyList[];
  readonly onChange: (policy: ScopedPolicy | undefined) => void;
}

/** Rules about tools of an agent or an org. What is typed counts as soon as it is valid; the Tools tab shows what follows. */
export function PolicyFields({ policy, scope, lists = POLICY_LISTS, onChange }: PolicyFieldsProps) {
  const count = countRules(policy);
  return (
    <details className="border-t px-4 py-2.5">
      <summary className="cursor-pointer text-12 font-medium">
        Rules for {scope}{" "}
        <span className="num font-normal text-text-3">{count === 0 ? "none of its own" : count}</span>
      </summary>
      <div className="mt-2.5 flex flex-col gap-3.5 pb-1">
        <p className="text-12 text-text-3">Names of tools, group:NAME or *, with commas between.</p>
        {lists.map((list) => (
          <ListField
            key={list}
            {...texts[list]}
            entries={policy?.[list] ?? []}
            onChange={(entries) => onChange(withToolList(policy, list, entries))}
          />
        ))}
        <Link href="/tools/rules" className="self-start text-12 text-accent underline">
          Rules for every agent
        </Link>
      </div>
    </details>
  );
}

interface ListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly entries: readonly string[];
  readonly onChange: (entries: readonly string[]) => void;
}

function ListField({ label, hint, entries, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && readToolList(typed) === undefined;
  return (
    <TextField
      label={label}
      hint={hint}
      className="mono"
      value={typed ?? entries.join(", ")}
      error={isWrong ? "Names of tools, group:NAME or *" : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readToolList(event.target.value);
        if (read) onChange(read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
