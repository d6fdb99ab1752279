import type { OrgXray } from "../../contract/org-xray.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

/** What an org could do at worst. Exits with 1 when a problem would stop a run. */
export function xrayOrg(
  { org, json }: { readonly org: string; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const xray = await services.xrayOrg((await services.getOrg(org)).document);
    if (json) output.print(JSON.stringify(xray));
    else tell(xray, output);
    return xray.problems.some((problem) => problem.level === "error") ? 1 : 0;
  });
}

function tell(
  { problems, deepest, widest, sessions, modelCalls, cost, agents }: OrgXray,
  output: Output,
): void {
  for (const { level, message } of problems) output.print(`${level}: ${message}`);
  const dollars = cost.dollars === null ? "not known" : `$${cost.dollars.toFixed(2)}`;
  output.print(
    toTable([
      ["model calls", String(modelCalls)],
      ["sessions", String(sessions)],
      ["at the same time", String(widest)],
      ["deepest", deepest.join(" > ")],
      ["cost at most", `${dollars}${cost.isBudgeted ? ", by budget" : ""} (prices of ${cost.pricesAsOf})`],
      ...(cost.unpriced.length > 0 ? [["without a price", cost.unpriced.join(", ")]] : []),
    ]),
  );
  output.print("");
  output.print(
    toTable([
      ["agent", "depth", "sessions", "model calls"],
      ...agents.map((agent) => [
        agent.name,
        String(agent.depth),
        String(agent.sessions),
        String(agent.modelCalls),
      ]),
    ]),
  );
}
