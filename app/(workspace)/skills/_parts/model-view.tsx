import { ArrowDown } from "lucide-react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { formatCount } from "../../../_ui/format-tokens.ts";
import { PartsBar } from "../../../_ui/meter.tsx";
import { Note } from "../../../_ui/note.tsx";
import { ActivationTry } from "./activation/activation-try.tsx";
import { signatureText } from "./skill-texts.ts";

const LINES = 12;
const sunken = "mono overflow-hidden rounded-2 border text-12 leading-[1.125rem]";

interface ModelViewProps {
  readonly skill: SkillDetail;
}

/** What a skill costs and shows before an agent activates it, and after. */
export function ModelView({ skill }: ModelViewProps) {
  const after = skill.bodyTokens + skill.functionTokens;
  return (
    <section aria-label="What the model sees" className="flex min-w-0 flex-col px-4 pb-6 max-xl:border-t">
      <div className="flex flex-wrap items-baseline gap-2 pt-3.5 pb-3">
        <h2 className="text-14">What the model sees</h2>
        <span className="num ml-auto text-12 text-text-3">
          {formatCount(skill.catalogueTokens)} then {formatCount(after)} tokens
        </span>
      </div>
      <Caption title="Before" text="one line in the catalogue" tokens={skill.catalogueTokens} />
      <p className={`${sunken} bg-surface-2 px-3 py-2.5 wrap-anywhere`}>
        {skill.name}: {skill.description}
      </p>
      <p className="flex h-11 items-center justify-center">
        <span className="mono inline-flex h-6 max-w-full items-center gap-1.5 rounded-1 bg-surface-3 px-2 text-11 text-text-2">
          <ArrowDown className="size-3" />
          <span className="truncate">activate_skill("{skill.name}")</span>
        </span>
      </p>
      <Caption title="After" text={afterText(skill.functions.length)} tokens={after} />
      <PartsBar
        label={`${formatCount(after)} tokens after activation`}
        className="mb-2.5"
        parts={[
          {
            label: "System prompt",
            value: skill.bodyTokens,
            valueText: formatCount(skill.bodyTokens),
            className: "bg-src-prompt",
          },
          {
            label: "Tool array",
            value: skill.functionTokens,
            valueText: formatCount(skill.functionTokens),
            className: "bg-src-skill",
          },
        ]}
      />
      <AddedLines lines={skill.body.split("\n").filter((line) => line.trim() !== "")} />
      {skill.functions.length > 0 ? <AddedLines lines={skill.functions.map(signatureText)} /> : null}
      <ActivationTry skill={skill} />
      <Note className="mt-3">From the turn after activation. The change breaks the prompt cache once.</Note>
    </section>
  );
}

function afterText(functions: number): string {
  if (functions === 0) return "its instructions";
  return functions === 1 ? "instructions and 1 function" : `instructions and ${functions} functions`;
}

interface CaptionProps {
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
}

function Caption({ title, text, tokens }: CaptionProps) {
  return (
    <h3 className="mb-1.5 flex items-baseline gap-2 tracking-normal">
      <span className="font-medium">{title}</span>
      <span className="text-12 font-normal text-text-3">{text}</span>
      <span className="num ml-auto text-12 font-normal text-text-2">{formatCount(tokens)}</span>
    </h3>
  );
}

interface AddedLinesProps {
  readonly lines: readonly string[];
}

function AddedLines({ lines }: AddedLinesProps) {
  const hidden = lines.length - LINES;
  return (
    <ul className={`${sunken} mb-2 bg-st-done-soft py-1`}>
      {lines.slice(0, LINES).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
        <Added key={index}>{line}</Added>
      ))}
      {hidden > 0 ? (
        <Added>
          <span className="text-text-2">
            {hidden === 1 ? "1 more line" : `${hidden} more lines`}, in SKILL.md
          </span>
        </Added>
      ) : null}
    </ul>
  );
}

interface AddedProps {
  readonly children: React.ReactNode;
}

function Added({ children }: AddedProps) {
  return (
    <li className="flex gap-2 px-2.5 py-px">
      <span className="w-3 flex-none text-center font-semibold text-st-done">+</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
