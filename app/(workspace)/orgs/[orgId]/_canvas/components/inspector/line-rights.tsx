"use client";

import { ChevronUp } from "lucide-react";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { SourceIcon } from "@/app/_ui/source-icon.tsx";
import type { ReportingLine } from "@/server/contract/org-document.ts";
import { type LineRight, lineRights } from "../../model/line-rights.ts";
import { plural } from "../../model/plural.ts";
import { toSourceKind } from "../../model/tool-groups.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { useEffectiveTools } from "./use-effective-tools.ts";

interface LineRightsProps {
  readonly line: ReportingLine;
}

/** The rights in effect below a line: every tool the agent may call, and which of them the agent above cannot call itself. */
export function LineRights({ line }: LineRightsProps) {
  const below = useEffectiveTools(line.childId);
  const above = useEffectiveTools(line.parentId);
  const parent = useEditor((state) => state.cards.get(line.parentId)?.agent.name);
  const child = useEditor((state) => state.cards.get(line.childId)?.agent.name);
  const { focus, openInspector } = useEditorActions();
  const failed = below.isError ? below : above.isError ? above : undefined;
  if (failed)
    return (
      <ErrorState
        title="The rights could not be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
        className="p-4"
      />
    );
  if (!below.data || !above.data) return <Skeleton className="m-4 h-24" />;
  const { rights, widerCount } = lineRights(below.data, above.data);
  return (
    <section aria-label="Rights over this line">
      <div className="px-4 pt-4 pb-2">
        <h3 className="text-12">Tools {child} may call</h3>
        <p className="text-12 text-text-3">
          {plural(rights.length, "tool")}
          {widerCount === 0
            ? `, all of which ${parent} may call too`
            : `, ${widerCount} of which ${parent} may not call itself`}
        </p>
        <button
          type="button"
          onClick={() => {
            focus(line.childId);
            openInspector("tools");
          }}
          className="mt-1 text-12 text-accent hover:underline pointer-coarse:min-h-11"
        >
          Change what {child} may call
        </button>
      </div>
      <ul className="divide-y border-t">
        {rights.map((right) => (
          <RightRow key={right.tool.name} right={right} parent={parent ?? ""} />
        ))}
      </ul>
    </section>
  );
}

interface RightRowProps {
  readonly right: LineRight;
  readonly parent: string;
}

function RightRow({ right: { tool, isHeldAbove }, parent }: RightRowProps) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 px-4 py-1">
      <SourceIcon kind={toSourceKind(tool.origin.kind)} className="size-3.5 flex-none text-text-3" />
      <span className="min-w-0 flex-1">
        <span title={tool.description} className="mono block truncate text-12 font-medium">
          {tool.name}
        </span>
        <span title={tool.reason} className="block truncate text-11 leading-[14px] text-text-3">
          {tool.reason}
        </span>
      </span>
      {isHeldAbove ? null : (
        <span
          title={`${parent} may not call it itself`}
          className="inline-flex flex-none items-center gap-1 text-11 text-st-person"
        >
          <ChevronUp className="size-3" />
          wider
        </span>
      )}
    </li>
  );
}
