import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SkillEnvironmentState } from "../../contract/skill-environments.ts";
import { createSandbox } from "../../security/child-process/sandbox.ts";
import { createPackageIndex, type PackageIndex } from "../../testing/package-index.ts";
import { createSkillBench, manual, type SkillBench } from "../../testing/skill-bench.ts";
import { collectOnce } from "../collect-revisions.ts";
import type { SkillRecord } from "../skill-record.ts";
import { prepareDiscovered } from "./prepare-discovered.ts";

const { isOn } = await createSandbox({ mode: "auto", searchPath: "/usr/local/bin:/usr/bin:/bin" }).state();

let index: PackageIndex;
let hash: string;

beforeAll(async () => {
  index = await createPackageIndex();
  hash = await index.addWheel("greetings", "1.0", 'HELLO = "hello from 1.0"\n');
  await index.addWheel("greetings", "2.0", 'HELLO = "hello from 2.0"\n');
  await index.addWheel("farewells", "1.0", 'BYE = "bye"\n');
});
afterAll(() => index[Symbol.asyncDispose]());

const PYTHON = `
import greetings
def greet() -> str:
    """Greets."""
    return greetings.HELLO
`;

type Options = Parameters<typeof createSkillBench>[0];

async function benchWith(requirements: string, options: Options = {}): Promise<SkillBench> {
  return createSkillBench({
    granted: ["work"],
    installMode: "wheels",
    packageIndex: index.url,
    ...options,
    folder: {
      "work/SKILL.md": manual("work"),
      "work/scripts/work.py": PYTHON,
      "work/requirements.txt": requirements,
      ...options.folder,
    },
  });
}

async function skillOf(bench: SkillBench, name = "work"): Promise<SkillRecord> {
  const skill = await bench.skills.catalogue.find(name);
  if (!skill) throw new Error(`There is no skill ${name}`);
  return skill;
}

const prepare = async (bench: SkillBench, name = "work"): Promise<SkillEnvironmentState> =>
  bench.skills.environments.prepare(await skillOf(bench, name));

const environmentsOf = async (bench: SkillBench): Promise<readonly string[]> =>
  readdir(join(bench.workPath, "..", "environments")).catch(() => []);

test("a call before its packages are installed is answered at once, and works once they are", async () => {
  await using bench = await benchWith("greetings==1.0  # what it says\n");
  await bench.call("activate_skill", { name: "work" });
  const early = await bench.call("greet", {});
  expect(early).toMatchObject({ status: "error", code: "unavailable" });
  expect(early).toMatchObject({ hint: expect.stringContaining("openhive skills prepare work") });
  expect(bench.events.some(({ type }) => type === "skill.started")).toBe(false);
  expect((await bench.skills.pages.detail("work"))?.findings).toMatchObject([{ rule: "dependency-missing" }]);

  const steps: string[] = [];
  const skill = await skillOf(bench);
  const stop = bench.skills.environments.subscribe(() => {
    void bench.skills.environments.state(skill).then(({ message }) => steps.push(message));
  });
  expect(await prepare(bench)).toEqual({ state: "ready", requirements: ["greetings==1.0"], message: "" });
  stop();
  expect(steps.some((step) => step.includes("greetings"))).toBe(true);
  expect(await bench.text("greet", {})).toBe("hello from 1.0");
  expect((await bench.skills.pages.detail("work"))?.findings).toEqual([]);
});

test("requirements.txt and PEP 723 blocks count together, tests and repetitions do not", async () => {
  const block =
    '# /// script\n# dependencies = [\n#   "farewells>=1",  # to end with\n#   "greetings==1.0",\n# ]\n# ///\nimport farewells\n';
  await using bench = await benchWith("greetings==1.0\n", {
    folder: {
      "work/scripts/more.py": block,
      "work/tests/test_work.py": block.replace("farewells", "pytest"),
    },
  });
  expect((await skillOf(bench)).requirements).toEqual(["farewells>=1", "greetings==1.0"]);
  expect((await prepare(bench)).state).toBe("ready");
});

test("skills with equal needs share one environment, and another need makes another", async () => {
  await using bench = await benchWith("greetings==1.0\n", {
    folder: {
      "same/SKILL.md": manual("same"),
      "same/requirements.txt": "# the same\n\ngreetings==1.0",
      "other/SKILL.md": manual("other"),
      "other/requirements.txt": "greetings==2.0",
    },
  });
  await prepare(bench);
  const asked = index.asked.length;
  expect((await prepare(bench, "same")).state).toBe("ready");
  expect(index.asked.length).toBe(asked);
  expect(await environmentsOf(bench)).toHaveLength(1);
  expect((await prepare(bench, "other")).state).toBe("ready");
  expect(await environmentsOf(bench)).toHaveLength(2);
});

