import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HELPERS } from "../testing/skill-bench.ts";
import { createInterpreter } from "./interpreter.ts";
import { createPythonAnalyser } from "./python-analyser.ts";

const searchPath = "/usr/local/bin:/usr/bin:/bin";
const interpreter = createInterpreter("python3", searchPath);
const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });

const analyse = (files: Record<string, string>) =>
  analyser.analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
const names = async (text: string) => (await analyse({ "m.py": text })).functions.map((fn) => fn.name);
const rules = async (text: string) =>
  (await analyse({ "m.py": text })).findings.map((finding) => finding.rule);
const schema = async (text: string) => (await analyse({ "m.py": text })).functions[0]?.inputSchema;
const property = async (annotation: string, before = "") => {
  const found = await schema(`${before}\ndef f(a: ${annotation}):\n    """F."""\n`);
  return (found?.["properties"] as Record<string, unknown> | undefined)?.["a"];
};

test("without __all__, public, annotated and documented top-level functions are offered", async () => {
  const text = `
def yes(a: int) -> int:
    """Yes."""
def also() -> int:
    """No parameters, but annotated."""
async def awaited(a: int):
    """Awaited."""
def _private(a: int) -> int:
    """Private."""
def undocumented(a: int) -> int: ...
def bare(a, b):
    """Not annotated."""
def nothing():
    """Nothing annotated."""
class C:
    def method(self, a: int) -> int:
        """A method."""
if True:
    def conditional(a: int) -> int:
        """Conditional."""
`;
  expect(await names(text)).toEqual(["yes", "also", "awaited"]);
});

test("a function that is nearly offered is pointed out with its line", async () => {
  const { functions, findings } = await analyse({ "m.py": 'def half(a: int, b):\n    """Half."""\n' });
  expect(functions).toEqual([]);
  expect(findings).toMatchObject([
    { level: "warning", rule: "function-not-annotated", file: "m.py", line: 1 },
  ]);
});

test("a module with a __main__ guard or a private name offers nothing, unless __all__ says so", async () => {
  const guarded = 'def f(a: int) -> int:\n    """F."""\nif __name__ == "__main__":\n    f(1)\n';
  expect(await names(guarded)).toEqual([]);
  expect(await names(`__all__ = ["f"]\n${guarded}`)).toEqual(["f"]);
  const plain = 'def f(a: int) -> int:\n    """F."""\n';
  expect((await analyse({ "_m.py": plain })).functions).toEqual([]);
  expect((await analyse({ "_m.py": `__all__ = ["f"]\n${plain}` })).functions).toHaveLength(1);
});

test("__all__ decides alone, in its own order, and only functions count", async () => {
  const text = `
__all__ = ["b", "LIMIT", "missing"]
__all__ += ["_a"]
LIMIT = 3
def _a(x): return x
def b(): return 1
def c(a: int) -> int:
    """Not named."""
`;
  expect(await names(text)).toEqual(["b", "_a"]);
  expect(await rules(text)).toEqual([
    "all-unknown-name",
    "function-not-exported",
    "function-not-documented",
    "function-not-documented",
  ]);
  expect(await names('__all__ = []\ndef f(a: int) -> int:\n    """F."""\n')).toEqual([]);
  expect(await rules("import json as x\n__all__ = x.names()\n")).toEqual(["all-unreadable"]);
});

test("a file with a syntax error costs only its own functions and says where", async () => {
  const { functions, findings } = await analyse({
    "good.py": 'def f(a: int) -> int:\n    """F."""\n',
    "bad.py": "x = 1\ndef broken(:\n",
    "zero.py": "x = '\u0000'\n",
  });
  expect(functions.map((fn) => fn.name)).toEqual(["f"]);
  expect(findings).toMatchObject([
    { level: "error", rule: "python-syntax", file: "bad.py", line: 2 },
    { level: "error", rule: "python-syntax", file: "zero.py" },
  ]);
});

