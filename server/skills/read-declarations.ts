import type { SkillFinding } from "../contract/api.ts";
import { secretNameSchema } from "../contract/secrets.ts";

/** What the `metadata` of a manual says that the skill's calls need. */
export interface Declarations {
  /** `openhive-network: public` is `*`; else names of hosts, each once, small. */
  readonly networkHosts: readonly string[];
  /** `openhive-secrets: NAME OTHER`: names in the vault, each once. */
  readonly secrets: readonly string[];
  readonly findings: readonly SkillFinding[];
}

/** Variables that say how programs run: a secret of such a name would change that. */
const RESERVED = /^(PATH|HOME|LANG|TMPDIR|PWD|LC_.*|LD_.*|DYLD_.*|PYTHON.*|NODE_.*|OPENHIVE_.*)$/i;

/** A name with a dot in it, or an address; `*.` in front stands for all below. */
const HOST = /^(\*\.)?[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$|^\[[0-9a-f:.]+\]$/;
const MOST_HOSTS = 50;

/** Where the manual says this name. */
export type PlaceOf = (name: string) => Required<Pick<SkillFinding, "file" | "line">>;

/** Reads them leniently: what cannot be a host or a secret's name is a finding. */
export function readDeclarations(metadata: unknown, placeOf: PlaceOf): Declarations {
  const fields =
    typeof metadata === "object" && metadata !== null ? new Map(Object.entries(metadata)) : new Map();
  const names = namesIn(fields.get("openhive-secrets"));
  const refused = names.filter((name) => !secretNameSchema.safeParse(name).success || RESERVED.test(name));
  const hosts = namesIn(fields.get("openhive-network")).map((name) => name.toLowerCase());
  const wrong = hosts.filter((host) => host !== "public" && !HOST.test(host));
  const right = hosts.filter((host) => !wrong.includes(host)).slice(0, MOST_HOSTS);
  return {
    networkHosts: right.includes("public") ? ["*"] : right,
    secrets: names.filter((name) => !refused.includes(name)),
    findings: [
      ...wrong.map((host) =>
        toWarning(
          "network-host",
          `openhive-network says "${host.slice(0, 100)}", which is neither public nor a host such as api.example.com.`,
          placeOf(host),
        ),
      ),
      ...refused.map((name) =>
        toWarning(
          "secret-name",
          `openhive-secrets names "${name.slice(0, 100)}", which cannot be a secret's name.`,
          placeOf(name),
        ),
      ),
    ],
  };
}

function toWarning(rule: string, message: string, place: ReturnType<PlaceOf>): SkillFinding {
  return { level: "warning", rule, message, ...place };
}

/** A text with blanks or commas between, or a list of such. */
function namesIn(value: unknown): readonly string[] {
  const texts = [value].flat().filter((text) => typeof text === "string");
  return [...new Set(texts.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== ""))];
}
