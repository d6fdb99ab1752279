import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

export function listNotices({ json }: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const notices = await services.listNotices();
    if (json) output.print(JSON.stringify(notices));
    else if (notices.length === 0) output.tell("Nobody told you anything new.");
    else {
      const rows = notices.map(({ id, at, agentName, orgName, title, body }) => [
        id,
        at,
        `${agentName}, ${orgName}`,
        title,
        body.replaceAll(/\s+/g, " "),
      ]);
      output.print(toTable([["notice", "when", "by", "about", "what"], ...rows]));
    }
    return 0;
  });
}

interface ReadOptions {
  /** Absent: all of them. */
  readonly id: string | undefined;
  readonly json: boolean;
}

export function readNotices({ id, json }: ReadOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const count = await services.markNoticesRead(id === undefined ? undefined : [id]);
    if (json) output.print(JSON.stringify({ count }));
    else output.tell(`${count} ${count === 1 ? "notice is" : "notices are"} read.`);
    return 0;
  });
}