test("an environment stays as long as a skill or a kept revision needs it, and goes then", async () => {
  await using bench = await benchWith("greetings==1.0\n");
  await prepare(bench);
  const [key = ""] = await environmentsOf(bench);
  const { revisions, environments } = bench.skills;
  await bench.call("activate_skill", { name: "work" });
  const { revision } = await skillOf(bench);
  await bench.write("work/requirements.txt", "");
  await expect.poll(async () => (await skillOf(bench)).requirements).toEqual([]);
  const age = async (path: string) => utimes(path, new Date(0), new Date(0));
  const folder = join(bench.workPath, "..", "environments", key);
  await age(folder);
  await collectOnce(bench.skills, async () => new Set([revision]));
  expect(existsSync(folder)).toBe(true);
  expect(await bench.text("greet", {})).toBe("hello from 1.0");
  await age(folder);
  await age(join(bench.revisionsPath, revision));
  await collectOnce({ ...bench.skills, revisions, environments }, async () => new Set());
  expect(existsSync(folder)).toBe(false);
});

test.each<[string, string, RegExp]>([
  ["a package that is not in the index", "no-such-thing==1", /no wheel of no-such-thing==1/],
  [
    "a hash that does not fit",
    `greetings==1.0 --hash=sha256:${"0".repeat(64)}`,
    /not the one whose hash the skill names/,
  ],
  ["hashes for some only", "greetings==1.0 --hash=sha256:HASH\nfarewells==1.0", /all need one/],
  ["versions that contradict", "greetings==1.0\ngreetings==2.0", /do not go together|the last it said/i],
  ["a marker that is none", "greetings>=1; or so", /no requirement/],
])("%s fails with what to do, and leaves nothing behind", async (_what, requirements, message) => {
  await using bench = await benchWith(requirements.replace("HASH", hash));
  const state = await prepare(bench);
  expect(state.state).toBe("failed");
  expect(state.message).toMatch(message);
  expect(await environmentsOf(bench)).toEqual([]);
  await bench.call("activate_skill", { name: "work" });
  expect(await bench.text("greet", {})).toMatch(message);
});

test("a hash that fits is accepted", async () => {
  await using bench = await benchWith(`greetings==1.0 \\\n    --hash=sha256:${hash}\n`);
  expect((await prepare(bench)).state).toBe("ready");
});

test("without a connection the message names the index and the setting", async () => {
  await using bench = await benchWith("greetings==1.0", { packageIndex: "http://127.0.0.1:9/simple" });
  const { state, message } = await prepare(bench);
  expect(state).toBe("failed");
  expect(message).toContain("http://127.0.0.1:9/simple does not answer");
  expect(message).toContain("OPENHIVE_PACKAGE_INDEX");
});

test("who logs in at the index is told to nobody", async () => {
  await using bench = await benchWith("greetings==1.0", {
    packageIndex: "http://builder:t0p-s3cret@127.0.0.1:9/simple",
  });
  const { message } = await prepare(bench);
  expect(message).toContain("http://127.0.0.1:9/simple does not answer");
  await bench.call("activate_skill", { name: "work" });
  expect(`${message} ${await bench.text("greet", {})}`).not.toMatch(/builder|t0p-s3cret/);
});

test("source packages run nothing unless that is allowed", async () => {
  const setup =
    'from setuptools import setup\nopen("/dev/tty" if False else "ran.txt", "w")\nraise SystemExit("SETUP RAN")\n';
  await index.addSource("onlysource", "1.0", { "setup.py": setup });
  await using careful = await benchWith("onlysource==1.0");
  const { message } = await prepare(careful);
  expect(message).toContain("OPENHIVE_SKILL_INSTALL=any");
  expect(index.asked.some((path) => path.includes("onlysource-1.0.tar.gz"))).toBe(false);
  await using trusting = await benchWith("onlysource==1.0", { installMode: "any" });
  expect((await prepare(trusting)).state).toBe("failed");
  expect(index.asked.some((path) => path.includes("onlysource-1.0.tar.gz"))).toBe(true);
});

