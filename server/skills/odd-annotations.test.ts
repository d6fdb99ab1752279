import Ajv2020 from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { createSkillBench, manual } from "../testing/skill-bench.ts";

const HEAD = `from __future__ import annotations
import collections.abc as cabc
import contextlib, datetime as dt, enum, functools, typing as t
from collections import deque, namedtuple
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum, auto
from pathlib import Path
from typing import *
UserId = NewType("UserId", int)
Json = Union[None, int, str, "list[Json]", "dict[str, Json]"]
Pair = tuple[int, str]
Tags = Annotated[list[str], "Some tags"]
MOST = 10
ALSO = MOST
class Colour(Enum):
    RED = "red"
    GREEN = "green"
class Rank(IntEnum):
    ONE = auto()
    TWO = auto()
class Node(TypedDict, total=False):
    name: Required[str]
    children: list["Node"]
@dataclass
class Point:
    x: float
    tags: list[str] = field(default_factory=list)
    KIND: ClassVar[str] = "p"
    hidden: int = field(default=1, init=False)
@dataclass
class Wide:
    größe: int
class Plain:
    pass
`;

const object = (
  properties: Record<string, unknown>,
  required: readonly string[] = Object.keys(properties),
) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...(required.length > 0 ? { required } : {}),
});
const integer = { type: "integer" };
const text = { type: "string" };
const none = { type: "null" };
const listOf = (items: unknown) => ({ type: "array", items });

/** Parameters of a function, and the schemas that come of them; the second list names those that may be left out. */
const SCHEMAS: readonly (readonly [string, Record<string, unknown>, (readonly string[])?])[] = [
  ["a: int | None = None", { a: { anyOf: [integer, none], default: null } }, ["a"]],
  ["a: int = None", { a: { anyOf: [integer, none], default: null } }, ["a"]],
  ["a: Optional[Union[int, str]]", { a: { anyOf: [integer, text, none] } }],
  ["a: Union[int]", { a: integer }],
  ["a: Optional[None]", { a: none }],
  ["a: 'Optional[\"str\"]' = None", { a: { anyOf: [text, none], default: null } }, ["a"]],
  [
    "a: t.List[t.Dict[str, t.Tuple[int, ...]]]",
    { a: listOf({ type: "object", additionalProperties: listOf(integer) }) },
  ],
  ["a: cabc.Sequence[int], b: Iterator[str]", { a: listOf(integer), b: listOf(text) }],
  ["a: UserId", { a: integer }],
  ["a: Tags", { a: { ...listOf(text), description: "Some tags" } }],
  ["a: tuple[()]", { a: { type: "array", items: {}, maxItems: 0 } }],
  ["a: list[()]", { a: {} }],
  [
    "a: Pair",
    {
      a: {
        type: "array",
        prefixItems: [integer, text],
        items: { anyOf: [integer, text] },
        minItems: 2,
        maxItems: 2,
      },
    },
  ],
  ["a: Colour = Colour.GREEN", { a: { ...text, enum: ["red", "green"], default: "green" } }, ["a"]],
  ["a: Rank = Rank.TWO", { a: { ...integer, enum: [1, 2], default: 2 } }, ["a"]],
  [
    "a: Literal['a'] | Literal['b']",
    {
      a: {
        anyOf: [
          { ...text, enum: ["a"] },
          { ...text, enum: ["b"] },
        ],
      },
    },
  ],
  ["a: Literal[1, 'two', None, True]", { a: { enum: [1, "two", null, true] } }],
  ["a: Literal[b'x']", { a: {} }],
  ["a: Node", { a: object({ name: text, children: listOf({ type: "object" }) }, ["name"]) }],
  ["a: Point", { a: object({ x: { type: "number" }, tags: { ...listOf(text), default: [] } }, ["x"]) }],
  ["a: Plain", { a: {} }],
  [
    "a: int = MOST, b: int = ALSO",
    { a: { ...integer, default: 10 }, b: { ...integer, default: 10 } },
    ["a", "b"],
  ],
  ["a: int = len('x'), b: float = float('inf')", { a: integer, b: { type: "number" } }, ["a", "b"]],
  ["a: int = True", { a: { ...integer, default: 1 } }, ["a"]],
  ["a: bool = False", { a: { type: "boolean", default: false } }, ["a"]],
  [
    "a: Annotated[int, Field(ge=1, le=MOST, description='Bound')]",
    { a: { ...integer, minimum: 1, maximum: 10, description: "Bound" } },
  ],
  [
    "a: Annotated[list[Annotated[int, 'Each']], 'All']",
    { a: { ...listOf({ ...integer, description: "Each" }), description: "All" } },
  ],
  ["a: Annotated[str, 'one' ' two']", { a: { ...text, description: "one two" } }],
  [
    "a: Optional[Annotated[int, 'Inner']] = None",
    { a: { anyOf: [{ ...integer, description: "Inner" }, none], default: null } },
    ["a"],
  ],
  [
    "a: int, /, b: int, *, c: int, d: int = 4",
    { a: integer, b: integer, c: integer, d: { ...integer, default: 4 } },
    ["d"],
  ],
  ["a: Mapping[Colour, int]", { a: { type: "object", additionalProperties: integer } }],
  ["a: dt.datetime, b: Path", { a: { ...text, format: "date-time" }, b: text }],
  ["a: Final[int] = 3", { a: { ...integer, default: 3 } }, ["a"]],
  [
    "a: Callable[[int], str], b: deque[int], c: 'nothing', d: 3, e: 'list['",
    { a: {}, b: {}, c: {}, d: {}, e: {} },
  ],
  [
    "a: list[int] = [], b: dict = {}",
    { a: { ...listOf(integer), default: [] }, b: { type: "object", default: {} } },
    ["a", "b"],
  ],
  [
    "class_: str = '', _a: int = 1",
    { class_: { ...text, default: "" }, _a: { ...integer, default: 1 } },
    ["class_", "_a"],
  ],
  [
    "a: int | str | list[int | None] | None",
    { a: { anyOf: [integer, text, listOf({ anyOf: [integer, none] }), none] } },
  ],
];

