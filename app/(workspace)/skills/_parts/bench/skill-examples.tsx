"use client";

import { Check, FlaskConical, X } from "lucide-react";
import type { SkillExampleSummary, SkillTestOutcome } from "@/server/contract/skill-desk.ts";
import { Button } from "../../../../_ui/button.tsx";
import { formatDuration } from "../../../../_ui/format-duration.ts";
import { Note } from "../../../../_ui/note.tsx";
import { useSkillTest } from "./use-skill-test.ts";

interface SkillExamplesProps {
  readonly skill: string;
  readonly examples: readonly SkillExampleSummary[];
  readonly canRun: boolean;
  /** Puts an example into the form. */
  readonly onFill: (example: SkillExampleSummary) => void;
}

/** What has to stay true of a skill, and whether it does. */
export function SkillExamples({ skill, examples, canRun, onFill }: SkillExamplesProps) {
  const { start, stop, isRunning, outcomes, error } = useSkillTest(skill);
  const byTest = new Map(outcomes.map((outcome) => [outcome.test, outcome]));
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const unitTests = byTest.get("tests");
  return (
    <section aria-label="Examples" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-13 font-medium">Examples</h3>
        <span className="num text-12 text-text-3" aria-live="polite">
          {outcomes.length > 0 ? `${passed} of ${outcomes.length} pass` : examples.length}
        </span>
        <Button className="ml-auto" disabled={!canRun} onClick={isRunning ? stop : start}>
          {isRunning ? <X /> : <FlaskConical />}
          {isRunning ? "Stop" : "Run examples and tests"}
        </Button>
      </div>
      {error ? <Note tone="fail">{error}</Note> : null}
      {examples.length === 0 ? (
        <p className="text-12 text-text-2">
          None yet. Try a function and keep what comes of it: npx openhive skills test runs the same examples.
        </p>
      ) : null}
      <ul>
        {examples.map((example) => (
          <li key={example.file} className="flex items-start gap-2 border-t py-2 first:border-t-0">
            <Mark outcome={byTest.get(example.file)} />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <span className="text-12">{example.description || example.file}</span>
              <div className="mono text-11 text-text-3">
                {example.calls ? `${example.calls} in ` : ""}
                {example.file}
              </div>
              <Problem outcome={byTest.get(example.file)} text={example.problem} />
            </div>
            {example.arguments ? (
              <Button
                variant="ghost"
                onClick={() => onFill(example)}
                aria-label={`Use ${example.file} in the form`}
              >
                Use
              </Button>
            ) : null}
          </li>
        ))}
        {unitTests ? (
          <li className="flex items-start gap-2 border-t py-2 first:border-t-0">
            <Mark outcome={unitTests} />
            <div className="min-w-0 flex-1 text-12 wrap-anywhere">
              Unit tests
              <Problem outcome={unitTests} text="" />
            </div>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

interface MarkProps {
  readonly outcome: SkillTestOutcome | undefined;
}

function Mark({ outcome }: MarkProps) {
  if (!outcome) return <span aria-hidden className="mt-1.5 size-1.5 flex-none rounded-full bg-surface-3" />;
  return outcome.passed ? (
    <Check className="mt-0.5 size-3.5 flex-none text-st-done" aria-label="Passes" />
  ) : (
    <X className="mt-0.5 size-3.5 flex-none text-st-fail" aria-label="Fails" />
  );
}

interface ProblemProps extends MarkProps {
  readonly text: string;
}

function Problem({ outcome, text }: ProblemProps) {
  const problem = outcome?.problem ?? text;
  return (
    <>
      {outcome ? <span className="num text-11 text-text-3">{formatDuration(outcome.durationMs)}</span> : null}
      {problem ? <p className="mono text-11 whitespace-pre-wrap text-st-fail">{problem}</p> : null}
    </>
  );
}
