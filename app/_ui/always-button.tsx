"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { GrantReach } from "@/server/contract/approval.ts";
import { AnswerKey } from "./answer-key.tsx";
import { Button, IconButton } from "./button.tsx";
import { lazyPart } from "./lazy-part.tsx";

const ReachMenu = lazyPart(async () => (await import("./reach-menu.tsx")).ReachMenu);

interface AlwaysButtonProps {
  readonly agentName: string;
  readonly reaches: readonly GrantReach[];
  readonly reach: GrantReach;
  readonly setReach: (reach: GrantReach) => void;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Allows the same for good. The menu beside it chooses how far that goes and allows nothing: the button says what it will do. */
export function AlwaysButton({ isBusy, onPress, ...always }: AlwaysButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a border that nobody needs
    <span role="group" aria-label="Always" className="flex min-w-0 items-center gap-1">
      <Button
        size={32}
        disabled={isBusy}
        aria-keyshortcuts="Shift+A"
        className="min-w-0 shrink!"
        onClick={onPress}
      >
        <span className="truncate">{buttonText(always.reach, always.agentName)}</span>
        <AnswerKey>⇧A</AnswerKey>
      </Button>
      {always.reaches.length > 1 ? <ReachButton {...always} isBusy={isBusy} /> : null}
    </span>
  );
}

/** Becomes a menu when it is pressed: until then the menu need not be loaded. */
function ReachButton({ isBusy, ...always }: Omit<AlwaysButtonProps, "onPress">) {
  const [isUsed, setIsUsed] = useState(false);
  const button = (
    <IconButton
      label="How far always goes"
      aria-haspopup="menu"
      size={32}
      variant="secondary"
      disabled={isBusy}
      onClick={() => setIsUsed(true)}
    >
      <ChevronDown />
    </IconButton>
  );
  if (!isUsed) return button;
  return <ReachMenu {...always} fallback={button} onShown={setIsUsed} trigger={button} />;
}

function buttonText(reach: GrantReach, agentName: string): string {
  return { run: "Always in this run", agent: `Always for ${agentName}`, org: "Always for every agent" }[
    reach
  ];
}

/** What "always" will cover, and how it ends. */
export function reachText(reach: GrantReach, agentName: string): string {
  return {
    run: `Always covers the same again for ${agentName} until this run ends.`,
    agent: `Always covers the same again for ${agentName} in this org; it can be taken back under Tools, Audit.`,
    org: "Always covers the same again for every agent of this org; it can be taken back under Tools, Audit.",
  }[reach];
}
