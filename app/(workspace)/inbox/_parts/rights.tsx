"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Chip } from "@/app/_ui/chip.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { SourceIcon } from "@/app/_ui/source-icon.tsx";
import { ToolSteps } from "@/app/_ui/tool-steps.tsx";
import type { AgentRights, RightTool } from "@/server/contract/agent-rights.ts";
import type { OpenWait } from "@/server/contract/api.ts";
import { rightsParts, toolWords } from "./rights-words.ts";

interface RightsProps {
  readonly wait: OpenWait;
}

/** What the agent that asks may do, and what decides it: to see how far a yes reaches. By the rules that hold now. */
export function Rights({ wait: { runId, sessionId, approval } }: RightsProps) {
  const trpc = useTRPC();
  const { data, isLoadingError, error, refetch } = useQuery(
    trpc.waits.rights.queryOptions({ runId, sessionId }),
  );
  if (isLoadingError)
    return (
      <ErrorState
        title="The rights could not be read"
        error={error}
        onRetry={() => void refetch()}
        className="p-4"
      />
    );
  if (!data) return <Reading />;
  const parts = rightsParts(data, approval?.tool);
  return (
    <div className="flex flex-col divide-y">
      {parts.asked ? <Asked tool={parts.asked} /> : null}
      <Lines rights={data} />
      <Grants rights={data} />
      <Tools title="May call" tools={parts.allowed} none="No tool at all." />
      {parts.refused.length > 0 ? <Tools title="Kept from it" tools={parts.refused} none="" /> : null}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}

function Part({ title, count, children }: PartProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 px-4 py-3">
      <h3 className="flex items-baseline gap-1.5 text-12">
        {title}
        {count === undefined ? null : <span className="num text-11 font-normal text-text-3">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

function Asked({ tool }: { readonly tool: RightTool }) {
  return (
    <Part title="This call">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="mono text-12 font-medium wrap-anywhere">{tool.name}</span>
        <Flags tool={tool} />
      </div>
      <ToolSteps steps={tool.steps} />
    </Part>
  );
}

function Flags({ tool }: { readonly tool: RightTool }) {
  return toolWords(tool).map(({ word, tone }) => (
    <Chip key={word} tone={tone}>
      {word}
    </Chip>
  ));
}

function Lines({ rights: { lines, request } }: { readonly rights: AgentRights }) {
  return (
    <Part title="Passed on">
      {lines.length === 0 ? (
        <p className="text-12 text-text-2">It reports to nobody: no line narrows what it may do.</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-12">
          {lines.map(({ parentName, childName, tools }) => (
            <li key={`${parentName} ${childName}`} className="flex min-w-0 flex-wrap items-center gap-x-1.5">
              <span dir="auto" className="font-medium wrap-anywhere">
                {parentName}
              </span>
              <ArrowRight className="size-3 flex-none text-text-3" aria-label="to" />
              <span dir="auto" className="font-medium wrap-anywhere">
                {childName}
              </span>
              <PassedTools tools={tools} />
            </li>
          ))}
        </ul>
      )}
      {request === null ? null : (
        <p className="text-12 text-text-2">
          The run allows only <span className="mono wrap-anywhere">{request.join(", ") || "nothing"}</span>.
        </p>
      )}
    </Part>
  );
}

function PassedTools({ tools }: { readonly tools: readonly string[] | null }) {
  if (tools === null) return <span className="text-text-3">every tool</span>;
  if (tools.length === 0) return <span className="text-text-3">no tool</span>;
  return <span className="mono min-w-0 text-11 wrap-anywhere text-text-3">{tools.join(", ")}</span>;
}

function Grants({ rights: { grants } }: { readonly rights: AgentRights }) {
  if (grants.length === 0)
    return (
      <Part title="Allowed for good">
        <p className="text-12 text-text-2">Nothing: what has to be asked is asked each time.</p>
      </Part>
    );
  return (
    <Part title="Allowed for good" count={grants.length}>
      <ul className="flex flex-col gap-1.5 text-12">
        {grants.map(({ id, summary, tool, agentId, runId, grantedBy }) => (
          <li key={id}>
            <span className="mono block wrap-anywhere">{summary}</span>
            <span className="text-11 text-text-3">
              {summary === tool ? "" : `${tool}, `}
              {agentId === null ? "every agent, " : ""}
              {runId === null ? "" : "this run, "}by {grantedBy}
            </span>
          </li>
        ))}
      </ul>
      <Link href="/tools/audit" className="text-12 text-accent underline-offset-2 hover:underline">
        Take back under Tools, Audit
      </Link>
    </Part>
  );
}

/** As many as are read at a glance. */
const SHOWN = 12;

interface ToolsProps {
  readonly title: string;
  readonly tools: readonly RightTool[];
  readonly none: string;
}

function Tools({ title, tools, none }: ToolsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const rest = tools.length - SHOWN;
  const shown = isWhole || rest <= 1 ? tools : tools.slice(0, SHOWN);
  return (
    <Part title={title} count={tools.length}>
      {tools.length === 0 ? <p className="text-12 text-text-2">{none}</p> : null}
      <ul className="flex flex-col gap-2">
        {shown.map((tool) => (
          <li key={tool.name} className="flex min-w-0 items-start gap-2">
            <SourceIcon kind={tool.origin.kind} className="mt-0.5 size-3.5 flex-none text-text-3" />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="mono text-12 wrap-anywhere">{tool.name}</span>
                <Flags tool={tool} />
              </span>
              <span className="block text-11 wrap-anywhere text-text-3">{tool.reason}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < tools.length ? (
        <Button variant="ghost" className="self-start -ml-2" onClick={() => setIsWhole(true)}>
          {rest} more
        </Button>
      ) : null}
    </Part>
  );
}

function Reading() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-3 p-4">
      <Skeleton className="h-2.5 w-1/3" />
      <Skeleton className="h-2.5 w-4/5" />
      <Skeleton className="h-2.5 w-2/3" />
      <Skeleton className="mt-2 h-2.5 w-1/4" />
      <Skeleton className="h-2.5 w-3/4" />
    </div>
  );
}
