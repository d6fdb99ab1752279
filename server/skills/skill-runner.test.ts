import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ArtifactId } from "../contract/ids.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { createSkillBench, manual, type SkillBench } from "../testing/skill-bench.ts";

async function benchWith(
  python: string,
  options: Parameters<typeof createSkillBench>[0] = {},
): Promise<SkillBench> {
  const bench = await createSkillBench({
    granted: ["work"],
    ...options,
    folder: { "work/SKILL.md": manual("work"), "work/scripts/work.py": python, ...options.folder },
  });
  await bench.call("activate_skill", { name: "work" });
  return bench;
}

function eventsOf<Type extends RunEventBody["type"]>(bench: SkillBench, type: Type) {
  return bench.events.filter((event): event is Extract<RunEventBody, { type: Type }> => event.type === type);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("a function's value comes back as JSON, and its prints are kept as logs without touching it", async () => {
  await using bench = await benchWith(`
import sys
def add(a: int, b: int = 2) -> dict:
    """Adds."""
    print("adding", a, b)
    print("{\\"ok\\": false}")
    print("careful", file=sys.stderr)
    return {"sum": a + b}
`);
  const result = await bench.call("add", { a: 40 });
  expect(result).toMatchObject({
    status: "ok",
    data: { sum: 42 },
    content: [{ type: "text", text: '{"sum":42}' }],
  });
  const [finished] = eventsOf(bench, "skill.finished");
  expect(finished).toMatchObject({ skill: "work", function: "add", exitCode: 0 });
  expect(finished?.logs).toContain("adding 40 2");
  expect(finished?.logs).toContain("careful");
  expect(eventsOf(bench, "skill.started")).toHaveLength(1);
  expect(eventsOf(bench, "skill.queued")).toEqual([]);
});

test("only the last of very many prints is kept, and that is said", async () => {
  await using bench = await benchWith(`
def talk() -> int:
    """Talks."""
    for number in range(20000):
        print("line", number)
    return 1
`);
  await bench.call("talk", {});
  const logs = eventsOf(bench, "skill.finished")[0]?.logs ?? "";
  expect(logs.length).toBeLessThan(17_000);
  expect(logs).toMatch(/^\[\d+ earlier characters are not shown\]/);
  expect(logs).toContain("line 19999");
});

test("a raised exception becomes an error with the skill's own frames and the cause", async () => {
  await using bench = await benchWith(`
def deep(x: int) -> int:
    """Fails."""
    try:
        return 1 // x
    except ZeroDivisionError as error:
        raise ValueError("x must not be 0") from error
`);
  const result = await bench.call("deep", { x: 0 });
  expect(result).toMatchObject({ status: "error", code: "tool_failed" });
  const message = result.status === "error" ? result.message : "";
  expect(message).toContain("ValueError: x must not be 0");
  expect(message).toContain("Caused by ZeroDivisionError");
  expect(message).toContain("scripts/work.py, line 7, in deep");
  expect(message).not.toContain("call.py");
});

test("a file that cannot be imported says so", async () => {
  await using bench = await benchWith(`
import there_is_no_such_module
def go() -> int:
    """Goes."""
    return 1
`);
  const result = await bench.call("go", {});
  expect(result).toMatchObject({
    status: "error",
    code: "tool_failed",
    message: expect.stringContaining("there_is_no_such_module"),
  });
});

test("sys.exit and os._exit in a function are errors, not answers", async () => {
  await using bench = await benchWith(`
import os, sys
def leave() -> int:
    """Leaves."""
    sys.exit(3)
def vanish() -> int:
    """Vanishes."""
    print("going", flush=True)
    os._exit(7)
`);
  expect(await bench.call("leave", {})).toMatchObject({
    status: "error",
    message: expect.stringContaining("SystemExit"),
  });
  expect(await bench.call("vanish", {})).toMatchObject({
    status: "error",
    message: expect.stringMatching(/exit code 7.*going/s),
  });
});

test("an endless loop is killed at the time limit together with the processes it started, even in other sessions", async () => {
  await using bench = await benchWith(
    `
import subprocess
def spin() -> int:
    """Spins."""
    children = [subprocess.Popen(["sleep", "300"]), subprocess.Popen(["sleep", "300"], start_new_session=True),
                subprocess.Popen(["sh", "-c", "(setsid sleep 300 & echo $! ; wait) & wait"], stdout=subprocess.PIPE)]
    grandchild = children[2].stdout.readline().decode().strip()
    print("pids", *[child.pid for child in children], grandchild, flush=True)
    while True:
        pass
`,
    // In a sandbox a call sees its own numbers of processes: sandbox.test.ts looks from outside.
    { callTimeoutSeconds: 10, sandboxMode: "off" },
  );
  const result = await bench.call("spin", {});
  expect(result).toMatchObject({
    status: "error",
    code: "timed_out",
    message: expect.stringContaining("10 s"),
  });
  const pids = (/pids ([\d ]+)/.exec(eventsOf(bench, "skill.finished")[0]?.logs ?? "")?.[1] ?? "")
    .split(" ")
    .map(Number);
  expect(pids).toHaveLength(4);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  expect(eventsOf(bench, "skill.finished")[0]?.exitCode).toBeNull();
});

test("processes that a finished function leaves behind are killed too", async () => {
  await using bench = await benchWith(
    `
import subprocess
def leave_behind() -> int:
    """Leaves a daemon."""
    return subprocess.Popen(["sleep", "300"], start_new_session=True).pid
`,
    { sandboxMode: "off" },
  );
  const result = await bench.call("leave_behind", {});
  const pid = result.status === "ok" ? Number(result.data) : 0;
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("a function that forks and returns in both processes has one answer, that of the process that was called", async () => {
  await using bench = await benchWith(`
import os
def both() -> str:
    """Returns twice."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
    return "called" if child else "forked"
`);
  expect(await bench.call("both", {})).toMatchObject({ status: "ok", data: "called" });
});

test("a function that answers and then never ends its threads still gives its answer", async () => {
  await using bench = await benchWith(`
import threading, time
def background() -> str:
    """Starts a thread that never ends."""
    threading.Thread(target=lambda: time.sleep(600)).start()
    return "answered"
`);
  expect(await bench.text("background", {})).toBe("answered");
});

test("stopping a call kills its process", async () => {
  await using bench = await benchWith(
    `
import os, time
from collections.abc import Iterator
def wait() -> Iterator[int]:
    """Waits."""
    yield os.getpid()
    time.sleep(300)
`,
    { sandboxMode: "off" },
  );
  const controller = new AbortController();
  const running = bench.call("wait", {}, { signal: controller.signal });
  await expect.poll(() => eventsOf(bench, "skill.progress").length).toBe(1);
  const pid = Number(eventsOf(bench, "skill.progress")[0]?.text);
  expect(isAlive(pid)).toBe(true);
  controller.abort();
  expect(await running).toMatchObject({ status: "error", code: "aborted" });
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("the environment holds nothing but what a call needs, and the working folder is its home", async () => {
  await using bench = await benchWith(`
import os
def look() -> dict:
    """Looks around."""
    return {"names": sorted(os.environ), "same": os.environ["HOME"] == os.getcwd() == os.environ["OPENHIVE_OUTPUT_DIR"]}
`);
  const result = await bench.call("look", {});
  expect(result).toMatchObject({
    data: {
      same: true,
      names: [
        "HOME",
        "LANG",
        "OPENHIVE_OUTPUT_DIR",
        "PATH",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONHASHSEED",
        "PYTHONNOUSERSITE",
        "PYTHONUNBUFFERED",
        "PYTHONUTF8",
        "TMPDIR",
      ],
    },
  });
});

test("the run's files lie in the working folder, and new or changed files become artifacts under names of their own", async () => {
  // None waits for a next call, whose folder would be there already.
  await using bench = await benchWith(
    `
import os
def edit() -> list:
    """Edits."""
    before = sorted(name for name in os.listdir(".") if not name.startswith("."))
    open("data.csv", "a").write("3,4\\n")
    open("new.md", "w").write("# New\\n")
    os.makedirs("plots/.cache")
    open("plots/a.txt", "w").write("A")
    open("plots/.cache/b.txt", "w").write("B")
    os.symlink("/etc/passwd", "link.txt")
    open(os.path.join(os.environ["TMPDIR"], "scratch"), "w").write("x")
    return before
`,
    { warmProcesses: 0 },
  );
  bench.files.attach("data.csv", "1,2\n");
  bench.files.attach("same.txt", "unchanged");
  const result = await bench.call("edit", {});
  expect(result).toMatchObject({ data: ["data.csv", "same.txt"] });
  expect(bench.files.names()).toEqual(["data.csv", "same.txt", "data-2.csv", "new.md", "plots-a.txt"]);
  expect(bench.files.textOf("data.csv")).toBe("1,2\n");
  expect(bench.files.textOf("data-2.csv")).toBe("1,2\n3,4\n");
  expect(eventsOf(bench, "artifact.created").map((event) => [event.name, event.mediaType])).toEqual([
    ["data-2.csv", "text/csv"],
    ["new.md", "text/markdown"],
    ["plots-a.txt", "text/plain"],
  ]);
  expect(result.status === "ok" && result.content.filter((part) => part.type === "artifact")).toHaveLength(3);
  expect(await readdir(bench.workPath)).toEqual([]);
});

test("files over the caps are not kept, and the answer says so", async () => {
  await using bench = await benchWith(`
def flood() -> int:
    """Floods."""
    with open("big.bin", "wb") as file:
        file.truncate(60_000_000)
    for number in range(60):
        open(f"n{number:02}.txt", "w").write("x")
    return 1
`);
  const text = await bench.text("flood", {});
  expect(bench.files.names()).toHaveLength(50);
  expect(text).toContain("big.bin was not kept: it is larger than 50 MB.");
  expect(text).toContain("n59.txt was not kept");
});

test("a result that is too large ends the call", async () => {
  await using bench = await benchWith(`
def huge() -> str:
    """Returns far too much."""
    return "x" * 11_000_000
`);
  expect(await bench.call("huge", {})).toMatchObject({ status: "error", code: "limit_reached" });
});

test("twenty calls never run more than two at a time, and those that wait know their place", async () => {
  await using bench = await benchWith(`
import time
def nap(n: int) -> int:
    """Naps."""
    time.sleep(0.03)
    return n
`);
  const tool = (await bench.tools()).find((one) => one.name === "nap");
  expect(tool?.flags.concurrencySafe).toBe(true);
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => bench.call("nap", { n })));
  expect(results.map((result) => result.status === "ok" && result.data)).toEqual(
    Array.from({ length: 20 }, (_, n) => n),
  );
  let running = 0;
  let most = 0;
  for (const event of bench.events) {
    if (event.type === "skill.started") running += 1;
    if (event.type === "skill.finished") running -= 1;
    most = Math.max(most, running);
  }
  expect(most).toBe(2);
  expect(eventsOf(bench, "skill.queued").map((event) => event.position)).toEqual(
    Array.from({ length: 18 }, (_, n) => n + 1),
  );
});

test("waiting at the gate does not count against the time limit, and a waiting call can be stopped", async () => {
  await using bench = await benchWith(
    `
import time
def nap(seconds: float) -> float:
    """Naps."""
    time.sleep(seconds)
    return seconds
`,
    { callTimeoutSeconds: 12, pythonConcurrency: 1 },
  );
  const controller = new AbortController();
  const naps = [bench.call("nap", { seconds: 6.1 }), bench.call("nap", { seconds: 6.1 })];
  const stopped = bench.call("nap", { seconds: 0 }, { signal: controller.signal });
  await expect.poll(() => eventsOf(bench, "skill.queued").length).toBe(2);
  controller.abort();
  expect(await stopped).toMatchObject({ status: "error", code: "aborted" });
  expect((await Promise.all(naps)).map((result) => result.status)).toEqual(["ok", "ok"]);
  expect(eventsOf(bench, "skill.started")).toHaveLength(2);
});

test("values that JSON lacks come back in their defined forms", async () => {
  await using bench = await benchWith(`
import dataclasses, datetime, decimal, enum, os, pathlib, collections
class Level(enum.Enum):
    HIGH = "high"
@dataclasses.dataclass
class Point:
    x: float
    label: str
def everything() -> dict:
    """Returns all kinds."""
    return {"point": Point(float("nan"), "p"), "when": datetime.datetime(2026, 1, 2, 3, 4), "day": datetime.date(2026, 1, 2),
            "price": decimal.Decimal("1.10"), "path": pathlib.Path("a/b"), "here": pathlib.Path(os.getcwd()) / "c.txt", "bytes": b"hi",
            "inf": float("-inf"), "set": {3, 1, 2}, "level": Level.HIGH, "big": 2**60, "pair": (1, 2), 5: None,
            "named": collections.namedtuple("N", "a b")(1, 2), "span": datetime.timedelta(minutes=2)}
def odd() -> object:
    """Returns what has no form."""
    return {"deep": [object()]}
def loop() -> list:
    """Returns a list that holds itself."""
    items = []
    items.append(items)
    return items
`);
  expect(await bench.call("everything", {})).toMatchObject({
    data: {
      point: { x: "NaN", label: "p" },
      when: "2026-01-02T03:04:00",
      day: "2026-01-02",
      price: "1.10",
      path: "a/b",
      here: "c.txt",
      bytes: { base64: "aGk=" },
      inf: "-Infinity",
      set: [1, 2, 3],
      level: "high",
      big: "1152921504606846976",
      pair: [1, 2],
      "5": null,
      named: { a: 1, b: 2 },
      span: 120,
    },
  });
  expect(await bench.call("odd", {})).toMatchObject({
    status: "error",
    message: expect.stringContaining("returned a object"),
  });
  expect(await bench.call("loop", {})).toMatchObject({
    status: "error",
    message: expect.stringContaining("contains itself"),
  });
});

test("arguments arrive as the types that the function asks for", async () => {
  await using bench = await benchWith(`
from __future__ import annotations
import dataclasses, datetime, decimal, enum, pathlib, typing
class Level(enum.Enum):
    HIGH = "high"
    LOW = "low"
@dataclasses.dataclass
class Point:
    x: float
    y: float = 1.0
def take(level: Level, points: list[Point], day: datetime.date | None, price: decimal.Decimal, where: pathlib.Path,
         pair: tuple[int, str], tags: set[str], *, scale: float = 1) -> dict:
    """Takes all kinds."""
    return {name: type(value).__name__ for name, value in locals().items()} | {"first": points[0].x + points[0].y, "level": level.name}
async def later(n: int, /) -> int:
    """Awaits."""
    return n * 2
`);
  const input = {
    level: "high",
    points: [{ x: 1 }],
    day: "2026-05-06",
    price: "1.10",
    where: "a",
    pair: [1, "b"],
    tags: ["t"],
    scale: 3,
  };
  expect(await bench.call("take", input)).toMatchObject({
    data: {
      points: "list",
      day: "date",
      price: "Decimal",
      where: "PosixPath",
      pair: "tuple",
      tags: "set",
      scale: "float",
      first: 2,
      level: "HIGH",
    },
  });
  expect(await bench.call("later", { n: 4 })).toMatchObject({ data: 8 });
  expect(await bench.call("take", { ...input, day: "tomorrow" })).toMatchObject({
    status: "error",
    code: "invalid_input",
    message: expect.stringContaining("day"),
  });
});

test("files of a skill can import their neighbours and their package, and names of the standard library stay usable", async () => {
  await using bench = await benchWith(
    `
from helper import twice
def go(n: int) -> int:
    """Goes."""
    return twice(n)
`,
    {
      folder: {
        "work/scripts/helper.py": "__all__ = []\ndef twice(n):\n    return n * 2\n",
        "work/pack/__init__.py": "",
        "work/pack/inner.py":
          'from .base import ONE\ndef packed() -> int:\n    """Packed."""\n    return ONE\n',
        "work/pack/base.py": "ONE = 1\n",
        "work/scripts/statistics.py":
          'def own() -> str:\n    """Has the name of a standard module."""\n    return "own"\n',
      },
    },
  );
  expect(await bench.text("go", { n: 3 })).toBe("6");
  expect(await bench.text("packed", {})).toBe("1");
  expect(await bench.text("own", {})).toBe("own");
});

test("a script begins when the files of the run are in its folder, and nothing that it prints is lost", async () => {
  await using bench = await benchWith("", {
    folder: { "work/scripts/show.sh": 'cat data.csv; printf "%s" shown\n' },
  });
  bench.files.attach("data.csv", "1,2\n");
  // As slow as a disk that is busy: a program of the system is over long before.
  const { read } = bench.files;
  const readSlowly = async (id: ArtifactId) => {
    await delay(500);
    return read(id);
  };
  Object.assign(bench.files, { read: readSlowly });
  const script = { skill: "work", script: "scripts/show.sh" };
  for (const _ of [1, 2, 3]) expect(await bench.text("run_skill_script", script)).toBe("1,2\nshown");
});

test("scripts get their arguments as they are, standard input, and the working folder", async () => {
  await using bench = await benchWith("", {
    folder: {
      "work/scripts/echo.py":
        "import sys, os\nimport near\nprint(sys.argv[1:], sys.stdin.read(), near.X)\nopen('out.txt','w').write('made')\n",
      "work/scripts/near.py": "X = 1\n",
      "work/scripts/hello.mjs":
        "console.log(JSON.stringify(process.argv.slice(2)), Object.keys(process.env).includes('OPENHIVE_OUTPUT_DIR'))\n",
      "work/scripts/run.sh": 'printf "%s|" "$@"\n',
      "work/scripts/tool": "#!/usr/bin/env python3\nprint('by its first line')\n",
      "work/scripts/fail.py": "print('half')\nraise SystemExit('no luck')\n",
      "work/notes.txt": "just text",
    },
  });
  const args = ["a b", "$(touch /tmp/x)", "; ls"];
  expect(
    await bench.text("run_skill_script", { skill: "work", script: "scripts/echo.py", args, stdin: "in" }),
  ).toContain("['a b', '$(touch /tmp/x)', '; ls'] in 1");
  expect(bench.files.textOf("out.txt")).toBe("made");
  expect(
    await bench.text("run_skill_script", { skill: "work", script: "scripts/hello.mjs", args: ["x"] }),
  ).toContain('["x"] true');
  expect(await bench.text("run_skill_script", { skill: "work", script: "scripts/run.sh", args })).toBe(
    "a b|$(touch /tmp/x)|; ls|",
  );
  expect(await bench.text("run_skill_script", { skill: "work", script: "scripts/tool" })).toContain(
    "by its first line",
  );
  expect(await bench.text("run_skill_script", { skill: "work", script: "scripts/fail.py" })).toMatch(
    /exit code 1.*half.*no luck/s,
  );
  expect(await bench.text("run_skill_script", { skill: "work", script: "notes.txt" })).toContain(
    "cannot be run",
  );
});

test("a script outside the skill's folder is refused, also through a link", async () => {
  await using bench = await benchWith("", { folder: { "other.py": "print(1)" } });
  await symlink("../../other.py", join(bench.root, "work", "scripts", "link.py"));
  await expect.poll(async () => (await bench.skills.catalogue.find("work"))?.findings.length).toBe(1);
  for (const script of ["../other.py", "scripts/link.py", join(bench.root, "other.py")]) {
    const result = await bench.call("run_skill_script", { skill: "work", script });
    expect(result).toMatchObject({
      status: "error",
      code: "invalid_input",
      hint: "Its files: scripts/work.py",
    });
  }
  expect(eventsOf(bench, "skill.started")).toEqual([]);
});

test("a generator tells what it yields while it works, and answers with what it returns or with all of it", async () => {
  await using bench = await benchWith(`
from collections.abc import AsyncIterator, Iterator
def steps(count: int) -> Iterator[str]:
    """Works in steps."""
    for number in range(count):
        yield f"step {number}"
    return f"{count} done"
def rows() -> Iterator[dict]:
    """Gives rows."""
    yield {"a": 1}
    yield {"a": 2}
async def waves() -> AsyncIterator[int]:
    """Gives numbers."""
    for number in range(3):
        yield number
def breaks() -> Iterator[int]:
    """Breaks in the middle."""
    yield 1
    raise ValueError("no second one")
def odd() -> Iterator[object]:
    """Yields what has no form."""
    yield object()
`);
  expect(await bench.call("steps", { count: 3 })).toMatchObject({ status: "ok", data: "3 done" });
  expect(bench.events.filter((event) => event.type === "skill.progress").length).toBeGreaterThan(0);
  expect(bench.events.find((event) => event.type === "skill.progress")?.text).toMatch(/^step \d$/);
  expect(await bench.call("rows", {})).toMatchObject({ data: [{ a: 1 }, { a: 2 }] });
  expect(await bench.call("waves", {})).toMatchObject({ data: [0, 1, 2] });
  expect(await bench.text("breaks", {})).toContain("no second one");
  expect(await bench.text("odd", {})).toContain("no form in JSON");
});

test("arguments become the annotated types, even where another annotation cannot be found", async () => {
  await using bench = await benchWith(`
from __future__ import annotations
import dataclasses, datetime, decimal, enum, typing
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import pandas as pd
class Size(enum.Enum):
    SMALL = "s"
@dataclasses.dataclass
class Box:
    size: Size
    made: datetime.date
    frame: pd.DataFrame | None = None
def kinds(size: Size, box: Box, pair: tuple[int, Size], when: datetime.datetime, wait: datetime.timedelta,
          price: decimal.Decimal, many: list[Box], named: dict[str, Size], frame: pd.DataFrame | None = None) -> list[str]:
    """Names the types."""
    inner = [pair[1], box.size, box.made, many[0], named["a"]]
    return [type(one).__name__ for one in [size, box, pair, when, wait, price, *inner]]
def table() -> object:
    """Returns a table."""
    class DataFrame:
        def to_dict(self): return {}
    return DataFrame()
`);
  const box = { size: "s", made: "2024-02-29" };
  const input = {
    size: "s",
    box,
    pair: [1, "s"],
    when: "2024-02-29T10:00:00Z",
    wait: 1.5,
    price: "1.10",
    many: [box],
    named: { a: "s" },
  };
  expect(await bench.call("kinds", input)).toMatchObject({
    data: ["Size", "Box", "tuple", "datetime", "timedelta", "Decimal", "Size", "Size", "date", "Box", "Size"],
  });
  expect(await bench.text("table", {})).toMatch(/a DataFrame, which has no form in JSON.*\.to_dict\(\)/);
});

test("the most memory that a call's processes had is told, its children and scripts in other languages included", async () => {
  await using bench = await benchWith(
    `
import subprocess, sys, time
def hold(megabytes: int, children: int = 0) -> int:
    """Holds memory."""
    own = bytearray(megabytes << 20)
    code = f"import sys; held = bytearray({megabytes} << 20); print('here', flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = [subprocess.Popen([sys.executable, "-c", code], **pipes) for _ in range(children)]
    for child in started:
        child.stdout.readline()
    if started:
        time.sleep(2)
    for child in started:
        child.communicate()
    return len(own)
`,
    { folder: { "work/scripts/hold.mjs": "Buffer.alloc(90 << 20, 1);" } },
  );
  await bench.call("hold", { megabytes: 1 });
  await bench.call("hold", { megabytes: 80 });
  await bench.call("hold", { megabytes: 80, children: 2 });
  await bench.call("run_skill_script", { skill: "work", script: "scripts/hold.mjs" });
  const peaks = eventsOf(bench, "skill.finished").map(({ peakMemory = 0 }) => peakMemory >> 20);
  const [small = 0, large = 0, tree = 0, script = 0] = peaks;
  expect(small).toBeGreaterThan(4);
  expect(small).toBeLessThan(60);
  expect(large).toBeGreaterThanOrEqual(80);
  expect(script).toBeGreaterThanOrEqual(90);
  // The children hold theirs together for two seconds: they are looked at twenty times.
  if (process.platform === "linux") expect(tree).toBeGreaterThanOrEqual(240);
});

test("of a call that was stopped, no memory is told", async () => {
  await using bench = await benchWith(`
def wait() -> int:
    """Waits."""
    import time
    print("waiting", flush=True)
    time.sleep(60)
    return 1
`);
  const controller = new AbortController();
  const stopped = bench.call("wait", {}, { signal: controller.signal });
  await expect.poll(() => eventsOf(bench, "skill.started").length).toBe(1);
  controller.abort();
  await stopped;
  expect(eventsOf(bench, "skill.finished")[0]).not.toHaveProperty("peakMemory");
});
