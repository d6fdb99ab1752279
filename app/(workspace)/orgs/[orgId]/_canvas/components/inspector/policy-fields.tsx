"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import { countRules, POLICY_LISTS, type PolicyList, withToolList } from "../../model/policy-lists.ts";

const ToolListField = lazy(async () => ({
  default: (await import("./tool-list-field.tsx")).ToolListField,
}));

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
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="border-t px-4 py-2.5" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-12 font-medium">
        Rules for {scope}{" "}
        <span className="num font-normal text-text-3">{count === 0 ? "none of its own" : count}</span>
      </summary>
      <div className="mt-2.5 flex flex-col gap-3.5 pb-1">
        <p className="text-12 text-text-3">Names of tools, group:NAME or *, with commas between.</p>
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-12" />}>
            {lists.map((list) => (
              <ToolListField
                key={list}
                {...texts[list]}
                entries={policy?.[list] ?? []}
                onChange={(entries) => onChange(withToolList(policy, list, entries))}
              />
            ))}
          </Suspense>
        ) : null}
        <Link href="/tools/rules" className="self-start text-12 text-accent underline">
          Rules for every agent
        </Link>
      </div>
    </details>
  );
}