test("a file that overwhelms the parser costs only its own skill", async () => {
  const [deep, fine] = await Promise.all([
    analyse({ "deep.py": `x = ${"(".repeat(100_000)}${")".repeat(100_000)}\ny = ${"-".repeat(400_000)}1` }),
    analyse({ "fine.py": 'def f(a: int) -> int:\n    """F."""\n' }),
  ]);
  expect(deep.functions).toEqual([]);
  expect(deep.findings[0]?.level).toBe("error");
  expect(fine.functions).toHaveLength(1);
});

test("nothing of a skill is run to discover its functions", async () => {
  const marker = join(tmpdir(), `openhive-analysed-${process.pid}`);
  await analyse({ "m.py": `open(${JSON.stringify(marker)}, "w")\nraise SystemExit\n` });
  expect(existsSync(marker)).toBe(false);
});

test("the analysis has a time limit", async () => {
  const hasty = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath, timeoutMs: 1 });
  const { isComplete, findings } = await hasty.analyse([{ path: "m.py", text: "" }]);
  expect(isComplete).toBe(false);
  expect(findings).toMatchObject([
    { level: "error", rule: "analysis-failed", message: expect.stringContaining("time limit") },
  ]);
});

test.each([
  ["str", { type: "string" }],
  ["int", { type: "integer" }],
  ["float", { type: "number" }],
  ["bool", { type: "boolean" }],
  ["None", { type: "null" }],
  ["Any", {}],
  ["list[str]", { type: "array", items: { type: "string" } }],
  ["list", { type: "array", items: {} }],
  ["dict[str, int]", { type: "object", additionalProperties: { type: "integer" } }],
  ["dict", { type: "object" }],
  ["tuple[float, ...]", { type: "array", items: { type: "number" } }],
  ["set[int]", { type: "array", items: { type: "integer" }, uniqueItems: true }],
  ["int | None", { anyOf: [{ type: "integer" }, { type: "null" }] }],
  ["'int | str'", { anyOf: [{ type: "integer" }, { type: "string" }] }],
  ["t.Optional[int]", { anyOf: [{ type: "integer" }, { type: "null" }] }],
  ["Union[int, str, None]", { anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }] }],
  ["Either[int, int]", { type: "integer" }],
  ["Literal['a', 'b']", { type: "string", enum: ["a", "b"] }],
  ["Literal[1, 'b', None]", { enum: [1, "b", null] }],
  ["datetime.date", { type: "string", format: "date" }],
  ["datetime.datetime", { type: "string", format: "date-time" }],
  ["pathlib.Path", { type: "string" }],
  ["decimal.Decimal", { anyOf: [{ type: "number" }, { type: "string" }] }],
  ["Annotated[int, 'how many']", { type: "integer", description: "how many" }],
  [
    "Annotated[int, Field(ge=1, le=9, description='d')]",
    { type: "integer", minimum: 1, maximum: 9, description: "d" },
  ],
  ["Annotated[str, MinLen(2), MaxLen(5)]", { type: "string", minLength: 2, maxLength: 5 }],
  [
    "Annotated[list[int], Len(1, 3)]",
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 },
  ],
  ["Annotated[float, Gt(0), Interval(lt=2)]", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 2 }],
  ["Rows", { type: "array", items: { type: "object", additionalProperties: { type: "string" } } }],
  ["Celsius", { type: "number" }],
  ["Loop", { type: "array", items: {} }],
])("the annotation %s becomes its schema", async (annotation, expected) => {
  const before = `
import typing as t, datetime, pathlib, decimal
from typing import *
from typing import Union as Either
Rows = list[dict[str, str]]
Celsius = NewType("Celsius", float)
Loop = list["Loop"]
`;
  expect(await property(annotation, before)).toEqual(expected);
});

test("a tuple is described place by place", async () => {
  expect(await property("tuple[int, str]")).toEqual({
    type: "array",
    prefixItems: [{ type: "integer" }, { type: "string" }],
    items: { anyOf: [{ type: "integer" }, { type: "string" }] },
    minItems: 2,
    maxItems: 2,
  });
});

