"use client";

import type { ReactNode } from "react";
import type { GlobalPolicy } from "@/server/contract/tool-policy.ts";
import { Button } from "../../../_ui/button.tsx";
import { Note } from "../../../_ui/note.tsx";
import { Select } from "../../../_ui/select.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { ProviderRulesFields } from "./provider-rules-fields.tsx";
import { RulesChangedNote } from "./rules-changed-note.tsx";
import { rulesChoices } from "./rules-choices.ts";
import type { RulesDraft } from "./rules-draft.ts";
import { useRulesDraft } from "./use-rules-draft.ts";

interface RulesFormProps {
  readonly policy: GlobalPolicy;
}

const lists = [
  ["allow", "Allowed", "Only these; empty allows all"],
  ["deny", "Denied", "Never these"],
  ["alsoAllow", "Also allowed", "Given back after the lists above"],
  ["subAgentDeny", "Not for agents that work for others", "Beside the list that always holds"],
  ["leafDeny", "Not for agents that delegate no further", "Beside the list that always holds"],
] as const;

/** The rules as a form: profile, lists, and how calls are put to people. */
export function RulesForm({ policy }: RulesFormProps) {
  const { draft, clashes, problem, isSaving, set, save } = useRulesDraft(policy);
  return (
    <form
      className="mx-auto flex w-full max-w-[48rem] flex-col gap-8 px-4 py-6 md:px-8"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Section
        title="Which tools agents get"
        text="An entry is the name of a tool, group:NAME, or * for all. Agents and orgs add rules of their own; the inspector's Tools tab says which rule decides."
      >
        <Select
          label={rulesChoices.profile.label}
          hint="Any but Full takes away delegating, questions, skills and servers too, unless they are also allowed"
          value={draft.profile}
          onValueChange={(profile) => set({ profile: profile as RulesDraft["profile"] })}
          options={rulesChoices.profile.options}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {lists.map(([key, label, hint]) => (
            <TextArea
              key={key}
              label={label}
              hint={hint}
              isMono
              rows={2}
              value={draft[key]}
              onChange={(event) => set({ [key]: event.target.value })}
            />
          ))}
        </div>
      </Section>
      <Section
        title="With one provider's models"
        text="Where the tools depend on who reads what they answer. The rules above hold as well; a profile here takes the place of theirs."
      >
        <ProviderRulesFields rules={draft.byProvider} onChange={(byProvider) => set({ byProvider })} />
      </Section>
      <Section
        title="Which calls people are asked about"
        text="Calls that run a program follow the mode. A call that may destroy something is asked about unless you say otherwise. What nobody answers in time is denied."
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <Select
            label={rulesChoices.security.label}
            value={draft.security}
            onValueChange={(security) => set({ security: security as RulesDraft["security"] })}
            options={rulesChoices.security.options}
          />
          <Select
            label={rulesChoices.ask.label}
            value={draft.ask}
            onValueChange={(ask) => set({ ask: ask as RulesDraft["ask"] })}
            options={rulesChoices.ask.options}
          />
          <Select
            label={rulesChoices.destructive.label}
            value={draft.destructive}
            onValueChange={(destructive) => set({ destructive: destructive as RulesDraft["destructive"] })}
            options={rulesChoices.destructive.options}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextArea
            label="Listed programs and commands"
            hint="One a line; * stands for anything but a slash"
            isMono
            rows={3}
            placeholder={"/usr/bin/git\ngit status"}
            value={draft.allowlist}
            onChange={(event) => set({ allowlist: event.target.value })}
          />
          <TextArea
            label="Tools handled like programs"
            hint="Names or groups"
            isMono
            rows={3}
            placeholder="group:mcp"
            value={draft.tools}
            onChange={(event) => set({ tools: event.target.value })}
          />
        </div>
      </Section>
      <Section
        title="How often"
        text="Limits hold over all processes, in any stretch of that time. A call over its limit is not made: the agent is told when it may be."
      >
        <TextArea
          label="Limits"
          hint="A limit a line: for each session, each agent, a tool or group together, or a provider's models"
          isMono
          rows={4}
          placeholder={"session 200/hour\nagent 1000/day\ngroup:web 30/minute\nprovider anthropic 50/minute"}
          value={draft.rates}
          onChange={(event) => set({ rates: event.target.value })}
        />
      </Section>
      {problem ? <Note tone="fail">{problem}</Note> : null}
      {clashes ? <RulesChangedNote clashes={clashes} /> : null}
      <div className="flex justify-end">
        <Button type="submit" size={32} variant="primary" disabled={isSaving}>
          {isSaving ? "Saving" : "Save rules"}
        </Button>
      </div>
    </form>
  );
}

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Section({ title, text, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div>
        <h2 className="text-14">{title}</h2>
        <p className="text-12 text-text-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
