import { z } from "zod";

/** Model providers as the API takes and tells them. */

export const providerKinds = ["anthropic", "openai", "google", "openai-compatible"] as const;
export type ProviderKind = (typeof providerKinds)[number];
/** APIs that servers of OpenAI's kinds may speak: Chat Completions, OpenAI's Responses, Anthropic's Messages. */
export const providerWires = ["chat", "responses", "messages"] as const;
export type ProviderWire = (typeof providerWires)[number];
/** Kinds whose servers are asked over a wire of choice; the others have one. */
export const kindsWithWires: readonly ProviderKind[] = ["openai", "openai-compatible"];
export const saveProviderInput = z.object({
  id: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[a-z0-9-]+$/, "Small letters, digits and - only"),
  kind: z.enum(providerKinds),
  name: z.string().min(1).max(80),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Absent keeps the stored key; null removes it. */
  apiKey: z.string().min(1).max(1_000).nullable().optional(),
  models: z.array(z.string().min(1).max(200)).max(200).default([]),
  /** Sessions at work on it at the same time. Absent keeps what is stored; null removes the limit. */
  maxConcurrentSessions: z.number().int().min(1).max(10_000).nullable().optional(),
  /** Tokens that one request to a model may hold, by the model's name. Absent keeps what is stored. */
  contextTokens: z
    .record(z.string().min(1).max(200), z.number().int().min(1_000).max(100_000_000))
    .refine((sizes) => Object.keys(sizes).length <= 200, "At most 200 models")
    .optional(),
  /** The API that is spoken, for the kinds that have a choice. Absent keeps what is stored; null is the kind's own. */
  wire: z.enum(providerWires).nullable().optional(),
});
export type SaveProviderInput = z.output<typeof saveProviderInput>;
/** With `person` people answer, in the inbox. */
export type BuiltInKind = "rehearsal" | "person";
interface ProviderFacts {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
  readonly models: readonly string[];
  readonly isReady: boolean;
  /** Sessions that may be at work on it at the same time, as set in settings; null where no limit is set there. */
  readonly maxConcurrentSessions: number | null;
  /** Context sizes in tokens that were set in settings, by the model's name. */
  readonly contextTokens: Readonly<Record<string, number>>;
  /** The API that was chosen for it; null where it is the kind's own. */
  readonly wire: ProviderWire | null;
}
/** One that asks no server: it needs no key and costs nothing. */
export interface BuiltInProvider extends ProviderFacts {
  readonly source: "built-in";
  readonly kind: BuiltInKind;
}
export interface ServedProvider extends ProviderFacts {
  /** Why it is not used, whatever key and address it has; null where nothing stands against it. */
  readonly problem: string | null;
  /** Where key and address come from. */
  readonly source: "settings" | "environment";
  readonly kind: ProviderKind;
}
export type ProviderSummary = BuiltInProvider | ServedProvider;
