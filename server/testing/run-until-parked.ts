import { type HiveOptions, openHive } from "./open-hive.ts";
import { drawPlayedOrg } from "./played-org.ts";

/**
 * For waits that survive a restart: a run of `lead > a` in a process that closes as soon as `a` waits for a person.
 * Resolves with the run's id when nothing of that process is left.
 */
export async function runUntilParked(place: Omit<HiveOptions, "role">): Promise<string> {
  await using before = await openHive({ ...place, role: "all" });
  await using run = await before.run(await before.addOrg(drawPlayedOrg(["lead > a"])), "Get it done");
  await run.waitFor("session.parked", (event) => event.agent === "a");
  return run.runId;
}
