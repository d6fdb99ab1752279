"use client";

import { Paperclip, UserRound } from "lucide-react";
import { useId } from "react";
import type { OrgTemplate } from "@/server/contract/org-files.ts";
import { toOrgSketch } from "@/server/contract/org-sketch.ts";
import { Button } from "../../../_ui/button.tsx";
import { classNames } from "../../../_ui/class-names.ts";
import { OrgSketch } from "../../orgs/[orgId]/_canvas/components/org-sketch.tsx";

interface TemplateCardProps {
  readonly template: OrgTemplate;
  readonly onUse: () => void;
  /** Among other things: a smaller chart, and the task stays for the gallery. */
  readonly isCompact?: boolean;
}

/** One template: its chart in small, what it is for, and the task that comes with it. */
export function TemplateCard({ template, onUse, isCompact = false }: TemplateCardProps) {
  const { document, sampleFiles } = template;
  const titleId = useId();
  const [file] = sampleFiles;
  return (
    <article
      aria-labelledby={titleId}
      className="flex w-full min-w-0 flex-col overflow-hidden rounded-3 border border-border-strong bg-surface"
    >
      <div className="border-b bg-canvas p-3">
        <OrgSketch
          sketch={toOrgSketch(document)}
          className={classNames("w-full", isCompact ? "h-24" : "h-36")}
        />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4 pb-3">
        <h2 id={titleId} className="text-14">
          {document.name}
        </h2>
        <p className="text-12 text-text-2">{document.description}</p>
        {isCompact ? null : (
          <p className="mt-2 text-12 text-text-3">
            <span className="font-medium text-text-2">Try it with: </span>
            {document.task}
          </p>
        )}
      </div>
      <div className="num flex h-11 items-center gap-3 border-t bg-surface-2 pr-2 pl-4 text-11 text-text-3">
        <span className="inline-flex items-center gap-1">
          <UserRound className="size-3" />
          {document.agents.length} agents
        </span>
        {file ? (
          <span className="inline-flex min-w-0 items-center gap-1">
            <Paperclip className="size-3 flex-none" />
            <span className="truncate">{file.name}</span>
          </span>
        ) : null}
        <Button className="ml-auto" onClick={onUse} aria-label={`Use ${document.name}`}>
          Use
        </Button>
      </div>
    </article>
  );
}