/** Functions that are not offered, and what is said of them. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['def NAME(*args: int) -> str:\n    """D."""', "give it a list parameter instead"],
  ['def NAME(a: int, **more: int) -> str:\n    """D."""', "give it a dict parameter instead"],
  ['def NAME(größe: int) -> str:\n    """D."""', "models do not accept the name of its parameter größe"],
  ['def NAME(a: Wide) -> str:\n    """D."""', "models do not accept the name of its field größe of Wide"],
  ['def NAME(a: int, b) -> str:\n    """D."""', "annotate b"],
  ['def NAME(self, a: int) -> str:\n    """D."""', "annotate self"],
  ["def NAME(a: int) -> str:\n    return a", "it has no docstring"],
  ['def NAME(a):\n    """D."""', "it has no annotations"],
  [
    '@property\ndef NAME(a: int) -> str:\n    """D."""',
    "@property makes something of it that cannot be called",
  ],
  [
    '@contextlib.contextmanager\ndef NAME(a: int) -> Iterator[str]:\n    """D."""\n    yield ""',
    "@contextmanager makes",
  ],
  ['if MOST > 3:\n    def NAME(a: int) -> str:\n        """D."""', "it is defined under a condition"],
  [
    'try:\n    import json\nexcept ImportError:\n    def NAME(a: int) -> str:\n        """D."""',
    "it is defined under a condition",
  ],
];

const benchWith = (code: string) =>
  createSkillBench({ folder: { "odd/SKILL.md": manual("odd"), "odd/odd.py": `${HEAD}\n${code}\n` } });

test("odd annotations have the schemas that they mean, each of them one that validators accept", async () => {
  const code = SCHEMAS.map(([parameters], at) => `def f${at}(${parameters}) -> str:\n    """D."""`).join(
    "\n",
  );
  await using bench = await benchWith(code);
  const functions = (await bench.skills.catalogue.find("odd"))?.functions ?? [];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [at, [parameters, properties, optional = []]] of SCHEMAS.entries()) {
    const found = functions.find(({ name }) => name === `f${at}`)?.inputSchema;
    const required = Object.keys(properties).filter((name) => !optional.includes(name));
    expect([parameters, found]).toEqual([parameters, object(properties, required)]);
    expect([parameters, ajv.validateSchema(found ?? {})]).toEqual([parameters, true]);
  }
});

test("a function that cannot be offered is not, and is told why", async () => {
  const code = REFUSED.map(([source], at) => source.replace("NAME", `f${at}`)).join("\n");
  await using bench = await benchWith(code);
  const skill = await bench.skills.catalogue.find("odd");
  expect(skill?.functions).toEqual([]);
  for (const [at, [source, reason]] of REFUSED.entries()) {
    const told = skill?.findings.filter(({ message }) => message.includes(`f${at} is not offered`)) ?? [];
    expect([source, told.map(({ message }) => message)]).toEqual([source, [expect.stringContaining(reason)]]);
    expect(told[0]?.line).toBeGreaterThan(HEAD.split("\n").length - 1);
  }
});

test("decorators that keep a function callable do not keep it from being offered", async () => {
  await using bench = await benchWith(
    '@functools.lru_cache(maxsize=None)\n@functools.wraps(len)\ndef cached(a: int) -> int:\n    """D."""\n    return a',
  );
  expect((await bench.skills.catalogue.find("odd"))?.functions.map(({ name }) => name)).toEqual(["cached"]);
});
