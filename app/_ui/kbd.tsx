"use client";

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useIsApple } from "./use-is-apple.ts";

interface KbdProps {
  readonly children: ReactNode;
  /** On a dark tooltip or a filled button. */
  readonly isInverted?: boolean;
  /** Where keys are what was asked for: they stand there on a touch screen as well. */
  readonly isAsked?: boolean;
}

/** One key. Not shown where a finger points: words around it are to be hidden there by whoever writes them. */
export function Kbd({ children, isInverted = false, isAsked = false }: KbdProps) {
  return (
    <kbd
      className={classNames(
        !isAsked && "pointer-coarse:hidden",
        "num inline-flex h-[18px] min-w-[18px] flex-none items-center justify-center rounded-1 border px-1 font-sans text-11 leading-none font-medium",
        isInverted ? "border-current/35 text-inherit" : "border-border bg-surface-2 text-text-3",
      )}
    >
      {children}
    </kbd>
  );
}

const appleNames: Readonly<Record<string, string>> = { Mod: "⌘", Alt: "⌥", Shift: "⇧" };
const otherNames: Readonly<Record<string, string>> = { Mod: "Ctrl" };

interface KeysProps extends Omit<KbdProps, "children"> {
  /** Names of keys; "Mod" is the command key on Apple's systems and Ctrl elsewhere. */
  readonly keys: readonly string[];
}

/** A combination of keys, named as the reader's keyboard names them. */
export function Keys({ keys, isAsked = false, ...look }: KeysProps) {
  const names = useIsApple() ? appleNames : otherNames;
  return (
    <span className={classNames("inline-flex items-center gap-1", !isAsked && "pointer-coarse:hidden")}>
      {keys.map((key) => (
        <Kbd key={key} isAsked={isAsked} {...look}>
          {names[key] ?? key}
        </Kbd>
      ))}
    </span>
  );
}
