import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createSandbox } from "../security/child-process/sandbox.ts";
import { createSkillBench, HELPERS, manual, type SkillBench } from "../testing/skill-bench.ts";

const searchPath = "/usr/local/bin:/usr/bin:/bin";
const { isOn } = await createSandbox({ mode: "auto", searchPath }).state();
const inSandbox = test.skipIf(!isOn);

interface BenchWith {
  readonly metadata?: string;
  readonly callTimeoutSeconds?: number;
  readonly warmProcesses?: number;
}

async function benchWith(
  script: string,
  { metadata = "", callTimeoutSeconds = 30, ...rest }: BenchWith = {},
) {
  const text = manual("trial").replace("\n---\n", `\n${metadata}---\n`);
  const bench = await createSkillBench({
    folder: { "trial/SKILL.md": text, "trial/scripts/trial.py": script },
    granted: ["trial"],
    callTimeoutSeconds,
    ...rest,
    sandboxMode: "required",
  });
  await bench.call("activate_skill", { name: "trial" });
  return bench;
}

const READ = `
import os
def read(path: str) -> str:
    """Reads a file."""
    with open(path) as file:
        return file.read()
def write(path: str) -> str:
    """Writes a file."""
    with open(path, "w") as file:
        file.write("x")
    return "written"
def see(path: str) -> list[str]:
    """Lists a folder."""
    return sorted(os.listdir(path))
`;

async function answer(bench: SkillBench, name: string, input: Record<string, string>): Promise<unknown> {
  const result = await bench.call(name, input);
  return result.status === "ok" ? result.data : `refused: ${result.message}`;
}

inSandbox(
  "a call reads neither the host's secrets nor other folders, and writes in its own folder alone",
  async () => {
    const home = await mkdtemp(join(tmpdir(), "openhive-secret-"));
    await writeFile(join(home, "encryption.key"), "the key");
    await using bench = await benchWith(READ);
    for (const path of [
      join(home, "encryption.key"),
      "/etc/shadow",
      "/root/.ssh/id_rsa",
      `/proc/${process.pid}/environ`,
      "/proc/1/root/etc/shadow",
    ])
      expect([path, await answer(bench, "read", { path })]).toEqual([
        path,
        expect.stringContaining("refused"),
      ]);
    const skill = join(bench.root, "trial", "scripts", "trial.py");
    for (const path of [join(home, "new"), "/usr/new", "/etc/new", skill, join(bench.root, "trial", "new")])
      expect([path, await answer(bench, "write", { path })]).toEqual([
        path,
        expect.stringContaining("refused"),
      ]);
    expect(await answer(bench, "write", { path: "note.txt" })).toBe("written");
    expect(await answer(bench, "see", { path: tmpdir() })).not.toContain(home.split("/").at(-1));
    expect(await readFile(join(home, "encryption.key"), "utf8")).toBe("the key");
    await rm(home, { recursive: true });
  },
);

const LEAVE = `
import os, subprocess, sys
def leave(mark: str) -> list[int]:
    """Leaves a daemon behind, and says which processes it can see."""
    subprocess.Popen(["sleep", mark], start_new_session=True)
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]
def spin(mark: str) -> int:
    """Starts a daemon and never ends."""
    subprocess.Popen(["sleep", mark], start_new_session=True)
    while True:
        pass
`;

inSandbox(
  "a call sees its own processes alone, and none of them is left when it ends, by itself or not",
  async () => {
    await using bench = await benchWith(LEAVE);
    await using hurried = await benchWith(LEAVE, { callTimeoutSeconds: 2 });
    const seen = await bench.call("leave", { mark: "301.25" });
    expect(seen.status === "ok" && Array.isArray(seen.data) ? seen.data.length : 99).toBeLessThan(8);
    expect(await hurried.call("spin", { mark: "301.75" })).toMatchObject({ code: "timed_out" });
    const processes = async () => (await promisify(execFile)("ps", ["-eo", "args"])).stdout;
    await expect.poll(processes).not.toMatch(/sleep 301\.(25|75)/);
  },
);

const EAT = `
def eat() -> int:
    """Takes memory."""
    return len(bytearray(6 * 2**30))
def fill() -> int:
    """Writes a large file."""
    with open("large", "wb") as file:
        for _ in range(400):
            file.write(bytes(2**20))
    return 1
`;

