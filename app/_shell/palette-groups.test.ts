import { describe, expect, it } from "vitest";
import type { Command, CommandGroup } from "./command-store.ts";
import { foundActions, matchScore, mergeGroups, runAction } from "./palette-groups.ts";

const nothing = () => undefined;
const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  onSelect: nothing,
  ...more,
});
const doing = (name: string) => () =>
  ["Add", "Rename", "Duplicate", "Delete"].map((verb) => command(`${verb} ${name}`));
const agents: CommandGroup = {
  heading: "Agents",
  kind: "find",
  commands: [
    command("Writer", { hint: "Checks facts too", actions: doing("Writer") }),
    command("Fact checker", { actions: doing("Fact checker") }),
    command("Artefacts", { actions: doing("Artefacts") }),
  ],
};
const labels = ({ commands }: CommandGroup) => commands.map(({ label }) => label);

describe("what can be done with what was found", () => {
  it("is offered for the name that fits best, the first three of it", () => {
    expect(labels(foundActions([agents], "fact"))).toEqual([
      "Add Fact checker",
      "Rename Fact checker",
      "Duplicate Fact checker",
    ]);
  });

  it("is not offered before something is typed, and not where only other words fit", () => {
    expect(labels(foundActions([agents], " "))).toEqual([]);
    expect(labels(foundActions([agents], "checks too"))).toEqual([]);
    expect(labels(foundActions([{ ...agents, commands: [command("Fact")] }], "fact"))).toEqual([]);
  });
});

describe("Ctrl-Enter on what was found", () => {
  const run = command("Run from Writer", { keys: ["Mod", "⏎"] });

  it("is the action that has this key, wherever it stands", () => {
    const actions = () => [command("Rename Writer", { keys: ["F2"] }), run];
    expect(runAction(command("Writer", { actions }))).toBe(run);
  });

  it("is nothing where no action has it", () => {
    expect(runAction(command("Writer", { actions: doing("Writer") }))).toBeUndefined();
    expect(runAction(command("New org"))).toBeUndefined();
    expect(runAction(undefined)).toBeUndefined();
  });
});

describe("groups of the palette", () => {
  it("with one heading are one, and > leaves commands alone", () => {
    const page: CommandGroup = { heading: "Do", kind: "do", commands: [command("Undo")] };
    const general: CommandGroup = { heading: "Do", kind: "do", commands: [command("New org")] };
    expect(mergeGroups([page, agents, general], false).map(labels)).toEqual([
      ["Undo", "New org"],
      ["Writer", "Fact checker", "Artefacts"],
    ]);
    expect(mergeGroups([page, agents, general], true).map(({ heading }) => heading)).toEqual(["Do"]);
  });

  it("rank a label that begins with what was typed before one that holds it, and that before other words", () => {
    expect(
      ["Fact checker", "Artefacts", "Writer"].map((name) => matchScore("", "fact", [name, "facts"])),
    ).toEqual([1, 0.8, 0.5]);
  });
});
