import { createTwoFilesPatch } from "diff";
import type { FieldChange, ItemChange, OrgDiff } from "../../contract/org-diff.ts";
import { diffOrgs, isEmptyDiff } from "../../contract/org-diff.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

interface OrgOptions {
  readonly org: string;
  readonly json: boolean;
}

/** Every version that is kept, newest first. */
export function listVersions({ org, json }: OrgOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const versions = await services.listOrgVersions((await services.getOrg(org)).id);
    if (json) output.print(JSON.stringify(versions));
    else
      output.print(
        toTable([
          ["version", "saved", "agents", "name"],
          ...versions.map((one) => [
            String(one.version),
            one.createdAt,
            String(one.agentCount),
            one.label ?? "",
          ]),
        ]),
      );
    return 0;
  });
}

export interface DiffOptions extends OrgOptions {
  readonly from: number;
  /** The newest one when absent. */
  readonly to: number | undefined;
}

/** What changed between two versions. Exits with 0 when nothing did, with 1 when something did, as diff does. */
export function diffVersions({ org, from, to, json }: DiffOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { id, document } = await services.getOrg(org);
    const before = await services.getOrgVersion(id, from);
    const after = to === undefined ? document : await services.getOrgVersion(id, to);
    const diff = diffOrgs(before, after);
    if (json) output.print(JSON.stringify(diff));
    else if (isEmptyDiff(diff)) output.tell("Nothing differs.");
    else for (const line of toLines(diff)) output.print(line);
    return isEmptyDiff(diff) ? 0 : 1;
  });
}

export function nameVersion(
  { org, version, name, json }: OrgOptions & { readonly version: number; readonly name: string },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    await services.nameOrgVersion({ orgId: (await services.getOrg(org)).id, version, label: name });
    if (json) output.print(JSON.stringify({ version, label: name }));
    else output.tell(`Version ${version} is called ${name}.`);
    return 0;
  });
}

export function restoreVersion(
  { org, version, json }: OrgOptions & { readonly version: number },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const saved = await services.restoreOrgVersion((await services.getOrg(org)).id, version);
    if (json) output.print(JSON.stringify(saved));
    else output.tell(`Version ${version} is restored as version ${saved.version}.`);
    return 0;
  });
}

const MARKS = { added: "+", removed: "-", changed: "~" } as const;

function toLines(diff: OrgDiff): readonly string[] {
  const parts: readonly (readonly [string, readonly ItemChange[]])[] = [
    ["agent", diff.agents],
    ["line", diff.lines],
    ["note", diff.notes],
    ["group", diff.groups],
  ];
  return [
    ...diff.settings.flatMap((change) => fieldLines(change, "")),
    ...parts.flatMap(([word, changes]) =>
      changes.flatMap(({ kind, name, fields }) => [
        `${MARKS[kind]} ${word} ${name}`,
        ...fields.flatMap((change) => fieldLines(change, "    ")),
      ]),
    ),
  ];
}

/** Texts of several lines as a patch, everything else as before and after. */
function fieldLines({ field, from, to }: FieldChange, indent: string): readonly string[] {
  if (typeof from === "string" && typeof to === "string" && `${from}${to}`.includes("\n")) {
    const patch = createTwoFilesPatch(field, field, `${from}\n`, `${to}\n`).split("\n").slice(3);
    return [`${indent}${field}:`, ...patch.filter((line) => line !== "").map((line) => `${indent}  ${line}`)];
  }
  return [`${indent}${field}: ${say(from)} -> ${say(to)}`];
}

function say(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
