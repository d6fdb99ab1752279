"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SkillDetail, SkillFunction } from "@/server/contract/api.ts";
import type { SkillExampleSummary } from "@/server/contract/skill-desk.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Segmented } from "../../../../_ui/segmented.tsx";
import { useIsReadOnly } from "../use-is-read-only.ts";
import { FunctionTry } from "./function-try.tsx";
import { SkillExamples } from "./skill-examples.tsx";

interface SkillBenchProps {
  readonly skill: SkillDetail;
}

interface Filled {
  readonly example: SkillExampleSummary;
  /** Differs each time one is put in, so that the form starts anew. */
  readonly turn: number;
}

/** Where an author tries the functions of a skill, and keeps what has to stay true as examples. */
export function SkillBench({ skill }: SkillBenchProps) {
  const trpc = useTRPC();
  const examples = useQuery(trpc.skills.examples.queryOptions({ name: skill.name }));
  const isReadOnly = useIsReadOnly(skill.root);
  const [name, setName] = useState(skill.functions[0]?.name ?? "");
  const [filled, setFilled] = useState<Filled>();
  const fn = skill.functions.find((one) => one.name === name) ?? skill.functions[0];
  const given = fn && filled?.example.calls === fn.name ? filled : undefined;
  return (
    <div className="flex max-w-[44rem] flex-col gap-6">
      {fn ? (
        <section aria-label="Try a function" className="flex flex-col gap-3">
          <FunctionChoice functions={skill.functions} value={fn.name} onChange={setName} />
          <FunctionTry
            key={`${fn.name} ${given?.turn ?? 0}`}
            skill={skill.name}
            fn={fn}
            isReadOnly={isReadOnly}
            given={given?.example}
          />
        </section>
      ) : (
        <p className="text-12 text-text-2">
          It has no function to try: the model reads its instructions alone.
        </p>
      )}
      <SkillExamples
        skill={skill.name}
        examples={examples.data ?? []}
        canRun={skill.isUsable}
        onFill={(example) => {
          setName(example.calls);
          setFilled({ example, turn: (filled?.turn ?? 0) + 1 });
        }}
      />
    </div>
  );
}

interface FunctionChoiceProps {
  readonly functions: readonly SkillFunction[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function FunctionChoice({ functions, value, onChange }: FunctionChoiceProps) {
  return (
    <Segmented
      label="Function to try"
      value={value}
      onValueChange={onChange}
      options={functions.map(({ name }) => ({ value: name, label: name, isMono: true }))}
      className="self-start"
    />
  );
}
