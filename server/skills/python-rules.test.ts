import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { createSkillBench, manual, type SkillBench } from "../testing/skill-bench.ts";

/** A function of the skill: what is called with what, and what comes of it. */
type Rule = readonly [rule: string, source: string, args: Json, expected: unknown];

const ok = (data: Json) => ({ status: "ok", data });
const failed = (code: string, message: RegExp) => ({
  status: "error",
  code,
  message: expect.stringMatching(message),
});

/** Each function is called `f`, and renamed so that all fit into one file. */
const RULES: readonly Rule[] = [
  [
    "a dataclass",
    "def f() -> Point:\n    return Point(1, Point(2, None))",
    {},
    ok({ x: 1, next: { x: 2, next: null } }),
  ],
  ["a named tuple", "def f() -> Pair:\n    return Pair(1, 'b')", {}, ok({ left: 1, right: "b" })],
  [
    "a datetime with its zone",
    "def f() -> str:\n    return dt.datetime(2026, 3, 1, 12, tzinfo=dt.timezone.utc)",
    {},
    ok("2026-03-01T12:00:00+00:00"),
  ],
  [
    "a date and a time",
    "def f() -> list:\n    return [dt.date(2026, 3, 1), dt.time(7, 5)]",
    {},
    ok(["2026-03-01", "07:05:00"]),
  ],
  ["a timedelta", "def f() -> float:\n    return dt.timedelta(minutes=1.5)", {}, ok(90)],
  [
    "a Decimal keeps its digits",
    "def f() -> str:\n    return Decimal('0.10') + Decimal('0.2000000000000000000001')",
    {},
    ok("0.3000000000000000000001"),
  ],
  [
    "a large whole number keeps its digits",
    "def f() -> int:\n    return 2 ** 60",
    {},
    ok("1152921504606846976"),
  ],
  [
    "a path of the working folder",
    "def f() -> Path:\n    return Path('a', 'b.txt').absolute()",
    {},
    ok("a/b.txt"),
  ],
  ["a path elsewhere", "def f() -> Path:\n    return Path('/usr/share')", {}, ok("/usr/share")],
  ["bytes", "def f() -> bytes:\n    return b'\\x00\\xff'", {}, ok({ base64: "AP8=" })],
  [
    "not a number and the infinities",
    "def f() -> list:\n    return [float('nan'), float('inf'), -float('inf'), -0.0]",
    {},
    ok(["NaN", "Infinity", "-Infinity", -0]),
  ],
  [
    "not a number as a key",
    "def f() -> dict:\n    return {float('inf'): 1, 2: 3, True: 4, None: 5}",
    {},
    ok({ Infinity: 1, "2": 3, true: 4, null: 5 }),
  ],
  ["an enum", "def f() -> Colour:\n    return [Colour.RED, {Colour.BLUE: 1}]", {}, ok(["red", { blue: 1 }])],
  ["a set, in order", "def f() -> set:\n    return {3, 1, 2}", {}, ok([1, 2, 3])],
  ["nothing", "def f() -> None:\n    return None", {}, ok(null)],
  ["text that is no Unicode", "def f() -> str:\n    return 'a\\ud800'", {}, { status: "ok" }],
  [
    "a table like that of pandas",
    "def f():\n    '''Gives a table.'''\n    return DataFrame()",
    {},
    failed("tool_failed", /returned a DataFrame, which has no form in JSON.*\.to_dict\(\)/),
  ],
  [
    "a table deep inside",
    "def f() -> dict:\n    return {'rows': [DataFrame()]}",
    {},
    failed("tool_failed", /DataFrame/),
  ],
  [
    "an open file",
    "def f() -> str:\n    return open('x', 'w')",
    {},
    failed("tool_failed", /TextIOWrapper, which has no form/),
  ],
  ["a function", "def f() -> str:\n    return print", {}, failed("tool_failed", /no form in JSON/)],
  [
    "a complex number",
    "def f() -> str:\n    return 1j",
    {},
    failed("tool_failed", /a complex, which has no form/),
  ],
  [
    "what contains itself",
    "def f() -> list:\n    a = []\n    a.append(a)\n    return a",
    {},
    failed("tool_failed", /contains itself/),
  ],
  ["async", "async def f() -> int:\n    await asyncio.sleep(0)\n    return 1", {}, ok(1)],
  [
    "a generator answers with what it yields",
    "def f() -> Iterator[int]:\n    yield 1\n    yield Decimal('2')",
    {},
    ok([1, "2"]),
  ],
  [
    "a generator that returns answers with that",
    "def f() -> Iterator[str]:\n    yield 'half'\n    return {'done': 1}",
    {},
    ok({ done: 1 }),
  ],
  [
    "an async generator",
    "async def f() -> AsyncIterator[int]:\n    yield 1\n    await asyncio.sleep(0)\n    yield 2",
    {},
    ok([1, 2]),
  ],
  [
    "a generator that fails half way",
    "def f() -> Iterator[int]:\n    yield 1\n    raise ValueError('no more')",
    {},
    failed("tool_failed", /ValueError: no more/),
  ],
  ["keyword-only", "def f(*, a: int, b: int = 2) -> list:\n    return [a, b]", { a: 1 }, ok([1, 2])],
  ["positional-only", "def f(a: int, /, b: int) -> list:\n    return [a, b]", { b: 2, a: 1 }, ok([1, 2])],
  [
    "a dataclass and a TypedDict as arguments",
    "def f(p: Point, m: Movie) -> list:\n    return [type(p).__name__, p.next.x, m['title']]",
    { p: { x: 1, next: { x: 2 } }, m: { title: "M" } },
    ok(["Point", 2, "M"]),
  ],
  [
    "dates, paths, decimals and bytes as arguments",
    "def f(d: dt.datetime, p: Path, n: Decimal, b: bytes) -> list:\n    return [d.year, p.suffix, str(n * 3), len(b)]",
    { d: "2026-03-01T12:00:00Z", p: "a.csv", n: "0.1", b: "AP8=" },
    ok([2026, ".csv", "0.3", 2]),
  ],
  [
    "enum and literal as arguments",
    "def f(c: Colour, k: Literal['a', 'b'] = 'a') -> list:\n    return [c is Colour.RED, k]",
    { c: "red" },
    ok([true, "a"]),
  ],
  [
    "tuples and sets as arguments",
    "def f(t: Tuple[int, str], s: Set[int]) -> list:\n    return [type(t).__name__, type(s).__name__, sorted(s)]",
    { t: [1, "a"], s: [2, 1] },
    ok(["tuple", "set", [1, 2]]),
  ],
  [
    "optional and union arguments",
    "def f(a: Optional[int] = None, b: Union[int, str] = 1) -> list:\n    return [a, b]",
    { a: null, b: "x" },
    ok([null, "x"]),
  ],
  [
    "a literal that is not there",
    "def f(k: Literal['a', 'b']) -> str:\n    return k",
    { k: "c" },
    failed("invalid_input", /\bk\b/),
  ],
  [
    "a value out of its bounds",
    "def f(n: Annotated[int, Field(ge=1, le=9)]) -> int:\n    return n",
    { n: 10 },
    failed("invalid_input", /\bn\b/),
  ],
  [
    "a number that is a text",
    "def f(n: int) -> int:\n    return n",
    { n: "1" },
    failed("invalid_input", /\bn\b/),
  ],
  [
    "an argument that is missing",
    "def f(n: int) -> int:\n    return n",
    {},
    failed("invalid_input", /\bn\b/),
  ],
  [
    "an argument too many",
    "def f(n: int = 1) -> int:\n    return n",
    { m: 1 },
    failed("invalid_input", /\bm\b/),
  ],
  [
    "a date that is none",
    "def f(d: dt.date) -> str:\n    return str(d)",
    { d: "2026-02-30" },
    failed("invalid_input", /\bd\b/),
  ],
];

