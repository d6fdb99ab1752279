import { AgentAvatar } from "../_ui/agent-avatar.tsx";
import { AgentIcon, agentIconNames } from "../_ui/agent-icon.tsx";
import { agentStateNames, agentStates } from "../_ui/agent-state.ts";
import { SourceIcon, toolSources } from "../_ui/source-icon.tsx";
import { StateBadge } from "../_ui/state-badge.tsx";
import { Section } from "./section.tsx";

const swatches: readonly (readonly [string, string])[] = [
  ["canvas", "Behind cards"],
  ["surface", "Panels, cards"],
  ["surface-2", "Sunken parts"],
  ["surface-3", "Hover, tracks"],
  ["border", "Hairlines"],
  ["border-strong", "Card edge"],
  ["control", "Inputs, 3:1"],
  ["line", "Reporting line"],
  ["text", "Main ink"],
  ["text-2", "Secondary"],
  ["text-3", "Meta, AA"],
  ["accent", "In your hand"],
];

const sizes: readonly (readonly [string, string, string])[] = [
  ["20 / 28", "text-20 font-semibold", "Page title, one a page"],
  ["16 / 24", "text-16 font-semibold", "Dialogs, questions"],
  ["14 / 22", "text-14", "Reading"],
  ["13 / 20", "text-13", "Interface"],
  ["12 / 16", "text-12 font-medium", "Labels, chips"],
  ["11 / 16", "text-11", "Meta, figures"],
  ["mono 12", "mono text-12", "Names, values"],
];

/** Colours, states, sources, type. */
export function Foundations() {
  return (
    <>
      <Section title="Surfaces and ink" text="Borders separate. Shadow is only for what floats.">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
          {swatches.map(([name, role]) => (
            <div key={name} className="flex flex-col text-12">
              <span
                className="mb-1.5 h-10 rounded-2 ring-1 ring-border-strong ring-inset"
                style={{ background: `var(--${name})` }}
              />
              <span className="font-medium">{name}</span>
              <span className="text-11 text-text-3">{role}</span>
            </div>
          ))}
        </div>
      </Section>
      <Section
        title="State language"
        text="Blue and teal spend. Grey is parked. Amber needs you. Each has its own ring, icon and word."
      >
        <ul className="grid gap-x-10 gap-y-3 lg:grid-cols-2">
          {agentStateNames.map((state) => (
            <li key={state} className="flex items-center gap-3.5">
              <AgentAvatar icon="sigma" state={state} />
              <AgentAvatar icon="sigma" state={state} size={24} />
              <StateBadge state={state} className="w-36 flex-none" />
              <StateBadge state={state} isPill className="max-xl:hidden" />
              <span className="flex-1 text-right text-12 text-text-2 max-sm:hidden">
                {agentStates[state].meaning}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Sources" text="A tonal ramp. Always with icon and name.">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {Object.entries({
            ...toolSources,
            custom: { word: "Executable", barClassName: "bg-src-toolbox" },
          }).map(([kind, look]) => (
            <li key={kind} className="flex items-center gap-2 text-12">
              <span className={`h-2 w-7 rounded-[2px] ${look.barClassName}`} />
              <SourceIcon kind={kind} />
              {look.word}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Agent icons" text="What an agent can be given. Any other name is drawn as a bot.">
        <ul className="flex flex-wrap gap-4 text-text-2">
          {agentIconNames.map((name) => (
            <li key={name} title={name} className="flex w-24 items-center gap-2 text-11">
              <AgentIcon name={name} />
              <span className="truncate">{name}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type" text="Inter for words, JetBrains Mono for names and values a machine reads.">
        <ul className="flex flex-col gap-2.5">
          {sizes.map(([name, className, use]) => (
            <li
              key={name}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-4 md:grid-cols-[4.5rem_minmax(0,1fr)_11rem]"
            >
              <span className="num text-12 text-text-3">{name}</span>
              <span className={className}>Which price base should the brief use?</span>
              <span className="hidden text-12 text-text-2 md:block">{use}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
