// biome-ignore-all lint/suspicious/noTemplateCurlyInString: These are expansions of the shell.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CallId, RunId } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/json.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { createInterpreter } from "../../../skills/interpreter.ts";
import { HELPERS } from "../../../testing/skill-bench.ts";
import { createTestShelf, ROOMY } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createCommandRunner } from "./create-command-runner.ts";
import type { ShellSandbox } from "./shell-place.ts";
import { createShellTools } from "./shell-tools.ts";

const ORG = "00000000-0000-4000-8000-000000000001";
const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";
let base: string;
let root: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-shell-test-")));
  root = join(base, "run-run");
  await mkdir(join(root, "src"), { recursive: true });
  await writeFile(join(root, "src", "a.txt"), "one\ntwo\n");
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function openBench(sandbox: ShellSandbox, searchPath = SYSTEM_PATH, limits = ROOMY) {
  const interpreter = createInterpreter("python3", SYSTEM_PATH);
  const runner = createCommandRunner({
    sandbox,
    hasNetwork: false,
    image: "example/image:1",
    engineVariables: { HOME: "/home/of-the-server" },
    searchPath,
    helpersPath: HELPERS,
    python: () => interpreter.resolve(),
    programFolders: () => interpreter.folders(),
  });
  const bench = await createToolBench(
    createShellTools({ shelf: createTestShelf(base, limits), runner, searchPath }),
  );
  const call = async (name: string, input: Json): Promise<string> =>
    resultText((await bench.call(name, input)) as SettledResult);
  return { ...bench, runner, ask: call, shell: (command: string) => call("run_shell", { command }) };
}

test.each(["bubblewrap", "off"] as const)(
  "a command fills the workspace to its limit and no further, is stopped, and what is removed makes room (%s)",
  async (sandbox) => {
    const { shell } = await openBench(sandbox, SYSTEM_PATH, { bytes: 3_000_000, files: 60 });
    expect(await shell("head -c 9000000 /dev/zero > big; echo code $?; wc -c < big")).toMatch(
      /code 1.*\n2\d{6}\n/s,
    );
    expect(await shell("rm big; echo ok")).toContain("ok");
    const many = await shell("for i in {1..4000}; do head -c 90000 /dev/zero > f$i; sleep 0.02; done");
    expect(many).toContain("filled the workspace");
    expect(many).toContain("it may hold 3 MB in 60. Remove what is no longer needed");
    const full = await shell("ls | wc -l");
    expect(full).toContain("The workspace holds");
    expect(await shell("sleep 1.5; echo slept")).toContain("slept");
    expect(await shell("rm f*; echo cleared")).not.toContain("The workspace holds");
    expect(await shell("mkdir d; for i in {1..4000}; do : > d/$i; sleep 0.01; done")).toContain(
      "filled the workspace",
    );
  },
);

/** A call with a signal and secrets of its own. */
async function callWith(tools: readonly BoundTool[], input: Json, context: Partial<ToolContext>) {
  const bound = tools.find(({ name }) => name === "run_shell")?.bind(input);
  if (!bound?.ok) throw new Error("The call does not fit");
  const scope = { orgId: ORG, agent: { limits: {} } } as unknown as ToolContext["scope"];
  const full = {
    scope,
    runId: "run" as RunId,
    callId: "c" as CallId,
    signal: new AbortController().signal,
    ...context,
  };
  return resultText((await bound.value(full as ToolContext)) as SettledResult);
}

test.each(["bubblewrap", "off"] as const)(
  "a command runs in the workspace and tells how it ended (%s)",
  async (sandbox) => {
    const { shell, ask } = await openBench(sandbox);
    expect(await shell("wc -l < src/a.txt && pwd")).toBe(`Exit code 0.\n2\n${root}\n`);
    expect(await shell("ls nothing-here 2>/dev/null")).toBe("Exit code 2. It printed nothing.");
    expect(await ask("run_shell", { command: "pwd; cat < a.txt", cwd: "src" })).toBe(
      `Exit code 0.\n${root}/src\none\ntwo\n`,
    );
    expect(await ask("exec", { command: "echo out; echo err >&2" })).toBe("out\n\nSTDERR:\nerr\n");
    expect(await ask("exec", { command: "true" })).toContain("printed nothing");
    expect(await ask("exec", { command: "exit 3" })).toContain("Exit code 3");
    expect(await shell("echo hi > made.txt; echo done")).toContain("done");
    expect(await readFile(join(root, "made.txt"), "utf8")).toBe("hi\n");
    expect(await shell("mktemp > name.txt; [[ $(< name.txt) == $TMPDIR/* ]] && echo apart")).toContain(
      "apart",
    );
    expect((await readdir(root)).toSorted()).toEqual(["made.txt", "name.txt", "src"]);
  },
);

