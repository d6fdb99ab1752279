"use client";

import { BookOpen, FileText, Gauge, LibraryBig, type LucideIcon, Network, UserRound } from "lucide-react";
import { Fragment } from "react";
import type { PromptSection } from "@/server/contract/api.ts";
import { CacheLine } from "./cache-line.tsx";
import { GutterRow } from "./gutter-row.tsx";
import type { TokenCounts } from "./token-parts.ts";
import type { ChangedSection } from "./turn-change.ts";

const looks: Readonly<Record<PromptSection["kind"], { readonly icon: LucideIcon; readonly source: string }>> =
  {
    persona: { icon: UserRound, source: "From the org" },
    team: { icon: Network, source: "From the canvas" },
    files: { icon: FileText, source: "Attached files" },
    catalogue: { icon: LibraryBig, source: "Skills granted" },
    skill: { icon: BookOpen, source: "Activated skill" },
    budget: { icon: Gauge, source: "Nearly spent" },
  };

interface PromptSectionsProps {
  readonly sections: readonly ChangedSection[];
  readonly counts: TokenCounts;
  /** The one at which the provider's cache ended, if it is here. */
  readonly anew: ChangedSection | undefined;
}

/** The system prompt by where each part of it came from. */
export function PromptSections({ sections, counts, anew }: PromptSectionsProps) {
  return sections.map((section) => {
    const { icon, source } = looks[section.kind];
    return (
      <Fragment key={`${section.kind} ${section.title} ${section.change}`}>
        {section === anew ? <CacheLine /> : null}
        <GutterRow
          icon={icon}
          title={section.title}
          source={source}
          text={section.text}
          earlier={section.earlier?.text}
          tokens={counts.section(section)}
          change={section.change}
        />
      </Fragment>
    );
  });
}
