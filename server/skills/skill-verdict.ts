import { estimateTokenCount } from "tokenx";
import type { SkillFinding, SkillFunction } from "../contract/api.ts";
import { WHOLE_FOLDER } from "../contract/finding-place.ts";
import { catalogueLine } from "./catalogue-line.ts";
import type { SkillRecord } from "./skill-record.ts";

/** What a skill costs in the context of an agent, estimated. */
export interface SkillTokens {
  /** Its line in the catalogue, in every prompt of an agent that has it. */
  readonly catalogue: number;
  /** Its manual, once it is activated. */
  readonly body: number;
  /** Its functions in the tool array, once it is activated. */
  readonly functions: number;
}

/** The doctor's verdict on one skill, as `openhive skills validate --json` prints it. */
export interface SkillVerdict {
  readonly name: string;
  readonly loads: boolean;
  readonly findings: readonly {
    readonly level: SkillFinding["level"];
    readonly rule: string;
    /** Path inside the skill's folder; `.` where the folder as a whole is meant. */
    readonly file: string;
    /** Null where a finding is about no single line. */
    readonly line: number | null;
    readonly message: string;
    /** Null where a person has to decide. */
    readonly fix: string | null;
  }[];
  readonly functions: readonly SkillFunction[];
  readonly tokens: SkillTokens;
}

export function toTokens(record: SkillRecord): SkillTokens {
  const tools = record.functions.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return {
    catalogue: estimateTokenCount(catalogueLine(record)),
    body: estimateTokenCount(record.body),
    functions: tools.length === 0 ? 0 : estimateTokenCount(JSON.stringify(tools)),
  };
}

export function toVerdict(record: SkillRecord): SkillVerdict {
  return {
    name: record.name,
    loads: record.isUsable,
    findings: record.findings.map(({ level, rule, line, message, fix, file }) => ({
      level,
      rule,
      file: file ?? WHOLE_FOLDER,
      line: line ?? null,
      message,
      fix: fix ?? null,
    })),
    functions: record.functions,
    tokens: toTokens(record),
  };
}