test("memory and files of a call have limits, with a sandbox and without", async () => {
  await using bench = await createSkillBench({
    folder: { "trial/SKILL.md": manual("trial"), "trial/scripts/trial.py": EAT },
    granted: ["trial"],
  });
  await bench.call("activate_skill", { name: "trial" });
  expect(await bench.text("eat", {})).toContain("MemoryError");
  expect(await bench.text("fill", {})).toContain("File too large");
});

const SHARE = `
import os, time
def share(children: int, each: int) -> int:
    """Takes memory in several processes, each of its own."""
    ready, tell = os.pipe()
    for _ in range(children):
        if os.fork() == 0:
            kept = bytearray(each * 2**20)
            for at in range(0, len(kept), 4096):
                kept[at] = 1
            os.write(tell, b".")
            time.sleep(60)
    for _ in range(children):
        os.read(ready, 1)
    time.sleep(3)
    return children
def inherit(children: int, size: int) -> int:
    """Takes memory once, which its processes share."""
    kept = bytes(size * 2**20)
    for _ in range(children):
        if os.fork() == 0:
            time.sleep(60)
    time.sleep(1)
    return len(kept)
`;

test.each(["auto", "off"] as const)(
  "the memory of all processes of a call together has a limit; what they share counts once (sandbox %s)",
  async (sandboxMode) => {
    await using bench = await createSkillBench({
      folder: {
        "trial/SKILL.md": manual("trial"),
        "trial/trial.py": SHARE,
        "trial/scripts/eat.py":
          "import os; kept = b'1' * 90 * 2**20; [os.fork() for _ in range(2)]; kept += b'2' * 2**20; import time; time.sleep(60)",
      },
      granted: ["trial"],
      memoryBytes: 200 * 2 ** 20,
      warmProcesses: 0,
      sandboxMode,
    });
    await bench.call("activate_skill", { name: "trial" });
    const started = performance.now();
    const error = {
      status: "error",
      code: "limit_reached",
      message: expect.stringContaining("its processes together had more than 200 MB of memory"),
    };
    expect(await bench.call("share", { children: 4, each: 80 })).toMatchObject(error);
    expect(await bench.call("run_skill_script", { skill: "trial", script: "scripts/eat.py" })).toMatchObject(
      error,
    );
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await bench.call("inherit", { children: 4, size: 100 })).toMatchObject({ status: "ok" });
    expect(await bench.call("share", { children: 1, each: 80 })).toMatchObject({ status: "ok", data: 1 });
    const processes = async () => (await promisify(execFile)("ps", ["-eo", "args"])).stdout;
    await expect.poll(processes).not.toContain(bench.workPath);
  },
);

const HIDE = `
import ctypes, mmap, os, socket, time
MEGABYTE = 2**20

def fill(size: int) -> int:
    file = os.memfd_create("hidden")
    for _ in range(size):
        os.write(file, b"1" * MEGABYTE)
    return file

def wait(size: int) -> str:
    time.sleep(20 if size > 200 else 1)
    return "done"

def without_name(size: int) -> str:
    """Writes into files that are in memory alone and maps none of them."""
    kept = [fill(size // 4) for _ in range(4)]
    return wait(size)

def closed(size: int) -> str:
    """Maps such files, looks at none of it, and closes them."""
    kept = []
    for _ in range(4):
        file = fill(size // 4)
        kept.append(mmap.mmap(file, size // 4 * MEGABYTE))
        os.close(file)
    return wait(size)

def of_a_child(size: int) -> str:
    """Leaves such a file to a process in another session."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            kept = fill(size)
            time.sleep(60)
        os._exit(0)
    return wait(size)

def anonymous(size: int) -> str:
    """Memory that processes share."""
    kept = mmap.mmap(-1, size * MEGABYTE)
    for at in range(0, len(kept), 4096):
        kept[at] = 1
    return wait(size)

def system_v(size: int) -> str:
    """A segment of System V that no process is attached to."""
    library = ctypes.CDLL(None, use_errno=True)
    library.shmat.restype = ctypes.c_void_p
    segment = library.shmget(0x4F486976, ctypes.c_size_t(size * MEGABYTE), 0o1600)
    place = library.shmat(segment, None, 0)
    ctypes.memset(place, 1, size * MEGABYTE)
    library.shmdt(ctypes.c_void_p(place))
    return wait(size)

def mapped(size: int) -> str:
    """A file in memory that is open, mapped and looked at: it is there once."""
    file = fill(size)
    kept = mmap.mmap(file, size * MEGABYTE)
    for at in range(0, len(kept), 4096):
        kept[at] = 1
    if os.fork() == 0:
        time.sleep(60)
    return wait(size)
`;

