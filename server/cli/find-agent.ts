import { AppError } from "../contract/app-error.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { Services } from "../contract/services.ts";

export interface AgentQuery {
  /** Name or id. */
  readonly agent: string;
  /** Slug or id; absent: all orgs are looked through. */
  readonly org: string | undefined;
}

export interface FoundAgent {
  readonly document: OrgDocument;
  readonly agentId: string;
}

/** Throws `not_found`, naming who there is, and `conflict` where the name fits several. */
export async function findAgent(
  services: Pick<Services, "getOrg" | "listOrgs">,
  { agent, org }: AgentQuery,
): Promise<FoundAgent> {
  const slugs = org === undefined ? (await services.listOrgs()).map(({ slug }) => slug) : [org];
  const details = await Promise.all(slugs.map((slug) => services.getOrg(slug)));
  const found = details.flatMap(({ slug, document }) =>
    document.agents
      .filter(({ id, name }) => id === agent || name.toLowerCase() === agent.toLowerCase())
      .map(({ id, name }) => ({ slug, document, agentId: id, name })),
  );
  const [only] = found;
  if (!only) {
    const names = details.flatMap(({ document }) => document.agents.map(({ name }) => name));
    throw new AppError(
      "not_found",
      `There is no agent ${agent}. There are: ${names.slice(0, 50).join(", ") || "none"}.`,
    );
  }
  if (found.length > 1) {
    const places = found.map(({ slug, agentId }) => `${slug} (${agentId})`).join(", ");
    throw new AppError(
      "conflict",
      `${agent} is in several places: ${places}. Say which: --org, or the agent's id.`,
    );
  }
  return only;
}
