"use client";

import { GitFork, Layers, Maximize, Pencil, Play, Plus, Radio, Search, Zap } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../_ui/button.tsx";
import { Checkbox } from "../_ui/checkbox.tsx";
import { Chip } from "../_ui/chip.tsx";
import { CodeBlock } from "../_ui/code-block.tsx";
import { Kbd, Keys } from "../_ui/kbd.tsx";
import { Markdown } from "../_ui/markdown.tsx";
import { Meter, PartsBar } from "../_ui/meter.tsx";
import { Note } from "../_ui/note.tsx";
import { Segmented } from "../_ui/segmented.tsx";
import { Select } from "../_ui/select.tsx";
import { StateBadge } from "../_ui/state-badge.tsx";
import { Switch } from "../_ui/switch.tsx";
import { TabPanel, Tabs } from "../_ui/tabs.tsx";
import { TextArea } from "../_ui/text-area.tsx";
import { TextField } from "../_ui/text-field.tsx";
import { Section } from "./section.tsx";

/** Controls, chips, numbers and text. */
export function PartsGallery() {
  return (
    <>
      <Section title="Buttons" text="One primary a view. Keys are shown where they work.">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary">
            <Play />
            Run
            <Keys keys={["Mod", "⏎"]} isInverted />
          </Button>
          <Button>
            <GitFork />
            Fork
          </Button>
          <Button variant="ghost">
            <Search />
            Find or do
          </Button>
          <Button variant="danger">Stop</Button>
          <Button variant="danger-solid">Delete org</Button>
          <Button disabled>Disabled</Button>
          <IconButton label="Fit" variant="secondary">
            <Maximize />
          </IconButton>
          <IconButton label="Add">
            <Plus />
          </IconButton>
          <Button size={32} variant="primary">
            Allow once <Kbd isInverted>A</Kbd>
          </Button>
          <Button size={32}>Skip</Button>
        </div>
      </Section>
      <Choices />
      <Section title="Fields" text="Label above, hint or error below. Errors say what would be right.">
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <TextField label="Name" defaultValue="Researcher" hint="Children are called by this name" />
          <ModelSelect />
          <TextField label="Budget a run" defaultValue="$0" error="At least $0.01" />
          <TextField label="Search" placeholder="Filter 24 tools" icon={<Search />} trailing={<Kbd>/</Kbd>} />
          <TextArea label="Persona" defaultValue="You compare the numbers." fieldClassName="sm:col-span-2" />
          <TextField label="Version" defaultValue="14" disabled />
        </div>
      </Section>
      <Section title="Chips and badges" text="Neutral unless they carry a state.">
        <div className="flex flex-wrap items-center gap-2">
          <Chip isMono>sonnet-5</Chip>
          <Chip tone="line">MCP, energy-stats</Chip>
          <Chip icon={<Layers />}>3 parallel</Chip>
          <Chip tone="accent" icon={<Radio />}>
            Live
          </Chip>
          <Chip tone="done" icon={<Zap />}>
            1,104 from cache
          </Chip>
          <Chip tone="person" icon={<Pencil />}>
            Writes outside
          </Chip>
          <Chip tone="fail">Destructive</Chip>
          <StateBadge state="waiting-person" isPill />
          <StateBadge state="done" isPill />
          <Keys keys={["Mod", "K"]} />
        </div>
      </Section>
      <Section title="Numbers" text="Never without a unit; a cost never without its budget.">
        <div className="grid max-w-[40rem] gap-5">
          <div className="grid gap-1.5">
            <span className="num text-12">$0.48 of $2.00</span>
            <Meter label="Budget" valueText="$0.48 of $2.00" value={0.48} max={2} />
          </div>
          <div className="grid gap-1.5">
            <span className="num text-12">$1.92 of $2.00</span>
            <Meter label="Budget, nearly used" valueText="$1.92 of $2.00" value={1.92} max={2} />
          </div>
          <PartsBar
            label="Tokens a turn"
            parts={[
              { label: "Built-in", value: 1206, valueText: "1,206", className: "bg-src-builtin" },
              { label: "Skills", value: 64, valueText: "64", className: "bg-src-skill" },
              { label: "MCP", value: 1642, valueText: "1,642", className: "bg-src-mcp" },
              { label: "Delegation", value: 316, valueText: "316", className: "bg-src-delegate" },
            ]}
          />
        </div>
      </Section>
      <Section title="Text" text="What agents write. HTML in it stays text, images stay links.">
        <div className="grid gap-6 lg:grid-cols-2">
          <Markdown text={sample} isReading />
          <CodeBlock
            label="Arguments"
            code={'{\n  "series": "SE",\n  "min_points": 7\n}'}
            className="self-start"
          />
        </div>
      </Section>
      <Section title="Notes" text="Beside the thing they are about.">
        <div className="grid max-w-[40rem] gap-2">
          <Note>From the turn after activation. The change breaks the prompt cache once.</Note>
          <Note tone="warn">filings has not been tested since its command changed.</Note>
          <Note tone="fail">The run stopped at its budget of $2.00.</Note>
        </div>
      </Section>
    </>
  );
}

const sample = `## Findings

Heat from data centres settles at **21 EUR/MWh**, a third below gas. See [the report](https://example.com).

- Espoo feeds 40 MW
- Odense pays \`0\` for the heat

| City | Price | Share |
|---|---:|---:|
| Espoo | 21 | 40 % |
| Odense | 0 | 11 % |

<b>not bold</b> ![chart](https://example.com/chart.png)`;

function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [speed, setSpeed] = useState<"1x" | "4x" | "16x">("4x");
  const [tab, setTab] = useState<"tools" | "skills">("tools");
  return (
    <Section title="Choices" text="At once and without saving, or named by what they are.">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Switch label="Follow activity" isOn={isOn} onChange={setIsOn} />
        <Switch label="Locked" isOn={false} onChange={setIsOn} isDisabled />
        <Checkbox label="orders.csv" hint="4.1 KB" isChecked={isOn} onChange={setIsOn} />
        <Checkbox label="Some" isChecked="mixed" onChange={setIsOn} />
        <Segmented
          label="Speed"
          value={speed}
          onValueChange={setSpeed}
          options={[
            { value: "1x", label: "1x" },
            { value: "4x", label: "4x" },
            { value: "16x", label: "16x", count: 2 },
          ]}
        />
        <Tabs
          label="Inspector"
          value={tab}
          onValueChange={setTab}
          listClassName="px-0"
          tabs={[
            { value: "tools", label: "Tools", count: 24 },
            { value: "skills", label: "Skills" },
          ]}
        >
          <TabPanel value="tools" className="pt-2 text-12 text-text-2">
            4,318 tokens a turn
          </TabPanel>
          <TabPanel value="skills" className="pt-2 text-12 text-text-2">
            2 to activate
          </TabPanel>
        </Tabs>
      </div>
    </Section>
  );
}

function ModelSelect() {
  const [model, setModel] = useState("sonnet-5");
  return (
    <Select
      label="Model"
      value={model}
      onValueChange={setModel}
      options={[
        { value: "sonnet-5", label: "sonnet-5", hint: "anthropic" },
        { value: "rehearsal", label: "rehearsal", hint: "no key" },
      ]}
    />
  );
}
