import type { SkillFinding } from "../contract/api.ts";
import { secretNameSchema } from "../contract/secrets.ts";

/** What the `metadata` of a manual says that the skill's calls need. */
export interface Declarations {
  /** `openhive-network: public`. */
  readonly needsNetwork: boolean;
  /** `openhive-secrets: NAME OTHER`: names in the vault, each once. */
  readonly secrets: readonly string[];
  readonly findings: readonly SkillFinding[];
}

/** Variables that say how programs run: a secret of such a name would change that. */
const RESERVED = /^(PATH|HOME|LANG|TMPDIR|PWD|LC_.*|LD_.*|DYLD_.*|PYTHON.*|NODE_.*|OPENHIVE_.*)$/i;

/** Reads them leniently: what cannot be a secret's name is a finding. */
export function readDeclarations(metadata: unknown, file: string): Declarations {
  const fields =
    typeof metadata === "object" && metadata !== null ? new Map(Object.entries(metadata)) : new Map();
  const names = namesIn(fields.get("openhive-secrets"));
  const refused = names.filter((name) => !secretNameSchema.safeParse(name).success || RESERVED.test(name));
  return {
    needsNetwork: fields.get("openhive-network") === "public",
    secrets: names.filter((name) => !refused.includes(name)),
    findings: refused.map((name) => ({
      level: "warning",
      rule: "secret-name",
      message: `openhive-secrets names "${name.slice(0, 100)}", which cannot be a secret's name.`,
      file,
    })),
  };
}

/** A text with blanks or commas between, or a list. */
function namesIn(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.map(String) : [typeof value === "string" ? value : ""];
  return [...new Set(texts.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== ""))];
}
