import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type ChipTone = "neutral" | "line" | "accent" | "tool" | "person" | "done" | "fail";

const tones: Readonly<Record<ChipTone, string>> = {
  neutral: "bg-surface-3 text-text-2",
  line: "text-text-2 ring-1 ring-border ring-inset",
  accent: "bg-accent-soft text-accent",
  tool: "bg-st-tool-soft text-st-tool",
  person: "bg-st-person-soft text-st-person",
  done: "bg-st-done-soft text-st-done",
  fail: "bg-st-fail-soft text-st-fail",
};

interface ChipProps {
  /** Neutral unless it carries a state. */
  readonly tone?: ChipTone;
  readonly icon?: ReactNode;
  /** For names of models, tools and skills. */
  readonly isMono?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A short fact about a thing. */
export function Chip({ tone = "neutral", icon, isMono = false, className, children }: ChipProps) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 min-w-0 max-w-full flex-none items-center gap-[5px] rounded-1 px-1.5 text-11 font-medium whitespace-nowrap [&>.lucide]:size-3",
        tones[tone],
        isMono && "mono font-normal",
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
