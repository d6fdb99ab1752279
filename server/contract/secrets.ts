import { z } from "zod";
import type { QuestionAnswer } from "./questions.ts";
import { toolListSchema } from "./tool-policy.ts";

/** As a secret is called in settings, in `{{secret:NAME}}` and by skills: also a valid name of an environment variable. */
export const secretNameSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "Letters, digits and _, beginning with a letter");

/** Shorter values occur by chance in ordinary text: they could not be hidden there. */
const SHORTEST_SECRET = 6;
export const LONGEST_SECRET = 65_536;

/** What stands where a secret was hidden; never a secret itself. */
export const REDACTED = "[REDACTED]";

/** What the answer to a request says once the value is in the vault. */
export const SECRET_STORED = "Stored";
export const STORED_ANSWER: QuestionAnswer = {
  answers: [{ selected: [SECRET_STORED], text: "", isSkipped: false }],
};

export const secretValueSchema = z
  .string()
  .min(SHORTEST_SECRET, `At least ${SHORTEST_SECRET} characters: a shorter one could not be hidden`)
  .max(LONGEST_SECRET)
  .refine((value) => !value.includes(REDACTED), `${REDACTED} stands for a secret; give the secret itself`)
  .refine((value) => !/\{\{\s*secret:/.test(value), "A secret cannot refer to another one");

/** `api.example.com`, `*.example.com`, with a port, or `*`. Only `http://` in front lets it travel unencrypted. */
const secretHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .regex(
    /^(\*|(http:\/\/)?(\*\.)?([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?)$/,
    "A host such as api.example.com, *.example.com or localhost:9000",
  );

const places = {
  /** Which tools may be handed it, as in every list of tools. None: no tool. */
  tools: toolListSchema.default([]),
  /** Where tools that send to an address may send it. None: nowhere. */
  hosts: z.array(secretHostSchema).max(100).default([]),
};

export const saveSecretInput = z.object({
  name: secretNameSchema,
  description: z.string().trim().max(500).default(""),
  ...places,
  /** Absent: the stored one stays. */
  value: secretValueSchema.optional(),
});
export type SaveSecretInput = z.output<typeof saveSecretInput>;

/** What a person is asked for by an agent: the value goes to the vault and nowhere else. */
export const secretRequestSchema = z.object({
  name: secretNameSchema,
  description: z.string().trim().max(500).default(""),
  ...places,
});
export interface SecretRequest extends z.output<typeof secretRequestSchema> {
  /** There is one of this name: its value and its places are replaced. */
  readonly isReplacing: boolean;
}

/** Who was handed a secret lately. */
export interface SecretUse {
  readonly tool: string;
  readonly agentName: string;
  readonly count: number;
  readonly lastAt: string;
}

/** A secret without its value. */
export interface SecretSummary {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Latest first; at most ten. */
  readonly uses: readonly SecretUse[];
}

/** The value and where it may be used, as the person decided. */
export const giveSecretInput = z.object({
  waitId: z.string(),
  value: secretValueSchema,
  ...places,
});
export type GiveSecretInput = z.output<typeof giveSecretInput>;
