import { agentPath } from "../contract/agent-path.ts";
import type { AnsweredWait, OpenWait } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { WaitId } from "../contract/ids.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import type { Listed, WaitStore } from "../store/waits/wait-store.ts";

interface ListWaitsDeps {
  readonly waits: WaitStore;
  readonly versions: OrgVersionCache;
}

/** Requests with the faces of those through whom they come, from the drawing that their run is pinned to. */
export function createWaitLists({ waits, versions }: ListWaitsDeps) {
  const withPath = async <Wait extends OpenWait>({ from, ...wait }: Listed<Wait>) => {
    const document = await versions.read(from.orgId, from.orgVersion);
    return { ...wait, path: agentPath(document, from.agentId, from.depth) };
  };
  return {
    listOpenWaits: async (): Promise<readonly OpenWait[]> =>
      Promise.all((await waits.listOpen()).map((wait) => withPath<OpenWait>(wait))),
    getOpenWait: async (waitId: string): Promise<OpenWait> => {
      const wait = await waits.readOpen(waitId as WaitId);
      if (!wait)
        throw new AppError(
          "not_found",
          "This was answered meanwhile, or its agent does not wait for it any more.",
        );
      return withPath<OpenWait>(wait);
    },
    listAnsweredWaits: async (): Promise<readonly AnsweredWait[]> =>
      Promise.all((await waits.listAnswered()).map((wait) => withPath<AnsweredWait>(wait))),
  };
}