test.each(["auto", "off"] as const)(
  "memory that lies in no process counts as well, once, and none of it is left (sandbox %s)",
  async (sandboxMode) => {
    await using bench = await createSkillBench({
      folder: { "trial/SKILL.md": manual("trial"), "trial/trial.py": HIDE },
      granted: ["trial"],
      memoryBytes: 200 * 2 ** 20,
      warmProcesses: 0,
      sandboxMode,
    });
    await bench.call("activate_skill", { name: "trial" });
    for (const name of ["without_name", "closed", "of_a_child", "anonymous", "system_v"])
      expect([name, await bench.call(name, { size: 240 })]).toEqual([
        name,
        expect.objectContaining({
          code: "limit_reached",
          message: expect.stringContaining("its processes together had more than 200 MB of memory"),
        }),
      ]);
    for (const name of ["without_name", "system_v", "mapped"])
      expect([name, await bench.call(name, { size: 120 })]).toEqual([
        name,
        expect.objectContaining({ status: "ok", data: "done" }),
      ]);
    expect(await readFile("/proc/sysvipc/shm", "utf8")).not.toContain(String(0x4f486976));
  },
);

test("a segment of System V is removed after the call also where the host's are the only ones", async () => {
  const script = `
import ctypes, os, sys
sys.path.insert(0, ${JSON.stringify(HELPERS)})
import unmapped
library = ctypes.CDLL(None)
others = library.shmget(0, ctypes.c_size_t(4096), 0o1600)
child = os.fork()
if child == 0:
    library.shmget(0, ctypes.c_size_t(2**20), 0o1600)
    os._exit(0)
os.waitpid(child, 0)
kept = unmapped.SystemV(False)
kept.saw([child])
before = kept.sizes()
kept.remove()
print(len(before), kept.sizes(), library.shmctl(others, 0, None))
`;
  const { stdout } = await promisify(execFile)("python3", ["-c", script]);
  expect(stdout).toBe("1 {} 0\n");
});

const MANY = `
import os, time
def many() -> int:
    """Starts more and more processes."""
    for count in range(2_000):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
    return count
def double(is_apart: bool) -> int:
    """Each of its processes starts others, in sessions of their own if asked, for a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if os.fork() == 0 and is_apart:
                os.setsid()
        except OSError:
            pass
    return 0
def pass_by(count: int) -> int:
    """Starts processes that nobody waits for, one after the other."""
    for _ in range(count):
        os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", "true &"], os.environ), 0)
    return count
`;

test.each(["auto", "off"] as const)(
  "a call that starts ever more processes is stopped at once, and the next one works (sandbox %s)",
  async (sandboxMode) => {
    // None waits for a next call, so that what is left would be this one's.
    await using bench = await createSkillBench({
      folder: { "trial/SKILL.md": manual("trial"), "trial/scripts/trial.py": MANY },
      granted: ["trial"],
      callTimeoutSeconds: 100,
      warmProcesses: 0,
      sandboxMode,
    });
    await bench.call("activate_skill", { name: "trial" });
    // How fast this machine starts processes, one after the other: a crowd is stopped as soon as it is one.
    const before = performance.now();
    expect(await bench.call("pass_by", { count: 300 })).toMatchObject({ status: "ok", data: 300 });
    const pace = performance.now() - before;
    const lasted = async (name: string, input: Record<string, boolean>) => {
      const started = performance.now();
      expect(await bench.text(name, input)).toMatch(
        /more than 256 processes|Resource temporarily unavailable/,
      );
      return performance.now() - started;
    };
    // About a second; the rest is left to a busy machine, or to a slow one.
    expect(await lasted("many", {})).toBeLessThan(12_000 + pace);
    expect(await lasted("double", { is_apart: false })).toBeLessThan(12_000 + pace);
    expect(await lasted("double", { is_apart: true })).toBeLessThan(12_000 + pace);
    const processes = async () => (await promisify(execFile)("ps", ["-eo", "args"])).stdout;
    await expect.poll(processes).not.toContain(bench.workPath);
    expect(await bench.call("pass_by", { count: 1 })).toMatchObject({ status: "ok", data: 1 });
  },
  300_000,
);

