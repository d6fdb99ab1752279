import { z } from "zod";
import type { SkillFinding } from "./api.ts";
import type { Json, JsonObject } from "./json.ts";
import { jsonObjectSchema } from "./json-schemas.ts";

/** Longest file that goes to or from a page with a try, in bytes, and all of them together. */
export const MAX_TRY_FILE = 10_000_000;
export const MAX_TRY_FILES = 25_000_000;

/** One try of a function by its author. */
export const trySkillInput = z.object({
  name: z.string().min(1).max(255),
  function: z.string().min(1).max(200),
  arguments: jsonObjectSchema.default({}),
  /** Files in the working folder, in base64. */
  files: z
    .array(z.object({ name: z.string().min(1).max(255), base64: z.string().max((MAX_TRY_FILE * 4) / 3 + 4) }))
    .max(20)
    .refine(
      (files) => files.reduce((sum, { base64 }) => sum + base64.length, 0) <= (MAX_TRY_FILES * 4) / 3 + 80,
      "The files are larger than 25 MB together",
    )
    .default([]),
  timeoutSeconds: z.number().int().min(1).max(600).default(120),
});
export type TrySkillInput = z.output<typeof trySkillInput>;

/** A file that a try made. */
export interface TryFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null where it is too large to be shown here. */
  readonly base64: string | null;
}

export interface SkillTryOutcome {
  readonly isOk: boolean;
  /** What it returned, as the model would read it; empty when it failed. */
  readonly output: string;
  /** The same as a value, for an example. */
  readonly data: Json;
  /** Why it failed, as the model would be told. */
  readonly problem: { readonly message: string; readonly hint: string } | null;
  /** What it printed, for people. */
  readonly logs: string;
  readonly durationMs: number;
  /** Bytes of memory that its processes had at most, as far as it was seen; null where nobody knows. */
  readonly peakMemory: number | null;
  readonly files: readonly TryFile[];
}

/** A file `examples/*.json` of a skill. */
export interface SkillExampleSummary {
  /** Path inside the skill. */
  readonly file: string;
  readonly description: string;
  /** The function or script it calls; empty where the file is no example. */
  readonly calls: string;
  /** What to put into the form; undefined for a script. */
  readonly arguments?: JsonObject;
  /** Texts of files in the working folder, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Why it is no example; empty when it is one. */
  readonly problem: string;
}

/** What came of one example, or of the unit tests. */
export interface SkillTestOutcome {
  readonly test: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly problem: string | null;
  readonly durationMs: number;
}

export const saveExampleInput = z.object({
  name: z.string().min(1).max(255),
  /** Name of the file without `.json`. */
  example: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "Small letters, digits and hyphens, such as two-lines"),
  /** As it stands in the file. */
  content: jsonObjectSchema,
});
export type SaveExampleInput = z.output<typeof saveExampleInput>;

export const mendSkillInput = z.object({
  name: z.string().min(1).max(255),
  /** Mends this rule alone; everything that is safe to mend when absent. */
  rule: z.string().max(100).optional(),
});
export type MendSkillInput = z.output<typeof mendSkillInput>;

/** What a mend does to one file. */
export interface SkillFileChange {
  /** Path inside the skill, as it is now. */
  readonly file: string;
  /** Its path afterwards, where it gets another name. */
  readonly newName: string | null;
  readonly before: string;
  readonly after: string;
}

/** What a mend would do, or did. */
export interface SkillMendPlan {
  readonly mends: readonly { readonly rule: string; readonly file: string; readonly mend: string }[];
  readonly changes: readonly SkillFileChange[];
}

export const readSkillFileInput = z.object({
  name: z.string().min(1).max(255),
  path: z.string().min(1).max(1_000),
});

/** A file of a skill, as a person looks at it. */
export interface SkillFileText {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Null for a file that is no text. */
  readonly text: string | null;
  /** Only its beginning is shown. */
  readonly isCut: boolean;
  /** What a model reads in it and a person does not see. */
  readonly hidden: readonly { readonly line: number; readonly what: string }[];
}

/** Largest archive that is sent from a page, in bytes. Larger ones are installed on the command line. */
export const MAX_SENT_ARCHIVE = 30_000_000;

export const newSkillInput = z.object({ name: z.string().trim().min(1, "Type a name").max(255) });

export const skillArchiveInput = z.object({
  /** Name of the file. */
  fileName: z.string().min(1).max(255),
  base64: z
    .string()
    .max((MAX_SENT_ARCHIVE * 4) / 3 + 4, "Larger than 30 MB: use npx openhive skills install"),
  /** Puts each skill in the place of one with its name. */
  isReplacing: z.boolean().default(false),
});
export type SkillArchiveInput = z.output<typeof skillArchiveInput>;

/** A skill of an archive, before or after it is installed. */
export interface ArchivedSkill {
  readonly name: string;
  readonly description: string;
  /** False for one that does not load: it is not installed. */
  readonly isUsable: boolean;
  readonly findings: readonly SkillFinding[];
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly functionNames: readonly string[];
  /** There is one of this name where it would be installed. */
  readonly isTaken: boolean;
}
