import type { SkillDetail, SkillSummary } from "../contract/api.ts";
import type { SkillFolderState } from "../contract/skill-folders.ts";
import type { Sandbox } from "../security/child-process/sandbox.ts";
import { OPEN } from "./describe-limits.ts";
import type { SkillEnvironments } from "./environments/skill-environments.ts";
import { withoutInstalled } from "./environments/without-installed.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillNews } from "./skill-news.ts";
import type { SkillRecord } from "./skill-record.ts";
import { toTokens } from "./skill-verdict.ts";

/** Skills as the pages show them. `usedBy` is 0 and `users` is empty: who is granted what is known elsewhere. */
export interface SkillPages {
  list(): Promise<readonly SkillSummary[]>;
  /** Where skills are looked for, in order of precedence. */
  folders(): Promise<readonly SkillFolderState[]>;
  detail(name: string): Promise<SkillDetail | undefined>;
}

/** What a server knows besides the folders. */
interface ServerParts {
  readonly news: Pick<SkillNews, "formerNames" | "note">;
  readonly sandbox: Pick<Sandbox, "state">;
}

export function createSkillPages(
  catalogue: SkillCatalogue,
  environments: Pick<SkillEnvironments, "state">,
  server?: ServerParts,
): SkillPages {
  const summaryOf = async (record: SkillRecord): Promise<SkillSummary> => {
    const summary = toSummary(await withoutInstalled(record, environments));
    const formerNames = server?.news.formerNames(record.name) ?? [];
    return formerNames.length === 0 ? summary : { ...summary, formerNames };
  };
  return {
    async list() {
      const records = await catalogue.list();
      server?.news.note(records);
      return Promise.all(records.map(summaryOf));
    },
    folders: catalogue.roots,
    async detail(name) {
      const record = await catalogue.find(name);
      if (!record) return undefined;
      const detail = toDetail(await withoutInstalled(record, environments));
      const isOpen = server !== undefined && !(await server.sandbox.state()).isOn;
      return isOpen ? { ...detail, unguarded: OPEN } : detail;
    },
  };
}

function toSummary(record: SkillRecord): SkillSummary {
  const { name, description, root, revision, isUsable, findings, functions } = record;
  return {
    name,
    description,
    root,
    revision,
    isUsable,
    findings,
    functionCount: functions.length,
    usedBy: 0,
    hides: record.hides ?? [],
  };
}

function toDetail(record: SkillRecord): SkillDetail {
  const tokens = toTokens(record);
  return {
    ...toSummary(record),
    folder: record.folder,
    users: [],
    body: record.body,
    files: record.files,
    functions: record.functions,
    catalogueTokens: tokens.catalogue,
    bodyTokens: tokens.body,
    functionTokens: tokens.functions,
    needsNetwork: record.networkHosts.length > 0,
  };
}
