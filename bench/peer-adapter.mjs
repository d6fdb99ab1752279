// OpenHive as a subject of a comparison with other engines: the real engine on the real store, every event durable and delivered
// to a follower. `pids` names the database's processes, so that their work is counted too.
import { openEngineSubject } from "./engine-subject.ts";

export const pkgs = [];

let opening;
let subject;

export const childCall = (pattern) => ({
  name: "delegate_to",
  args: JSON.stringify({ assignee: pattern, task: `Work of ${pattern}` }),
});

export async function build(spec, { baseURL }) {
  opening ??= openEngineSubject({ baseUrl: baseURL });
  subject = await opening;
  const built = await subject.build(spec);
  return { run: (prompt, onText = () => undefined) => built.run(prompt, onText) };
}

export const pids = () => subject?.pids() ?? [];

/** The next `build` opens another one. */
export async function close() {
  const closing = opening;
  opening = undefined;
  subject = undefined;
  await (await closing)?.close();
}
