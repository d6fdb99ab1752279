import { describe, expect, test } from "vitest";
import { orgDocumentSchema } from "@/server/contract/org-document.ts";
import { describeChange, describeSide } from "./describe-change.ts";
import { addAgent, updateAgent } from "./edit-agents.ts";
import { removeItems } from "./edit-items.ts";
import { reparent } from "./edit-lines.ts";
import {
  defaultChoices,
  findDifferences,
  isSameDocument,
  mergeDocuments as merge,
} from "./merge-documents.ts";
import { createTestAgent, createTestDocument } from "./test-document.ts";

const base = createTestDocument("lead", "analyst<lead", "builder<lead");
const mergeDocuments = (...told: Parameters<typeof merge>) => merge(...told).document;

describe("merging two versions by agent", () => {
  test("changes to different agents are both kept by default", () => {
    const mine = updateAgent(base, "analyst", { role: "Mine" });
    const theirs = updateAgent(base, "builder", { role: "Theirs" });
    const versions = { base, mine, theirs };
    const differences = findDifferences(versions);
    expect(differences.map(({ agentId, changedBy }) => [agentId, changedBy])).toEqual([
      ["analyst", "mine"],
      ["builder", "theirs"],
    ]);
    const merged = mergeDocuments(versions, defaultChoices(differences));
    expect(merged.agents.map((agent) => agent.role)).toEqual(["", "Mine", "Theirs"]);
    expect(merged.lines).toHaveLength(2);
  });

  test("an agent both changed goes to the chosen side", () => {
    const versions = {
      base,
      mine: updateAgent(base, "analyst", { role: "Mine" }),
      theirs: updateAgent(base, "analyst", { role: "Theirs" }),
    };
    expect(findDifferences(versions)[0]?.changedBy).toBe("both");
    expect(mergeDocuments(versions, new Map([["analyst", "theirs"]])).agents[1]?.role).toBe("Theirs");
    expect(mergeDocuments(versions, new Map([["analyst", "mine"]])).agents[1]?.role).toBe("Mine");
  });

  test("agents added on both sides are all kept, with their lines", () => {
    const mine = addAgent(base, createTestAgent("mine"), "analyst");
    const theirs = addAgent(base, createTestAgent("theirs"), "builder");
    const versions = { base, mine, theirs };
    const merged = mergeDocuments(versions, defaultChoices(findDifferences(versions)));
    expect(merged.agents.map((agent) => agent.id)).toEqual(["lead", "analyst", "builder", "mine", "theirs"]);
    expect(merged.lines).toHaveLength(4);
    expect(orgDocumentSchema.safeParse(merged).success).toBe(true);
  });

  test("a deletion on one side is kept, and lines to the deleted agent are left out", () => {
    const mine = removeItems(base, new Set(["analyst"])).document;
    const theirs = reparent(base, "builder", "analyst");
    const versions = { base, mine, theirs };
    const merged = mergeDocuments(versions, defaultChoices(findDifferences(versions)));
    expect(merged.agents.map((agent) => agent.id)).toEqual(["lead", "builder"]);
    expect(merged.lines).toEqual([]);
  });

  test("two moves that would make a loop together keep only one line", () => {
    const mine = reparent(base, "analyst", "builder");
    const theirs = reparent(base, "builder", "analyst");
    const versions = { base, mine, theirs };
    const merged = mergeDocuments(versions, defaultChoices(findDifferences(versions)));
    expect(merged.lines).toHaveLength(1);
  });

  test("the task comes from whoever changed it, mine when both did", () => {
    const theirs = { ...base, task: "Theirs" };
    expect(mergeDocuments({ base, mine: base, theirs }, new Map()).task).toBe("Theirs");
    expect(mergeDocuments({ base, mine: { ...base, task: "Mine" }, theirs }, new Map()).task).toBe("Mine");
  });

  test("the order of fields is no difference", () => {
    const shuffled = {
      ...base,
      agents: base.agents.map((agent) => Object.fromEntries(Object.entries(agent).reverse())),
    };
    expect(isSameDocument(base, shuffled as never)).toBe(true);
  });

  test("differences are said in words", () => {
    const theirs = updateAgent(base, "analyst", {
      role: "Theirs",
      model: { provider: "openai", model: "x" },
    });
    const [difference] = findDifferences({ base, mine: base, theirs });
    if (!difference) throw new Error("There is no difference");
    expect(describeChange(difference.mine, difference.theirs)).toBe("role, model");
    expect(describeSide(difference.theirs, difference.mine)).toBe("role “Theirs”, model openai/x");
    expect(describeSide(difference.mine, difference.theirs)).toBe("role empty, model rehearsal/rehearsal");
  });

  test("an agent only one side has is told by where it belongs", () => {
    const mine = addAgent(base, createTestAgent("new", { role: "Reads" }), "lead");
    const [difference] = findDifferences({ base, mine, theirs: base });
    if (!difference) throw new Error("There is no difference");
    expect(describeSide(difference.mine, difference.theirs)).toBe("Reads, reports to lead");
    expect(describeSide(difference.theirs, difference.mine)).toBe("not there");
  });

  test("a line keeps everything it carries, whichever side it comes from", () => {
    const limited = (document: typeof base) => ({
      ...document,
      lines: document.lines.map((line) =>
        line.childId === "analyst" ? { ...line, budget: { tokens: 5 } } : line,
      ),
    });
    const versions = {
      base,
      mine: updateAgent(base, "builder", { role: "Mine" }),
      theirs: limited(base) as typeof base,
    };
    const differences = findDifferences(versions);
    expect(differences.map((difference) => difference.agentId)).toEqual(["analyst", "builder"]);
    const merged = mergeDocuments(versions, defaultChoices(differences));
    expect(merged.lines[0]).toMatchObject({ childId: "analyst", budget: { tokens: 5 } });
  });

  test("the same line drawn on both sides under other ids is no difference", () => {
    const mine = reparent(base, "builder", "analyst");
    const theirs = reparent(base, "builder", "analyst");
    expect(findDifferences({ base, mine, theirs })).toEqual([]);
  });
});
