import { Check, RotateCcw, X } from "lucide-react";
import type { VerdictStep } from "@/server/contract/tool-verdict.ts";

const marks = {
  passed: <Check className="size-3 text-text-3" aria-label="kept" />,
  removed: <X className="size-3 text-st-fail" aria-label="removed" />,
  returned: <RotateCcw className="size-3 text-st-done" aria-label="given back" />,
  skipped: null,
} as const;

interface ToolStepsProps {
  readonly steps: readonly VerdictStep[];
}

/** Every rule that had a say about a tool, in order, with its reason. */
export function ToolSteps({ steps }: ToolStepsProps) {
  return (
    <ol aria-label="Rules" className="col-start-2 col-end-4 flex flex-col gap-1 pb-2 text-11">
      {steps.map((step) => (
        <li key={`${step.id} ${step.reason}`} className="flex items-baseline gap-1.5">
          <span className="relative top-0.5 flex-none">{marks[step.outcome]}</span>
          <span className="text-text-2">
            {step.title}: <span className="text-text-3">{step.reason}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
