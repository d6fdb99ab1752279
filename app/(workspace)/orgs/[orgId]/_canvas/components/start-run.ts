import { toBase64 } from "@/app/_trpc/to-base64.ts";
import type { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { showToast } from "@/app/_ui/toast-store.ts";
import type { Budget } from "@/server/contract/budget.ts";
import { problemsOfTask, taskTarget } from "../model/own-task.ts";
import type { AutoSaver } from "../store/auto-saver.ts";
import type { EditorStore } from "../store/create-editor-store.ts";

interface RunStarter {
  readonly client: ReturnType<typeof useTRPCClient>;
  readonly store: EditorStore;
  readonly saver: AutoSaver;
}

/** What goes with the task. */
interface RunParts {
  readonly samples: readonly { readonly name: string }[];
  readonly files: readonly File[];
  readonly budget: Budget | undefined;
}

/** Saves what is not saved and starts a run; its id, or undefined when it was told why none can start. */
export async function startRun(
  { client, store, saver }: RunStarter,
  { samples, files, budget }: RunParts,
): Promise<string | undefined> {
  await saver.flush();
  const reason = refuseRun(store);
  if (reason !== undefined) {
    showToast({ kind: "fail", id: "run", text: reason });
    return undefined;
  }
  const { task, agentId, isPart } = taskTarget(store.getState());
  const { runId } = await client.runs.start.mutate({
    orgId: store.getState().orgId,
    task,
    ...(isPart ? { agentId } : {}),
    attachments: await Promise.all(files.map(toAttachment)),
    sampleFiles: samples.map((file) => file.name),
    budget,
  });
  return runId;
}

/** Why no run can start now; undefined when one can. */
function refuseRun(store: EditorStore): string | undefined {
  const { problems, save } = store.getState();
  if (taskTarget(store.getState()).task.trim() === "") return "Type a task first";
  const error = problemsOfTask(problems, store.getState()).find((problem) => problem.level === "error");
  if (error) return error.message;
  if (save.kind === "conflict") return "Someone saved another version. Choose which one runs first";
  if (save.kind === "offline")
    return "The server does not answer. The run can start when the connection is back";
  if (save.kind === "failed") return `The drawing is not saved: ${save.message}`;
  return undefined;
}

async function toAttachment(file: File) {
  const content = await toBase64(file);
  return { name: file.name, mediaType: file.type || "application/octet-stream", content };
}
