"use client";

import { useState } from "react";
import { readRatesText, toRatesText } from "@/app/_ui/rates-text.ts";
import { TextArea } from "@/app/_ui/text-area.tsx";
import type { ScopedRates } from "@/server/contract/rate-limits.ts";

interface RatesFieldProps {
  readonly rates: ScopedRates | undefined;
  readonly onChange: (rates: ScopedRates | undefined) => void;
}

/** How often tools may be called, a limit a line. What is typed counts as soon as all of it can be read. */
export function RatesField({ rates, onChange }: RatesFieldProps) {
  const [text, setText] = useState(() => toRatesText(rates));
  const [problem, setProblem] = useState("");
  const change = (next: string) => {
    setText(next);
    const read = readRatesText(next);
    const isForProviders = read.problem === undefined && read.rates?.providers !== undefined;
    const found = isForProviders ? "Limits of providers stand under Tools, Rules" : (read.problem ?? "");
    setProblem(found);
    if (read.problem === undefined && !isForProviders) onChange(read.rates);
  };
  return (
    <TextArea
      label="How often"
      hint="A limit a line: session 100/hour, agent 500/day, web_search 10/minute"
      isMono
      rows={2}
      value={text}
      error={problem === "" ? undefined : problem}
      onChange={(event) => change(event.target.value)}
    />
  );
}
