"use client";

import { ChevronUp } from "lucide-react";
import { useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { SourceIcon } from "@/app/_ui/source-icon.tsx";
import { Switch } from "@/app/_ui/switch.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import type { ReportingLine } from "@/server/contract/org-document.ts";
import { toolListSchema } from "@/server/contract/tool-policy.ts";
import { type LineRight, lineRights } from "../../model/line-rights.ts";
import { plural } from "../../model/plural.ts";
import { toSourceKind } from "../../model/tool-groups.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { useEffectiveTools } from "./use-effective-tools.ts";

interface LineRightsProps {
  readonly line: ReportingLine;
}

/** Which tools a line passes on, and the rights in effect below it. */
export function LineRights({ line }: LineRightsProps) {
  const below = useEffectiveTools(line.childId);
  const above = useEffectiveTools(line.parentId);
  const failed = below.isLoadingError ? below : above.isLoadingError ? above : undefined;
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
  return <Rights line={line} {...lineRights(below.data, above.data)} />;
}

type RightsProps = LineRightsProps & ReturnType<typeof lineRights>;

function Rights({ line, rights, passedCount, widerCount }: RightsProps) {
  const parent = useEditor((state) => state.cards.get(line.parentId)?.agent.name) ?? "";
  const child = useEditor((state) => state.cards.get(line.childId)?.agent.name) ?? "";
  const { setLineLimits } = useEditorActions();
  const names = rights.map(({ tool }) => tool.name);
  const passAll = (isAll: boolean) => setLineLimits(line.id, { tools: isAll ? undefined : names });
  const pass = (name: string, isOn: boolean) => {
    const others = (line.tools ?? names).filter((entry) => entry !== name);
    setLineLimits(line.id, { tools: isOn ? [...others, name] : others });
  };
  return (
    <section aria-label="Rights over this line">
      <div className="flex flex-col gap-3 p-4">
        <div>
          <h3 className="text-12">Tools {child} may call</h3>
          <p className="text-12 text-text-3">
            {plural(passedCount, "tool")}
            {widerCount === 0
              ? `, all of which ${parent} may call too`
              : `, ${widerCount} of which ${parent} may not call itself`}
          </p>
        </div>
        <Switch label="Pass every tool on" isOn={line.tools === undefined} onChange={passAll} />
        {line.tools === undefined ? null : <OtherTools key={line.id} line={line} names={names} />}
      </div>
      <ul className="divide-y border-t">
        {rights.map((right) => (
          <RightRow
            key={right.tool.name}
            right={right}
            parent={parent}
            onPass={line.tools === undefined ? undefined : (isOn) => pass(right.tool.name, isOn)}
          />
        ))}
      </ul>
    </section>
  );
}

interface OtherToolsProps extends LineRightsProps {
  /** Tools that have a switch of their own. */
  readonly names: readonly string[];
}

/** What else passes: for agents further down, whose tools are not listed here. */
function OtherTools({ line, names }: OtherToolsProps) {
  const { setLineLimits } = useEditorActions();
  const [typed, setTyped] = useState<string>();
  const others = (line.tools ?? []).filter((entry) => !names.includes(entry));
  const read = (text: string) =>
    toolListSchema.safeParse(text.split(/[\s,]+/).filter((entry) => entry !== ""));
  return (
    <TextField
      label="Also, for agents further down"
      hint="Names of tools, group:NAME or *, with commas between"
      className="mono"
      value={typed ?? others.join(", ")}
      error={typed !== undefined && !read(typed).success ? "Names of tools, group:NAME or *" : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const parsed = read(event.target.value);
        const own = (line.tools ?? []).filter((entry) => names.includes(entry));
        if (parsed.success) setLineLimits(line.id, { tools: [...new Set([...own, ...parsed.data])] });
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface RightRowProps {
  readonly right: LineRight;
  readonly parent: string;
  /** Undefined while every tool passes. */
  readonly onPass: ((isOn: boolean) => void) | undefined;
}

function RightRow({ right: { tool, isPassed, isHeldAbove }, parent, onPass }: RightRowProps) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 px-4 py-1">
      {onPass ? (
        <Switch label={`Pass ${tool.name} on`} isLabelHidden isOn={isPassed} onChange={onPass} />
      ) : (
        <SourceIcon kind={toSourceKind(tool.origin.kind)} className="size-3.5 flex-none text-text-3" />
      )}
      <span className="min-w-0 flex-1">
        <span
          title={tool.description}
          className={classNames(
            "mono block truncate text-12 font-medium",
            !isPassed && "text-text-3 line-through",
          )}
        >
          {tool.name}
        </span>
        <span title={tool.reason} className="block truncate text-11 leading-[14px] text-text-3">
          {tool.reason}
        </span>
      </span>
      {isHeldAbove || !isPassed ? null : (
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
