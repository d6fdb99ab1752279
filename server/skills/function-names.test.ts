import { expect, test } from "vitest";
import { nameFunctions } from "./function-names.ts";
import type { SkillRecord } from "./skill-record.ts";

function skill(name: string, ...functions: readonly (readonly [file: string, name: string])[]): SkillRecord {
  const described = functions.map(([file, fn]) => ({
    name: fn,
    description: "",
    inputSchema: {},
    file,
    line: 1,
  }));
  return {
    name,
    description: "d",
    root: "r",
    folder: "/f",
    revision: "1",
    networkHosts: [],
    secrets: [],
    isUsable: true,
    findings: [],
    requirements: [],
    body: "",
    files: [],
    functions: described,
  };
}

const names = (skills: readonly SkillRecord[], reserved: readonly string[] = []) =>
  nameFunctions(skills, (name) => reserved.includes(name)).map((named) => named.exposedName);

test("names of skills that were activated earlier never change because of later ones", () => {
  const first = skill("a", ["m.py", "go"]);
  const second = skill("b", ["m.py", "go"], ["n.py", "go"]);
  expect(names([first])).toEqual(["go"]);
  expect(names([first, second])).toEqual(["go", "b_go", "b_n_go"]);
});

test("a reserved name gets the skill's name in front", () => {
  expect(names([skill("a", ["m.py", "ask_user"])], ["ask_user"])).toEqual(["a_ask_user"]);
});

test("every name fits what model providers accept, and two never become one", () => {
  const long = "x".repeat(70);
  const found = names([
    skill(
      "café crème",
      ["m.py", long],
      ["m.py", `${long}y`],
      ["m.py", "größe"],
      ["m.py", "große"],
      ["n.py", "größe"],
    ),
  ]);
  expect(new Set(found).size).toBe(5);
  for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