test("enums, typed dicts and dataclasses are described, with what they inherit and the texts of their docstrings", async () => {
  const before = `
from dataclasses import dataclass, field
from enum import Enum, auto, StrEnum
from typing import TypedDict, NotRequired
class Color(Enum):
    RED = "red"
    BLUE = "blue"
class Kind(StrEnum):
    BIG = auto()
class Base(TypedDict):
    id: int
class Row(Base, total=False):
    note: str
@dataclass
class Point:
    """A point.

    Attributes:
        x: Position from the left.
    """
    x: float
    y: float = 0.5
    tags: list[str] = field(default_factory=list)
    parent: "Point | None" = None
`;
  expect(await property("Color", before)).toEqual({ type: "string", enum: ["red", "blue"] });
  expect(await property("Kind", before)).toEqual({ type: "string", enum: ["big"] });
  expect(await property("Row", before)).toEqual({
    type: "object",
    properties: { id: { type: "integer" }, note: { type: "string" } },
    additionalProperties: false,
    required: ["id"],
  });
  expect(await property("Point", before)).toEqual({
    type: "object",
    properties: {
      x: { type: "number", description: "Position from the left." },
      y: { type: "number", default: 0.5 },
      tags: { default: [], type: "array", items: { type: "string" } },
      parent: { anyOf: [{ type: "object" }, { type: "null" }], default: null },
    },
    additionalProperties: false,
    required: ["x"],
  });
});

test("types of the skill's other modules are found", async () => {
  const { functions } = await analyse({
    "scripts/use.py":
      'import shapes\nfrom shapes import Size as S\ndef f(a: S, b: shapes.Size):\n    """F."""\n',
    "scripts/shapes.py": "from enum import Enum\nclass Size(Enum):\n    SMALL = 1\n",
  });
  const enumeration = { type: "integer", enum: [1] };
  expect(functions[0]?.inputSchema["properties"]).toEqual({ a: enumeration, b: enumeration });
});

test("defaults and keyword-only parameters are described", async () => {
  expect(
    await schema(
      'def f(a: int, b: str = "x", *, c: float, d: list = [], e: int = None, g: int = len("x")):\n    """F."""\n',
    ),
  ).toEqual({
    type: "object",
    properties: {
      a: { type: "integer" },
      b: { type: "string", default: "x" },
      c: { type: "number" },
      d: { type: "array", items: {}, default: [] },
      e: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
      g: { type: "integer" },
    },
    required: ["a", "c"],
    additionalProperties: false,
  });
});

test.each(["*values", "**values"])("a function with %s is refused with the reason", async (parameter) => {
  const { functions, findings } = await analyse({
    "m.py": `def f(${parameter}: int) -> int:\n    """F."""\n`,
  });
  expect(functions).toEqual([]);
  expect(findings).toMatchObject([
    { rule: "function-refused", message: expect.stringContaining(`takes ${parameter}`), line: 1 },
  ]);
});

test("every public function that is not offered has a note that says why; tests have none", async () => {
  const { functions, findings } = await analyse({
    "a.py": 'def silent(a: int) -> int: ...\ndef bare(a):\n    """Bare."""\ndef _own(a): ...\n',
    "b.py": '__all__ = ["x"]\ndef x(a: int) -> int:\n    """X."""\ndef y(a: int) -> int:\n    """Y."""\n',
    "c.py": 'def main() -> None:\n    """Main."""\nif __name__ == "__main__":\n    main()\n',
    "_d.py": 'def helper(a: int) -> int:\n    """Helps."""\n',
    "tests/test_a.py": 'def test_it() -> None:\n    """Tests."""\n',
  });
  expect(functions.map((fn) => fn.name)).toEqual(["x"]);
  expect(findings.map(({ level, rule, file, line }) => [level, rule, file, line])).toEqual([
    ["info", "function-not-exported", "a.py", 1],
    ["info", "function-not-exported", "a.py", 2],
    ["info", "function-not-exported", "b.py", 4],
    ["info", "function-not-exported", "c.py", 1],
    ["info", "function-not-exported", "_d.py", 1],
  ]);
  expect(findings.map(({ message }) => message).join("\n")).toMatch(
    /docstring.*\n.*annotations.*\n.*__all__.*\n.*__main__.*\n.*underscore/,
  );
});

