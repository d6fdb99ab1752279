"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { Popover } from "@/app/_ui/popover.tsx";
import type { OrgProblem } from "@/server/contract/org-graph.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";

interface ProblemPopoverProps {
  readonly trigger: ReactNode;
}

/** The list of what is wrong; each entry jumps to its agent. Open when it is first drawn. */
export function ProblemPopover({ trigger }: ProblemPopoverProps) {
  const problems = useEditor((state) => state.problems);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover
      label="What is wrong"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="max-h-96 w-84 overflow-y-auto p-1"
      trigger={trigger}
    >
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.agentId ?? ""} ${problem.message}`}>
            <ProblemRow problem={problem} onJump={() => setIsOpen(false)} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

interface ProblemRowProps {
  readonly problem: OrgProblem;
  readonly onJump: () => void;
}

function ProblemRow({ problem, onJump }: ProblemRowProps) {
  const { focus } = useEditorActions();
  const agent = useEditor((state) => state.cards.get(problem.agentId ?? "")?.agent);
  const Icon = problem.level === "error" ? CircleAlert : TriangleAlert;
  const body = (
    <>
      <Icon
        className={classNames(
          "mt-0.5 size-3.5",
          problem.level === "error" ? "text-st-fail" : "text-st-person",
        )}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="sr-only">{problem.level}: </span>
        {problem.message}
      </span>
      {agent ? <AgentAvatar icon={agent.icon} size={24} className="-my-0.5" /> : null}
    </>
  );
  const row = "flex w-full items-start gap-2 rounded-2 px-2 py-1.5 text-left text-12";
  if (!agent) return <div className={row}>{body}</div>;
  return (
    <button
      type="button"
      className={classNames(row, "hover:bg-surface-3 pointer-coarse:min-h-11")}
      onClick={() => {
        onJump();
        // After the popover has given the focus back to its button.
        setTimeout(() => focus(agent.id));
      }}
    >
      {body}
    </button>
  );
}
