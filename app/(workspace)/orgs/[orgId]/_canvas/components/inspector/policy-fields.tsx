"use client";

import { useState } from "react";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import { countRules, POLICY_LISTS, type PolicyList } from "../../model/policy-lists.ts";

const PolicyForm = lazyPart(async () => (await import("./policy-form.tsx")).PolicyForm);

interface PolicyFieldsProps {
  readonly policy: ScopedPolicy | undefined;
  /** Whom the rules are for, continuing "Rules for". */
  readonly scope: string;
  /** The lists that count for it; all three where nothing is said. */
  readonly lists?: readonly PolicyList[];
  readonly onChange: (policy: ScopedPolicy | undefined) => void;
}

/** Rules about tools of an agent or an org, folded away with their number; the Tools tab shows what follows from them. */
export function PolicyFields({ policy, scope, lists = POLICY_LISTS, onChange }: PolicyFieldsProps) {
  const count = countRules(policy);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="border-t px-4 py-2.5" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-12 font-medium">
        Rules for {scope}{" "}
        <span className="num font-normal text-text-3">{count === 0 ? "none of its own" : count}</span>
      </summary>
      {isOpen ? (
        <PolicyForm
          fallback={<Skeleton className="mt-2.5 h-24" />}
          policy={policy}
          lists={lists}
          onChange={onChange}
        />
      ) : null}
    </details>
  );
}