test("packages that are declared or imported and not installed are named with their line", async () => {
  const { findings } = await analyse({
    "requirements.txt": "# needed\npip>=1\nno-such-package-a==1.0 # why\nno-such-b; python_version < '3'\n",
    "a.py": "import json, requirements\nimport b\n",
    "b.py":
      "# /// script\n# dependencies = [\n#   'no-such-package-c>=2',\n# ]\n# ///\nimport no_such_package_c\n",
  });
  expect(findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([
    ["dependency-missing", "requirements.txt", 3],
    ["dependency-missing", "b.py", 1],
  ]);
  const bare = await analyse({
    "a.py": "import json\ntry:\n    import no_such_d\nexcept ImportError:\n    pass\nimport no_such_e\n",
  });
  expect(bare.findings).toMatchObject([{ rule: "dependency-undeclared", file: "a.py", line: 6 }]);
});

test("members of enums, fields of dataclasses and intervals have defaults and forms", async () => {
  const found = await schema(`
import dataclasses, datetime, enum
class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"
@dataclasses.dataclass
class Box:
    size: Size = Size.LARGE
    tags: list[str] = dataclasses.field(default_factory=list)
    count: int = dataclasses.field(default=3)
    made: int = dataclasses.field(init=False, default=0)
    owner: str = dataclasses.field(kw_only=True)
def f(size: Size = Size.SMALL, box: "Box | None" = None, wait: datetime.timedelta = datetime.timedelta(0)) -> None:
    """F."""
`);
  expect(found?.["properties"]).toMatchObject({
    size: { enum: ["s", "l"], default: "s" },
    box: {
      anyOf: [
        {
          properties: {
            size: { default: "l" },
            tags: { type: "array", default: [] },
            count: { type: "integer", default: 3 },
            owner: { type: "string" },
          },
          required: ["owner"],
        },
        { type: "null" },
      ],
    },
    wait: { type: "number" },
  });
  expect(JSON.stringify(found)).not.toContain('"made"');
});

test("a type that is not understood takes any value, and that is said", async () => {
  expect(
    await rules('import no_such_tables\ndef f(a: no_such_tables.DataFrame) -> int:\n    """F."""\n'),
  ).toEqual(["type-unknown", "dependency-undeclared"]);
});

test("types that grow without bound are refused", async () => {
  const aliases = Array.from({ length: 30 }, (_, n) => `A${n + 1} = tuple[A${n}, A${n}]`).join("\n");
  expect(await rules(`A0 = int\n${aliases}\ndef f(a: A30) -> int:\n    """F."""\n`)).toEqual([
    "function-refused",
  ]);
});

test.each([
  [
    "Google",
    "Sums.\n\n    More.\n\n    Args:\n        a (int): The first\n            value.\n        b: The second.\n\n    Returns:\n        The sum.\n\n    Raises:\n        ValueError: never\n    ",
  ],
  [
    "NumPy",
    "Sums.\n\n    More.\n\n    Parameters\n    ----------\n    a : int\n        The first\n        value.\n    b : int\n        The second.\n\n    Returns\n    -------\n    The sum.\n    ",
  ],
  [
    "reST",
    "Sums.\n\n    More.\n\n    :param int a: The first\n        value.\n    :param b: The second.\n    :returns: The sum.\n    :raises ValueError: never\n    ",
  ],
])("parameter texts are taken from a %s docstring", async (_style, docstring) => {
  const { functions } = await analyse({ "m.py": `def f(a: int, b: int) -> int:\n    """${docstring}"""\n` });
  expect(functions[0]?.description).toBe("Sums.\n\nMore.\n\nReturns: The sum.");
  expect(functions[0]?.inputSchema["properties"]).toEqual({
    a: { type: "integer", description: "The first value." },
    b: { type: "integer", description: "The second." },
  });
});