test.skipIf(!isOn)(
  "what builds a package reaches the index and nothing else of the machine or its network",
  async () => {
    let asked = 0;
    const own = createServer((_request, response) => {
      asked += 1;
      response.end("inside");
    });
    await once(own.listen(0, "127.0.0.1"), "listening");
    const { port } = own.address() as AddressInfo;
    const backend = `
import socket, urllib.request, zipfile
def reached(attempt):
    try:
        return str(attempt())
    except Exception:
        return "no"
def build_wheel(folder, config_settings=None, metadata_directory=None):
    answers = [
        reached(lambda: socket.create_connection(("127.0.0.1", ${port}), 2)),
        reached(lambda: urllib.request.urlopen("http://127.0.0.1:${port}/", timeout=5).read()),
        reached(lambda: socket.gethostbyname("example.com")),
        reached(lambda: open("${join(import.meta.dirname, "index-proxy.ts")}").read()),
        reached(lambda: urllib.request.urlopen("${index.url}/greetings/", timeout=5).status),
    ]
    with zipfile.ZipFile(folder + "/probe-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("probe.py", "ANSWERS = " + repr(answers))
        wheel.writestr("probe-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: probe\\nVersion: 1.0\\n")
        wheel.writestr("probe-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("probe-1.0.dist-info/RECORD", "")
    return "probe-1.0-py3-none-any.whl"
`;
    const project = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n';
    await index.addSource("probe", "1.0", { "backend.py": backend, "pyproject.toml": project });
    await using bench = await benchWith("probe==1.0\n", {
      installMode: "any",
      sandboxMode: "required",
      folder: {
        "work/scripts/work.py":
          'import probe\ndef greet() -> list:\n    """Tells."""\n    return probe.ANSWERS\n',
      },
    });
    try {
      expect(await prepare(bench)).toMatchObject({ state: "ready" });
      await bench.call("activate_skill", { name: "work" });
      expect(JSON.parse(await bench.text("greet", {}))).toEqual(["no", "no", "no", "no", "200"]);
      expect(asked).toBe(0);
    } finally {
      own.close();
    }
  },
);

test("where nothing may be installed, the state says why", async () => {
  await using bench = await benchWith("greetings==1.0", { installMode: "off" });
  expect(await prepare(bench)).toMatchObject({
    state: "missing",
    message: expect.stringContaining("OPENHIVE_SKILL_INSTALL"),
  });
});

test.each<[string, string]>([
  ["options", "--index-url https://example.com/simple"],
  ["other files", "-r more.txt"],
  ["addresses", "thing @ https://example.com/thing-1.0-py3-none-any.whl"],
  ["paths", "./thing.whl"],
  ["options behind a package", "greetings==1.0 --config-settings=a=b"],
  ["something that is no requirement", "greetings>=1 or so"],
  ["a path behind a name", "evil/../../../skills/evil"],
  ["a path in a version", "greetings==1.0/../../evil"],
  ["an address without a space", "evil@file:/tmp/evil"],
  ["an address of another kind", "evil@git+https://example.com/evil"],
  ["a file of another kind", "evil.tar.bz2"],
  ["a file in a folder", "x/evil.tar.bz2"],
  ["a Windows path", "evil\\..\\evil"],
])("requirements with %s are not installed, and that is a finding", async (_what, line) => {
  await using bench = await benchWith(`${line}\n`);
  const { requirements, findings } = await skillOf(bench);
  expect(requirements).toEqual([]);
  const refusal = findings.filter(({ rule }) => rule === "requirement-refused");
  expect(refusal).toMatchObject([{ level: "warning", line: 1, file: "requirements.txt" }]);
});

test("what a process that was killed left half made is no environment, and is thrown away", async () => {
  await using bench = await benchWith("greetings==1.0");
  const path = join(bench.workPath, "..", "environments");
  // The largest process id of Linux: nobody has it.
  const abandoned = join(path, `.making-${hostname()}-4194304-left`);
  await mkdir(join(abandoned, "environment"), { recursive: true });
  await writeFile(join(abandoned, "environment", "half"), "");
  expect((await bench.skills.environments.state(await skillOf(bench))).state).toBe("missing");
  expect((await prepare(bench)).state).toBe("ready");
  expect(existsSync(abandoned)).toBe(false);
  const [key = "", ...others] = await environmentsOf(bench);
  expect(others).toEqual([]);
  await rm(join(path, key, "openhive-environment.json"));
  expect((await bench.skills.environments.state(await skillOf(bench))).state).toBe("missing");
  expect((await prepare(bench)).state).toBe("ready");
  expect(await environmentsOf(bench)).toEqual([key]);
});

test("what a new skill needs is installed in the background, and who follows it sees each state", async () => {
  await using bench = await benchWith("");
  const errors: unknown[] = [];
  const stop = prepareDiscovered({ ...bench.skills, onError: (error) => void errors.push(error) });
  const ending = new AbortController();
  await bench.write("work/requirements.txt", "greetings==2.0\n");
  await expect.poll(async () => (await skillOf(bench)).requirements).toHaveLength(1);
  const states: string[] = [];
  for await (const { state } of bench.skills.environmentPages.follow("work", ending.signal)) {
    states.push(state);
    if (state === "ready") break;
  }
  stop();
  expect(states).toContain("preparing");
  expect(errors).toEqual([]);
  await bench.call("activate_skill", { name: "work" });
  expect(await bench.text("greet", {})).toBe("hello from 2.0");
});
