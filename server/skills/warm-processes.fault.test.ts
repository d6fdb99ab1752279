import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSkillBench, manual, PROJECT, type SkillBench } from "../testing/skill-bench.ts";

const PYTHON = `
import os, sys, time
KEPT = []
def remember(word: str) -> list:
    """Remembers."""
    KEPT.append(word)
    os.environ["LEAK"] = word
    open(os.path.join(os.environ["TMPDIR"], word), "w").close()
    open("." + word, "w").close()
    return [KEPT, sorted(os.listdir(os.environ["TMPDIR"])), sorted(n for n in os.listdir(".") if n != ".openhive-tmp")]
def seen() -> list:
    """What is seen."""
    return ["work" in sys.modules, os.environ.get("LEAK"), os.getcwd()]
def sleep() -> None:
    """Sleeps."""
    yield "asleep"
    time.sleep(60)
`;

async function bench(): Promise<SkillBench> {
  const made = await createSkillBench({
    granted: ["work"],
    folder: { "work/SKILL.md": manual("work"), "work/scripts/work.py": PYTHON },
  });
  await made.call("activate_skill", { name: "work" });
  return made;
}

/** Supervisors that this process started below a working folder, by the folder's path in their environment. */
function supervisors(workPath: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("supervise.py") &&
          readFileSync(`/proc/${pid}/environ`, "utf8").includes(workPath)
        );
      } catch {
        return false;
      }
    });
}

/** The death of one may take another along before it is its turn. */
function killSupervisors(workPath: string): void {
  for (const pid of supervisors(workPath)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

const waiting = (one: SkillBench): number => readdirSync(one.workPath).length;

test("calls share nothing, though the processes that run them were started ahead", async () => {
  await using one = await bench();
  const results: unknown[] = [];
  for (const word of ["first", "second", "third"]) {
    results.push((await one.call("remember", { word })) as unknown);
    await expect.poll(() => waiting(one)).toBeGreaterThan(0);
  }
  expect(results).toMatchObject([
    { data: [["first"], ["first"], [".first"]] },
    { data: [["second"], ["second"], [".second"]] },
    { data: [["third"], ["third"], [".third"]] },
  ]);
  expect(await one.call("seen", {})).toMatchObject({ data: [true, null, expect.any(String)] });
});

test("a process that is killed in the middle of a call is a clear error, and the next call works", async () => {
  await using one = await bench();
  await one.call("seen", {});
  await expect.poll(() => supervisors(one.workPath).length).toBeGreaterThan(0);
  const call = one.call("sleep", {});
  await expect.poll(() => one.events.some(({ type }) => type === "skill.progress")).toBe(true);
  killSupervisors(one.workPath);
  expect(await call).toMatchObject({
    status: "error",
    code: "tool_failed",
    message: expect.stringContaining("ended its process without an answer"),
  });
  expect(await one.call("seen", {})).toMatchObject({ status: "ok" });
});

test("a process that was killed while it waited is not used", async () => {
  await using one = await bench();
  await one.call("seen", {});
  await expect.poll(() => supervisors(one.workPath).length).toBeGreaterThan(0);
  // How many wait depends on the machine, and they are started one after the other: each is killed as it comes.
  const left = (): readonly number[] => {
    killSupervisors(one.workPath);
    return supervisors(one.workPath);
  };
  await expect.poll(left).toEqual([]);
  expect(await one.call("seen", {})).toMatchObject({ status: "ok" });
});

test("closing ends what waits and removes its folder", async () => {
  const one = await bench();
  await one.call("seen", {});
  await expect.poll(() => waiting(one)).toBeGreaterThan(0);
  await one.skills.close();
  expect(supervisors(one.workPath)).toEqual([]);
  expect(waiting(one)).toBe(0);
  await one[Symbol.asyncDispose]();
});

test("what waits ends with its server, also when that is killed", async () => {
  const script = `
    import { createSkillBench, manual } from ${JSON.stringify(join(PROJECT, "server/testing/skill-bench.ts"))};
    const bench = await createSkillBench({ granted: ["work"], folder: {
      "work/SKILL.md": manual("work"), "work/scripts/work.py": ${JSON.stringify(PYTHON)} } });
    await bench.call("activate_skill", { name: "work" });
    await bench.call("seen", {});
    console.log(bench.workPath);
    setInterval(() => undefined, 1_000);`;
  const server = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: PROJECT });
  const workPath = await new Promise<string>((resolve) =>
    server.stdout.once("data", (text) => resolve(String(text).trim())),
  );
  await expect.poll(() => supervisors(workPath).length).toBeGreaterThan(0);
  server.kill("SIGKILL");
  await expect.poll(() => supervisors(workPath)).toEqual([]);
  execFileSync("rm", ["-rf", join(workPath, "..")]);
});
