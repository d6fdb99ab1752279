"use client";

import { Button } from "@/app/_ui/button.tsx";
import { Kbd } from "@/app/_ui/kbd.tsx";
import { useEditor, useEditorActions } from "./editor-context.tsx";

/** What waits for an agent to be chosen, and how it goes on. */
export function GrantPrompt() {
  const pending = useEditor((state) => state.pendingGrant);
  const reporting = useEditor((state) => state.cards.get(state.pendingReport ?? "")?.agent.name);
  const { setPendingGrant, setPendingReport } = useEditorActions();
  if (!pending && reporting === undefined) return null;
  const cancel = () => {
    setPendingGrant(undefined);
    setPendingReport(undefined);
  };
  return (
    <div className="absolute inset-x-4 top-4 z-10 flex justify-center">
      <div className="flex items-center gap-3 rounded-3 border border-accent-line bg-accent-soft py-1.5 pr-1.5 pl-3 text-12">
        {pending ? (
          <span>
            Choose the agent to grant <span className="mono font-medium">{pending.name}</span> to
          </span>
        ) : (
          <span>
            Choose whom <span className="font-medium">{reporting}</span> reports to
          </span>
        )}
        <Button onClick={cancel}>
          Cancel
          <span className="max-md:hidden pointer-coarse:hidden">
            <Kbd>Esc</Kbd>
          </span>
        </Button>
      </div>
    </div>
  );
}
