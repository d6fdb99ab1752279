import type { OrgId } from "../../contract/ids.ts";

/** What an org's part of the database is called. All three are safe to stand in SQL as quoted identifiers. */
export interface TeamNames {
  readonly schema: string;
  readonly reader: string;
  readonly writer: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws on anything that is no UUID: an org id is made by OpenHive, so another form is a mistake, not input. */
export function toTeamNames(orgId: OrgId): TeamNames {
  const id = orgId.toLowerCase();
  if (!UUID.test(id)) throw new Error("An org id must be a UUID to have a team database");
  const schema = `team_${id.replaceAll("-", "")}`;
  return { schema, reader: `${schema}_reader`, writer: `${schema}_writer` };
}
