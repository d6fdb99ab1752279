"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { OrgTemplate } from "@/server/contract/org-files.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { TemplateCard } from "../../templates/_gallery/template-card.tsx";
import { UseTemplateDialog } from "../../templates/_gallery/use-template-dialog.tsx";

/** As many as stand side by side on a wide screen. */
const SHOWN = 4;

/** A few templates below a short list of orgs, and the way to all of them. Without any it is nothing. */
export function TemplateOffers() {
  const trpc = useTRPC();
  const { data: templates = [] } = useQuery(trpc.orgs.templates.queryOptions());
  const [chosen, setChosen] = useState<OrgTemplate>();
  if (templates.length === 0) return null;
  return (
    <section aria-labelledby="template-offers" className="flex flex-col gap-3 px-4 pb-6 md:px-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="template-offers" className="text-13">
          Begin with a template
        </h2>
        <Link
          href="/templates"
          className="relative inline-flex items-center gap-0.5 rounded-1 text-12 font-medium text-accent before:absolute before:-inset-x-1 before:-inset-y-3.5 hover:underline"
        >
          All {templates.length}
          <span className="sr-only"> templates</span>
          <ChevronRight className="size-3" />
        </Link>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
        {templates.slice(0, SHOWN).map((template) => (
          <li key={template.name} className="flex">
            <TemplateCard isCompact template={template} onUse={() => setChosen(template)} />
          </li>
        ))}
      </ul>
      {chosen ? <UseTemplateDialog template={chosen} onClose={() => setChosen(undefined)} /> : null}
    </section>
  );
}
