import { createWorkspaceQueue } from "../engine/workspace-lock.ts";
import { createWorkspaceLocks } from "../store/workspace-locks/workspace-locks.ts";

// A process of its own for tests: enters a workspace, says so, and says when it is not alone in it any more.
const [url = "", worker = "", idle = ""] = process.argv.slice(2);
const locks = createWorkspaceLocks({
  url,
  applicationName: "openhive-holder",
  queue: createWorkspaceQueue(),
  idle: Number(idle),
});
const place = await locks.of(Number(worker)).enter("run", new AbortController().signal);
process.stdout.write("in\n");
place.lost?.addEventListener("abort", () => process.stdout.write("lost\n"));
process.stdin.on("end", () => process.exit(0)).resume();