const BURN = `
import threading, hashlib
def burn() -> int:
    """Uses several processors at once."""
    block = bytes(50_000_000)
    def work():
        while True:
            hashlib.sha256(block).digest()
    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    threads[0].join()
    return 1
`;

test("processor time is limited to what one processor could give in the time of the call", async () => {
  await using bench = await createSkillBench({
    folder: { "trial/SKILL.md": manual("trial"), "trial/scripts/trial.py": BURN },
    granted: ["trial"],
    callTimeoutSeconds: 3,
  });
  await bench.call("activate_skill", { name: "trial" });
  // On one processor the time limit comes first.
  expect(await bench.call("burn", {})).toMatchObject({
    status: "error",
    code: expect.stringMatching(/^(limit_reached|timed_out)$/),
  });
});

const SHOW = `
import os
def show() -> list:
    """Shows its variables."""
    return sorted(name for name in os.environ if name.endswith("_TOKEN") or name.startswith("OPENHIVE_"))
def token() -> str:
    """Shows one."""
    return os.environ["API_TOKEN"]
`;

test("a call gets the secrets that its skill declares and no others, or is not made", async () => {
  const asked: (readonly string[])[] = [];
  const folder = {
    "trial/SKILL.md":
      "---\nname: trial\ndescription: Tries\nmetadata:\n  openhive-secrets: API_TOKEN, PYTHONPATH\n---\nTry.\n",
    "trial/trial.py": SHOW,
    "trial/show.sh": "echo $API_TOKEN $OTHER_TOKEN $OPENHIVE_CPU_SECONDS $OPENHIVE_PROCESS_LIMIT",
    "plain/SKILL.md": manual("plain"),
    "plain/plain.py": SHOW.replaceAll("def ", "def plain_"),
  };
  const values = new Map([
    ["API_TOKEN", "value-of-the-token"],
    ["OTHER_TOKEN", "not-declared"],
  ]);
  await using bench = await createSkillBench({
    folder,
    granted: ["trial", "plain"],
    async secrets({ names, tool }) {
      asked.push([tool.name, ...names]);
      return { ok: true, values };
    },
  });
  await bench.call("activate_skill", { name: "trial" });
  await bench.call("activate_skill", { name: "plain" });
  expect(await bench.text("token", {})).toBe("value-of-the-token");
  expect(await bench.call("show", {})).toMatchObject({ data: ["API_TOKEN", "OPENHIVE_OUTPUT_DIR"] });
  expect(await bench.call("plain_show", {})).toMatchObject({ data: ["OPENHIVE_OUTPUT_DIR"] });
  expect((await bench.text("run_skill_script", { skill: "trial", script: "show.sh" })).trim()).toBe(
    "value-of-the-token",
  );
  expect(asked).toEqual([
    ["token", "API_TOKEN"],
    ["show", "API_TOKEN"],
    ["run_skill_script", "API_TOKEN"],
  ]);
  expect((await bench.skills.catalogue.find("trial"))?.findings).toMatchObject([{ rule: "secret-name" }]);

  await using closed = await createSkillBench({
    folder,
    granted: ["trial"],
    secrets: async () => ({ ok: false, message: "There is no secret named API_TOKEN.", hint: "Ask for it." }),
  });
  await closed.call("activate_skill", { name: "trial" });
  expect(await closed.call("token", {})).toMatchObject({
    status: "error",
    code: "denied",
    message: "trial needs API_TOKEN. There is no secret named API_TOKEN.",
  });
  expect(closed.events.some(({ type }) => type === "skill.started")).toBe(false);
});

test("where a sandbox is required and does not work, nothing is run", async () => {
  const sandbox = createSandbox({ mode: "required", searchPath: "/nowhere" });
  expect(await sandbox.state()).toMatchObject({
    isOn: false,
    message: expect.stringContaining("Install the package"),
  });
  const access = { workingFolder: "/tmp", readable: [], hasNetwork: false };
  await expect(sandbox.launcher(access)).rejects.toThrow("nothing is run without it");
  expect(await createSandbox({ mode: "auto", searchPath: "/nowhere" }).launcher(access)).toEqual([]);
  expect(await createSandbox({ mode: "off", searchPath }).launcher(access)).toEqual([]);
});
