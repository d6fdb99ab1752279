"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/app/_ui/button.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { countProblems } from "../model/org-problems.ts";
import { useEditor } from "./editor-context.tsx";

const ProblemPopover = lazyPart(async () => (await import("./problem-popover.tsx")).ProblemPopover);

/** How much is wrong; opens the list of it. Nothing while all is well. */
export function ProblemButton() {
  const problems = useEditor((state) => state.problems);
  const [isUsed, setIsUsed] = useState(false);
  const count = countProblems(problems);
  if (count === undefined) return null;
  const hasErrors = problems.some((problem) => problem.level === "error");
  if (!isUsed) return <CountButton count={count} hasErrors={hasErrors} onClick={() => setIsUsed(true)} />;
  const trigger = <CountButton count={count} hasErrors={hasErrors} />;
  return <ProblemPopover fallback={trigger} onShown={setIsUsed} trigger={trigger} />;
}

interface CountButtonProps extends ComponentProps<typeof Button> {
  readonly count: string;
  readonly hasErrors: boolean;
}

function CountButton({ count, hasErrors, ...rest }: CountButtonProps) {
  return (
    <Button
      aria-label={count}
      className={hasErrors ? "border-st-fail-line! text-st-fail!" : "border-st-person-line! text-st-person!"}
      {...rest}
    >
      {hasErrors ? <CircleAlert /> : <TriangleAlert />}
      <span className="max-md:hidden">{count}</span>
    </Button>
  );
}
