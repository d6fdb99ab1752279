"use client";

import { PageFrame } from "../../../_shell/page-frame.tsx";
import { ThemeChoice } from "../../../_shell/theme-choice.tsx";
import { Switch } from "../../../_ui/switch.tsx";
import { setSingleKeys, useSingleKeys } from "../../../_ui/use-single-keys.ts";
import { About, type AboutFacts } from "./about.tsx";
import { Providers } from "./providers.tsx";
import { Secrets } from "./secrets.tsx";
import { SettingsSection } from "./settings-section.tsx";

interface SettingsPageProps {
  readonly about: AboutFacts;
}

/** Models and keys, secrets, look, keys of the keyboard, and where everything lies. */
export function SettingsPage({ about }: SettingsPageProps) {
  return (
    <PageFrame title="Settings">
      <div className="mx-auto flex max-w-[60rem] flex-col px-4 pb-16 md:px-6">
        <SettingsSection
          id="models"
          title="Models"
          text="Who answers for the agents. A key stays on the server, encrypted, and is not shown again."
        >
          <Providers />
        </SettingsSection>
        <SettingsSection
          id="secrets"
          title="Secrets"
          text="Keys and passwords that agents use by name. The value stays on the server, encrypted; agents never see it."
        >
          <Secrets />
        </SettingsSection>
        <SettingsSection
          id="look"
          title="Look"
          text="Light, dark, or as the system says. Kept in this browser."
        >
          <ThemeChoice />
        </SettingsSection>
        <SettingsSection
          id="keys"
          title="Keyboard"
          text="Single letters act on their own: J and K in the inbox, S to skip, / to search."
        >
          <SingleKeys />
        </SettingsSection>
        <SettingsSection id="about" title="About" text="What runs here, and where it keeps its things.">
          <About facts={about} />
        </SettingsSection>
      </div>
    </PageFrame>
  );
}

function SingleKeys() {
  return <Switch label="Single-letter keys" isOn={useSingleKeys()} onChange={setSingleKeys} />;
}
