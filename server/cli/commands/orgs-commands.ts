import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

export function listOrgs(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const orgs = await services.listOrgs();
    if (options.json) output.print(JSON.stringify(orgs));
    else if (orgs.length === 0)
      output.tell(`No orgs yet. Draw one in the browser, or make one: ${ownCommand()} org new --name NAME`);
    else
      output.print(
        toTable([
          ["slug", "name", "agents", "version"],
          ...orgs.map((org) => [org.slug, org.name, String(org.agentCount), String(org.version)]),
        ]),
      );
    return 0;
  });
}