test("a command that starts ever more processes is stopped in bubblewrap", async () => {
  const { ask } = await openBench("bubblewrap");
  await writeFile(join(root, "many.sh"), "for i in $(seq 2000); do sleep 60 & done; wait\n");
  expect(await ask("run_shell", { command: "bash many.sh", timeout: 20 })).toMatch(
    /more than 256 processes|Resource temporarily unavailable/,
  );
});

test("what is not the workspace's is out of reach in bubblewrap", async () => {
  const { shell } = await openBench("bubblewrap");
  await writeFile(join(base, "outside.txt"), "OUTSIDE");
  expect(await shell(`wc -c ${base}/outside.txt; ls ${base}`)).not.toContain("OUTSIDE");
  await shell(`echo x > ${base}/new.txt`);
  await expect(readFile(join(base, "new.txt"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(await shell('d=$(echo /usr); echo x > "$d/x"; echo code $?')).toContain("code 1");
  expect(await shell("ls /home /root 2>&1 | wc -l; ls /proc | grep -c '^[0-9]'")).not.toContain(
    String(process.pid),
  );
  expect(await shell("python3 -m http.server --help > /dev/null; ls /sys/class 2>&1")).toContain(
    "safety rules",
  );
});

test("commands get no variable of the server and keep no output but the end", async () => {
  const { shell, tools } = await openBench("off");
  expect(await shell("echo [$OPENHIVE_X] $HOME")).toContain("safety rules");
  expect(await shell("echo $HOME")).toContain(root);
  const long = await shell("for i in $(seq 1 20000); do echo line $i; done");
  expect(long.length).toBeLessThan(31_000);
  expect(long.length).toBeGreaterThan(29_000);
  expect(long).toMatch(/not shown\]\nline \d+\n/);
  expect(long).toContain("line 20000");
  expect(long).toContain("earlier characters");
  const secrets = new Map([["deploy.key", "va'l\"ue $x"]]);
  const command = 'printf "%s" "{{secret:deploy.key}}" | wc -c; echo \'{{secret:deploy.key}}\'';
  expect(await callWith(tools, { command }, { secrets })).toBe("Exit code 0.\n10\n${HIVE_VALUE_1}\n");
});

test.each(["off", "bubblewrap"] as const)(
  "a command ends at its time limit and at a stop, with everything it had started (%s)",
  async (sandbox) => {
    const { ask, tools } = await openBench(sandbox);
    const mark = `sleep 61${Date.now() % 10_000}`;
    expect(await ask("run_shell", { command: `(setsid ${mark} &) ; ${mark}`, timeout: 1 })).toContain(
      "Stopped after 1 s",
    );
    const stop = new AbortController();
    const running = callWith(
      tools,
      { command: `touch started; (setsid nohup ${mark} &); ${mark}` },
      { signal: stop.signal },
    );
    await expect.poll(() => readFile(join(root, "started"), "utf8").catch(() => undefined)).toBe("");
    stop.abort();
    expect(await running).toContain("stopped");
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    expect(stdout.split("\n").filter((line) => line === mark)).toEqual([]);
  },
);

test("what never runs, what other tools are for and folders outside are refused in words", async () => {
  const { shell, ask } = await openBench("off");
  expect(await shell("rm -rf src")).toContain("deleting without asking");
  expect(await shell("cat src/a.txt")).toContain("Use read_file");
  expect(await shell("grep -rn one src")).toContain("Use grep");
  expect(await shell("grep -rn one src | sort")).toContain("one");
  expect(await shell("curl -s https://example.com")).toContain("web_fetch");
  expect(await shell("git commit --no-verify -m x")).toContain("not skipped");
  expect(await shell("HUSKY=0 git commit -m x")).toContain("not skipped");
  expect(await ask("exec", { command: "cat src/a.txt" })).toBe("one\ntwo\n");
  await symlink("/etc", join(root, "out"));
  for (const cwd of ["..", "/etc", "out", "nowhere", "src/a.txt"])
    expect(await ask("run_shell", { command: "pwd", cwd })).toContain("no such folder");
});

test("what never runs does not run out of a script that an agent wrote either", async () => {
  const { shell, call } = await openBench("off");
  await writeFile(join(root, "clean.sh"), "touch begun\nrm -rf src\n");
  expect(await shell("bash clean.sh")).toContain("In clean.sh: The safety rules");
  // So that the audit has it, as it has a command that says the same itself.
  expect(await call("run_shell", { command: "bash clean.sh" })).toMatchObject({ refusedBy: "commands" });
  expect((await readdir(root)).toSorted()).toEqual(["clean.sh", "src"]);
  await writeFile(join(root, "count.sh"), "wc -l < src/a.txt\n");
  expect(await shell("bash count.sh")).toContain("2");
});

test("a call is known by its programs and their exact arguments", async () => {
  const { tools } = await openBench("off");
  const tool = tools.find(({ name }) => name === "exec");
  const scope = { orgId: ORG } as ToolContext["scope"];
  const context = { scope, runId: "run" as RunId } as ToolContext;
  const identify = (command: string) => tool?.identify?.({ command }, context);
  const programs = async (command: string) =>
    (await identify(command))?.identities.map(({ executable }) => executable);
  const env = await realpath("/usr/bin/env");
  const ls = await realpath("/usr/bin/ls");
  expect(await programs("env A=1 ls | nosuch; cd src")).toEqual([env, ls, "(not found)/nosuch", "bash/cd"]);
  await writeFile(join(root, "git"), "#!/bin/sh\n");
  await chmod(join(root, "git"), 0o755);
  expect(await programs("./git status")).toEqual([join(root, "git")]);
  const shape = async (command: string) => (await identify(command))?.identities[0]?.shape;
  expect(await shape("ls -l src")).toBe(await shape("ls  '-l' src"));
  const different = await Promise.all(
    [
      "ls -l src",
      "ls -l src2",
      "ls -l > src",
      "A=1 ls -l src",
      "echo x | ls -l src",
      "ls -l *",
      "ls -l *; true",
    ].map(
      async (command) =>
        (await identify(command))?.identities.find(({ executable }) => executable === ls)?.shape,
    ),
  );
  expect(new Set(different).size).toBe(different.length);
  expect(await identify("rm -rf src")).toMatchObject({
    identities: [],
    refusal: expect.stringContaining("deleting"),
  });
});

test.each([
  ["rm notes.txt", true],
  ["ls && unlink notes.txt", true],
  ["git reset --hard", true],
  // Refused by name, so that nobody has to be asked.
  ["git clean -fd", false],
  ["git push --force", true],
  ["pip install requests", true],
  ["python3 -m pip install requests", true],
  ["npm install left-pad", true],
  ["npx cowsay", true],
  ["git rm -r src", true],
  ["git rm --cached -r src", false],
  ["dropdb app", true],
  ["mysqladmin drop app", true],
  ["sqlite3 a.db 'drop table x'", true],
  ["psql -c 'delete from x'", true],
  ["psql -c 'delete from x where id = 1'", false],
  ["psql -c 'select 1'", false],
  ["mongosh app --eval 'db.dropDatabase()'", true],
  ["mongosh app --eval 'db.users.find()'", false],
  ["git push --force-with-lease", false],
  ["git push", false],
  ["npm test", false],
  ["pip show x", false],
  ["npm config get registry", false],
  ["git clean --dry-run -fdx", false],
  ["npm run install-hooks", false],
  ["go test ./...", false],
  ["cargo build", false],
  ["ls", false],
  ["not closed '", false],
])("whether %s is asked about: %s", async (command, expected) => {
  const { tools } = await openBench("off");
  expect(tools.map((tool) => tool.destroys?.({ command }))).toEqual([expected, expected]);
});

/** Stands for docker: writes down its arguments and does as it is told. */
async function fakeDocker(script: string): Promise<string> {
  const bin = join(base, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(
    join(bin, "docker"),
    `#!/bin/sh\nprintf '%s\\n' "$@" >> ${base}/calls\necho -- >> ${base}/calls\n${script}\n`,
  );
  await chmod(join(bin, "docker"), 0o755);
  return `${bin}:${SYSTEM_PATH}`;
}

test("in docker a command gets a closed container, which is removed after it", async () => {
  const path = await fakeDocker('[ "$1" = run ] && echo "value: $HIVE_VALUE_1, home: $HOME"; exit 0');
  const { tools } = await openBench("docker", path);
  const secrets = new Map([["k", "s3cret"]]);
  expect(await callWith(tools, { command: "echo {{secret:k}}", cwd: "src" }, { secrets })).toContain(
    "value: s3cret",
  );
  const calls = (await readFile(join(base, "calls"), "utf8"))
    .split("--\n")
    .map((one) => one.trim().split("\n"));
  const [started = [], removed = []] = calls;
  expect(started.join(" ")).toMatch(/^run --rm --init --name openhive-shell-[\w-]+ --read-only/);
  for (const part of [
    "--network none",
    "--cap-drop ALL",
    "--security-opt no-new-privileges",
    "--memory 512m",
    "--cpus 1",
    `--volume ${root}:/workspace`,
    "--workdir /workspace/src",
    "--env HIVE_VALUE_1",
    "example/image:1 bash",
  ])
    expect(started.join(" ")).toContain(part);
  expect(started.join(" ")).not.toContain("s3cret");
  expect(removed).toEqual(["rm", "--force", started[started.indexOf("--name") + 1]]);
  expect(started.join(" ")).not.toContain("/home/of-the-server");
});

test("a container is asked for no limit above those of the process that starts it", async () => {
  const path = await fakeDocker('[ "$1" = run ] && cat /proc/self/limits; exit 0');
  const { shell } = await openBench("docker", path);
  const held = await shell("ls");
  const hard = (name: string): number => Number(new RegExp(`^${name} +\\S+ +(\\d+)`, "m").exec(held)?.[1]);
  const calls = await readFile(join(base, "calls"), "utf8");
  const asked = new Map(
    Array.from(calls.matchAll(/^(\w+)=(\d+)$/gm), ([, name, most]) => [name, Number(most)]),
  );
  expect([...asked.keys()]).toEqual(["fsize", "nofile", "core"]);
  expect(asked.get("fsize")).toBeLessThanOrEqual(hard("Max file size"));
  expect(asked.get("nofile")).toBeLessThanOrEqual(hard("Max open files"));
  expect(asked.get("core")).toBeLessThanOrEqual(hard("Max core file size"));
});

test.each([
  ["a program that is not there", 127, "bash: line 1: nosuch: command not found"],
  ["a file that is no program", 126, "bash: line 1: ./notes.txt: Permission denied"],
  ["its own trouble", 125, "timeout: failed to run"],
])("in docker a command that ends with %s has failed, and docker has not", async (_what, code, said) => {
  const { shell } = await openBench(
    "docker",
    await fakeDocker(`[ "$1" = run ] && echo '${said}' >&2 && exit ${code}`),
  );
  expect(await shell("nosuch")).toContain(`Exit code ${code}.`);
});

test("a place that does not work runs nothing and says what to do", async () => {
  const broken = await openBench(
    "docker",
    await fakeDocker("echo 'docker: Cannot connect to the daemon.' >&2; exit 125"),
  );
  expect(await broken.shell("touch made")).toMatch(
    /docker, which does not work here. docker: Cannot connect.*OPENHIVE_SHELL_SANDBOX/,
  );
  expect(await broken.runner.state()).toMatchObject({ isReady: false });
  const empty = join(base, "empty");
  await mkdir(empty);
  const without = await openBench("docker", empty);
  expect(await without.shell("touch made")).toMatch(
    /docker: No such file or directory.*OPENHIVE_SHELL_SANDBOX/,
  );
  const missing = await openBench("bubblewrap", empty);
  expect(await missing.shell("touch made")).toMatch(
    /Commands are not run. Bubblewrap is not installed.*OPENHIVE_SHELL_SANDBOX/,
  );
  expect(await without.runner.state()).toMatchObject({
    isReady: false,
    message: expect.stringContaining("docker"),
  });
  expect(await missing.runner.state()).toMatchObject({
    isReady: false,
    message: expect.stringContaining("Install the package bubblewrap"),
  });
  expect(await (await openBench("bubblewrap")).runner.state()).toMatchObject({ isReady: true });
  await expect(readFile(join(root, "made"))).rejects.toMatchObject({ code: "ENOENT" });
});
