import { ownValue } from "@/server/contract/own-value.ts";
import { toRates } from "../../../_ui/to-rates.ts";
import {
  NO_PROVIDER_RULE,
  type ProviderRuleDraft,
  type RulesDraft,
  toLines,
  toNames,
} from "./rules-draft.ts";

/** A choice that was made here and otherwise elsewhere: what was chosen here stands. */
export interface RulesClash {
  readonly field: (typeof CHOICES)[number];
  /** The provider's id, where the choice holds for its models alone. */
  readonly provider: string | undefined;
  /** What it is elsewhere now. */
  readonly theirs: string;
}

/** A draft that was put on top of other rules than it began from. */
export interface RebasedDraft {
  readonly draft: RulesDraft;
  readonly clashes: readonly RulesClash[];
}

const CHOICES = ["profile", "security", "ask", "destructive"] as const;

/**
 * Puts what a person changed since `from` on top of what the rules are by now. What was changed on one side alone is taken from there; a
 * list has what it has elsewhere, without what was removed here and with what was added here.
 */
export function rebaseDraft(mine: RulesDraft, from: RulesDraft, theirs: RulesDraft): RebasedDraft {
  const versions = { mine, from, theirs };
  const names = (field: NameList): string => mergeList(at(versions, field), toNames);
  const providers = Object.keys({ ...theirs.byProvider, ...mine.byProvider }).map((id) => {
    const rules = providerRules(versions, id);
    return { id, profiles: at(rules, "profile"), allow: mergeList(at(rules, "allow"), toNames) };
  });
  return {
    draft: {
      profile: mergeChoice(at(versions, "profile")),
      allow: names("allow"),
      deny: names("deny"),
      alsoAllow: names("alsoAllow"),
      subAgentDeny: names("subAgentDeny"),
      leafDeny: names("leafDeny"),
      byProvider: Object.fromEntries(
        providers.map(({ id, profiles, allow }) => [id, { profile: mergeChoice(profiles), allow }]),
      ),
      security: mergeChoice(at(versions, "security")),
      ask: mergeChoice(at(versions, "ask")),
      destructive: mergeChoice(at(versions, "destructive")),
      allowlist: mergeList(at(versions, "allowlist"), toLines),
      tools: names("tools"),
      rates: mergeList(at(versions, "rates"), toRates),
    },
    clashes: [
      ...CHOICES.filter((field) => isClash(at(versions, field))).map((field) => ({
        field,
        provider: undefined,
        theirs: theirs[field],
      })),
      ...providers
        .filter(({ profiles }) => isClash(profiles))
        .map(({ id, profiles }) => ({ field: CHOICES[0], provider: id, theirs: profiles.theirs })),
    ],
  };
}

type NameList = "allow" | "deny" | "alsoAllow" | "subAgentDeny" | "leafDeny" | "tools";

/** The same thing as it is here, as it was when the draft began, and as it is elsewhere. */
interface Versions<Value> {
  readonly mine: Value;
  readonly from: Value;
  readonly theirs: Value;
}

function at<Value, Field extends keyof Value>(
  { mine, from, theirs }: Versions<Value>,
  field: Field,
): Versions<Value[Field]> {
  return { mine: mine[field], from: from[field], theirs: theirs[field] };
}

function providerRules(
  { mine, from, theirs }: Versions<RulesDraft>,
  id: string,
): Versions<ProviderRuleDraft> {
  const ruleOf = ({ byProvider }: RulesDraft): ProviderRuleDraft =>
    ownValue(byProvider, id) ?? NO_PROVIDER_RULE;
  return { mine: ruleOf(mine), from: ruleOf(from), theirs: ruleOf(theirs) };
}

function mergeChoice<Value>({ mine, from, theirs }: Versions<Value>): Value {
  return mine === from ? theirs : mine;
}

function isClash<Value>({ mine, from, theirs }: Versions<Value>): boolean {
  return mine !== from && theirs !== from && mine !== theirs;
}

function mergeList(
  { mine, from, theirs }: Versions<string>,
  toEntries: (text: string) => readonly string[],
): string {
  // As it is being typed, or as it was.
  if (theirs === from) return mine;
  const [own, before] = [new Set(toEntries(mine)), new Set(toEntries(from))];
  const kept = toEntries(theirs).filter((entry) => own.has(entry) || !before.has(entry));
  const added = [...own].filter((entry) => !before.has(entry));
  return [...new Set([...kept, ...added])].join("\n");
}
