"use client";

import { agentStates } from "@/app/_ui/agent-state.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Segmented } from "@/app/_ui/segmented.tsx";
import { useRunContext } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import type { SessionView } from "../view/run-view.ts";

const Select = lazyPart(async () => (await import("@/app/_ui/select.tsx")).Select);

/** More than these do not fit beside a name. */
const MOST_BUTTONS = 4;

interface InstanceSwitchProps {
  readonly instances: readonly SessionView[];
  readonly selected: SessionView;
}

/** Goes from one session of an agent to another. */
export function InstanceSwitch({ instances, selected }: InstanceSwitchProps) {
  const { store } = useRunContext();
  const select = (id: string) => {
    const found = instances.find((session) => session.sessionId === id);
    if (found) store.select(found.sessionId);
  };
  if (instances.length <= MOST_BUTTONS) {
    const options = instances.map((session, index) => ({
      value: session.sessionId as string,
      label: String(index + 1),
    }));
    return (
      <Segmented
        label={`Sessions of ${selected.agentName}`}
        value={selected.sessionId}
        onValueChange={select}
        options={options}
        className="[&_button]:!h-5"
      />
    );
  }
  const options = instances.map((session, index) => ({
    value: session.sessionId as string,
    label: `${index + 1}, ${agentStates[session.state].word.toLowerCase()}: ${firstLine(session.task).slice(0, 40)}`,
  }));
  return (
    <Select
      label={`Sessions of ${selected.agentName}`}
      isLabelHidden
      size={28}
      value={selected.sessionId}
      onValueChange={select}
      options={options}
    />
  );
}
