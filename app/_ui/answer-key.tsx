"use client";

import { Kbd } from "./kbd.tsx";
import { useSingleKeys } from "./use-single-keys.ts";

interface AnswerKeyProps {
  readonly children: string;
  readonly isInverted?: boolean;
}

/** The key that does the same as the button it stands in, where single keys are on. */
export function AnswerKey({ children, isInverted = false }: AnswerKeyProps) {
  const hasSingleKeys = useSingleKeys();
  if (!hasSingleKeys) return null;
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden">
      <Kbd isInverted={isInverted}>{children}</Kbd>
    </span>
  );
}
