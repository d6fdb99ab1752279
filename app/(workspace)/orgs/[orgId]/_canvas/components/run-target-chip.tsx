"use client";

import { Compass, CornerDownRight, X } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { taskTarget } from "../model/own-task.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";

const RunTargetMenu = lazyPart(async () => (await import("./run-target-menu.tsx")).RunTargetMenu);

/** Who gets the task. The lead does; any other agent can be chosen, for a task of its own. */
export function RunTargetChip() {
  const { name, isPart } = useEditor(taskTarget);
  const { startAt } = useEditorActions();
  const [isUsed, setIsUsed] = useState(false);
  if (name === undefined) return null;
  const face = { name, isPart };
  const trigger = <Face {...face} />;
  return (
    <span className="inline-flex max-w-full items-center">
      {isUsed ? (
        <RunTargetMenu fallback={trigger} onShown={setIsUsed} trigger={trigger} />
      ) : (
        <Face {...face} onClick={() => setIsUsed(true)} />
      )}
      {isPart ? (
        <button
          type="button"
          aria-label="Back to the org's own task"
          onClick={() => startAt(undefined)}
          className="relative -ml-px grid size-6 flex-none place-items-center rounded-r-1 border border-accent-line text-accent before:absolute before:-inset-2.5 before:hidden hover:bg-accent-soft pointer-coarse:before:block"
        >
          <X className="size-3" />
        </button>
      ) : null}
    </span>
  );
}

interface FaceProps extends ComponentProps<"button"> {
  readonly name: string;
  readonly isPart: boolean;
}

function Face({ name, isPart, ...rest }: FaceProps) {
  const Icon = isPart ? CornerDownRight : Compass;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={classNames(
        "relative inline-flex h-6 max-w-48 min-w-0 items-center gap-1.5 border px-1.5 text-11 font-medium whitespace-nowrap before:absolute before:-inset-2.5 before:hidden pointer-coarse:before:block",
        isPart
          ? "rounded-l-1 border-accent-line bg-accent-soft text-accent"
          : "rounded-1 border-border-strong text-text-2 hover:bg-surface-3",
      )}
      {...rest}
    >
      <Icon className="size-3 flex-none" />
      <span className="truncate">
        to <span dir="auto">{name}</span>
      </span>
    </button>
  );
}
