"use client";

import { useState } from "react";
import { TextArea } from "@/app/_ui/text-area.tsx";
import { toRates } from "@/app/_ui/to-rates.ts";
import { ratesSchema } from "@/server/contract/rates.ts";

interface RatesFieldProps {
  readonly rates: readonly string[];
  readonly onChange: (rates: readonly string[]) => void;
}

/** How often tools may be called, a limit a line. What is typed counts as soon as all of it can be read. */
export function RatesField({ rates, onChange }: RatesFieldProps) {
  const [typed, setTyped] = useState<string>();
  const problem = typed === undefined ? undefined : problemOf(toRates(typed));
  return (
    <TextArea
      label="How often"
      hint="A limit a line: session 100/hour, agent 500/day, web_search 10/minute"
      isMono
      rows={2}
      value={typed ?? rates.join("\n")}
      error={problem}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = toRates(event.target.value);
        if (problemOf(read) === undefined) onChange(read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function problemOf(rates: readonly string[]): string | undefined {
  if (rates.some((line) => line.startsWith("provider ")))
    return "Limits of providers stand under Tools, Rules";
  return ratesSchema.safeParse(rates).error?.issues[0]?.message;
}