const HEAD = `
import asyncio, dataclasses, enum
import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import *
try:
    from pydantic import Field
except ImportError:
    def Field(**bounds):
        return bounds

@dataclasses.dataclass
class Point:
    x: int
    next: Optional["Point"] = None

class Pair(NamedTuple):
    left: int
    right: str

class Movie(TypedDict):
    title: str

class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"

class DataFrame:
    def to_dict(self):
        return {}
`;

const nameOf = (index: number): string => `rule_${index}`;

/** Every function needs a docstring to be offered. */
function sourceOf([, source]: Rule, index: number): string {
  const named = source.replace(/def f\(/, `def ${nameOf(index)}(`);
  return named.includes("'''") ? named : named.replace(/:\n/, ':\n    """Does it."""\n');
}

let bench: SkillBench;
beforeAll(async () => {
  const names = JSON.stringify(RULES.map((_rule, index) => nameOf(index)));
  bench = await createSkillBench({
    granted: ["rules"],
    folder: {
      "rules/SKILL.md": manual("rules"),
      "rules/rules.py": `${HEAD}\n__all__ = ${names}\n\n${RULES.map(sourceOf).join("\n\n")}\n`,
    },
  });
  await bench.call("activate_skill", { name: "rules" });
});
afterAll(() => bench[Symbol.asyncDispose]());

test.each(RULES.map((rule, index) => [rule[0], index] as const))(
  "the rule for %s holds",
  async (_rule, index) => {
    const [, , args, expected] = RULES[index] ?? [];
    expect(await bench.call(nameOf(index), args ?? {})).toMatchObject(expected as object);
  },
);
