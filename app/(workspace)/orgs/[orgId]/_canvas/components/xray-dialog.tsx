"use client";

import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "@/app/_ui/button.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { OrgProblem } from "@/server/contract/org-graph.ts";
import type { AgentXray, OrgXray } from "@/server/contract/org-xray.ts";
import { problemsOfTask, taskTarget } from "../model/own-task.ts";
import { plural } from "../model/plural.ts";
import { costWords, countWords, dollarWords } from "../model/xray-words.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import type { RunDraft } from "./use-run.ts";
import { useXray } from "./use-xray.ts";

interface XrayDialogProps {
  readonly draft: RunDraft;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** What the org on the canvas could do at worst under its limits, and what is wrong with it. */
export function XrayDialog({ draft, isOpen, onOpenChange }: XrayDialogProps) {
  const drawing = useEditor((state) => state.document);
  const ownTask = useEditor((state) => state.ownTask);
  const { agentId, name, isPart } = taskTarget({ document: drawing, ownTask });
  const xray = useXray({ drawing, budget: draft.budget, agentId: isPart ? agentId : undefined });
  const problems = problemsOfTask(xray.data?.problems ?? [], { document: drawing, ownTask });
  const isReady = xray.data !== undefined && !draft.isStarting;
  const run = () => {
    if (!isReady) return;
    onOpenChange(false);
    void draft.run();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="X-ray"
      description={`The most ${isPart ? `${name}, with those below,` : "this org"} could do in one run under its limits. Nothing is called for it.`}
      className="max-w-[42rem]"
      footer={
        // It takes the focus from the beginning, so that it can be reached while the org is looked through.
        <Button size={32} variant="primary" aria-disabled={!isReady} onClick={run}>
          Run
        </Button>
      }
    >
      {xray.isLoadingError ? (
        <ErrorState
          title="The org could not be looked through"
          error={xray.error}
          onRetry={() => void xray.refetch()}
          className=""
        />
      ) : null}
      {xray.isPending ? <Skeleton className="h-64 w-full" /> : null}
      {xray.data ? (
        <XrayView xray={{ ...xray.data, problems }} isPart={isPart} onJump={() => onOpenChange(false)} />
      ) : null}
    </Dialog>
  );
}

interface XrayViewProps {
  readonly xray: OrgXray;
  /** A run that would begin at an agent. */
  readonly isPart: boolean;
  readonly onJump: () => void;
}

function XrayView({ xray, isPart, onJump }: XrayViewProps) {
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-3 border bg-border sm:grid-cols-4">
        <Figure label="Model calls" value={countWords(xray.modelCalls)} />
        <Figure label="Sessions" value={countWords(xray.sessions)} />
        <Figure label="At the same time" value={countWords(xray.widest)} />
        <Figure label="Cost" value={dollarWords(xray.cost.dollars)} />
      </dl>
      <p className="text-12 text-text-2">{costWords(xray)}</p>
      <section aria-labelledby="xray-problems">
        <h3 id="xray-problems" className="mb-1.5 text-12">
          {xray.problems.length === 0 ? "Nothing is wrong" : plural(xray.problems.length, "problem")}
        </h3>
        <Problems problems={xray.problems} isPart={isPart} onJump={onJump} />
      </section>
      <section aria-labelledby="xray-agents">
        <h3 id="xray-agents" className="mb-1.5 text-12">
          By agent
        </h3>
        <p className="mb-2 text-12 wrap-anywhere text-text-2">
          Deepest: {xray.deepest.length === 0 ? "nobody can be called" : xray.deepest.join(" → ")}
        </p>
        <AgentTable agents={xray.agents} />
      </section>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
}

function Figure({ label, value }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end bg-surface px-3 py-2.5">
      <dt className="text-11 text-text-3">{label}, at most</dt>
      <dd className="num text-20 font-semibold">{value}</dd>
    </div>
  );
}

interface ProblemsProps {
  readonly problems: readonly OrgProblem[];
  readonly isPart: boolean;
  readonly onJump: () => void;
}

function Problems({ problems, isPart, onJump }: ProblemsProps) {
  const { focus } = useEditorActions();
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-2 text-12 text-text-2">
        <CircleCheck className="size-3.5 text-st-done" />
        {isPart ? "What these agents need is there." : "Everybody is reached, and what they need is there."}
      </p>
    );
  }
  return (
    <ul className="divide-y rounded-3 border">
      {problems.map(({ level, message, agentId }) => (
        <li
          key={`${agentId ?? ""} ${message}`}
          className="flex min-h-9 items-center gap-2 py-1.5 pr-1.5 pl-3 text-12"
        >
          {level === "error" ? (
            <CircleAlert className="size-3.5 flex-none text-st-fail" />
          ) : (
            <TriangleAlert className="size-3.5 flex-none text-st-person" />
          )}
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="sr-only">{level}: </span>
            {message}
          </span>
          {agentId === undefined ? null : (
            <Button
              variant="ghost"
              aria-label={`Show: ${message}`}
              onClick={() => {
                onJump();
                // After the dialog has given the focus back.
                setTimeout(() => focus(agentId), 50);
              }}
            >
              Show
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface AgentTableProps {
  readonly agents: readonly AgentXray[];
}

/** Who could be called how often; the most expensive ones first. */
function AgentTable({ agents }: AgentTableProps) {
  const sorted = agents.toSorted((one, other) => other.modelCalls - one.modelCalls);
  const cell = "num py-1.5 pl-3 text-right";
  return (
    <ScrollBox className="max-h-98 overflow-auto rounded-3 border" aria-label="Agents">
      <table className="w-full text-12">
        <thead className="sticky top-0 bg-surface-2 text-text-3">
          <tr>
            <th className="py-1.5 pl-3 text-left font-medium">Agent</th>
            <th className={`${cell} font-medium`}>Sessions</th>
            <th className={`${cell} font-medium whitespace-nowrap`}>
              <span className="max-sm:hidden">Model calls</span>
              <span className="sm:hidden">Calls</span>
            </th>
            <th className={`${cell} pr-3 font-medium`}>Cost</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((agent) => (
            <tr key={agent.agentId} className="border-t">
              <th
                scope="row"
                dir="auto"
                className="w-full max-w-0 truncate py-1.5 pl-3 text-left font-medium"
              >
                {agent.name}
              </th>
              <td className={cell}>{countWords(agent.sessions)}</td>
              <td className={cell}>{countWords(agent.modelCalls)}</td>
              <td className={`${cell} pr-3`}>{dollarWords(agent.dollars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
