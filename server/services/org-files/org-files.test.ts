import fc from "fast-check";
import { expect, test } from "vitest";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { anyValue } from "../../testing/any-value.ts";
import { exampleOrg } from "../example-org.ts";
import { readOrgFiles } from "./read-org-files.ts";
import { writeOrgFiles } from "./write-org-files.ts";

/** Any document, with the ids made to fit: a tree of agents that all differ. */
const anyOrg: fc.Arbitrary<OrgDocument> = fc
  .tuple(anyValue(orgDocumentSchema), fc.infiniteStream(fc.nat()))
  .map(([document, picks]) => {
    const idOf = ({ id }: { readonly id: string }, kind: string, index: number): string =>
      `${id.slice(0, 50)}-${kind}${index}`;
    const agents = document.agents.map((agent, index) => ({ ...agent, id: idOf(agent, "a", index) }));
    const notes = document.notes.map((note, index) => ({ ...note, id: idOf(note, "n", index) }));
    const lines = document.lines.slice(0, Math.max(0, agents.length - 1)).map((line, index) => ({
      ...line,
      id: idOf(line, "l", index),
      childId: agents[index + 1]?.id ?? "",
      parentId: agents[(picks.next().value ?? 0) % (index + 1)]?.id ?? "",
    }));
    // An agent is in one group at most.
    const groups = document.groups.map((group, index) => ({
      ...group,
      id: idOf(group, "g", index),
      members: agents
        .filter((_, place) => place % (document.groups.length + 1) === index)
        .map(({ id }) => id),
    }));
    return { ...document, agents, lines, notes, groups };
  });

const slug = "org";
const text = (files: readonly OrgFile[], path: string): string =>
  new TextDecoder().decode(files.find((file) => file.path === path)?.content);
/** Bytes as hexadecimal text: what differs is then found quickly. */
const textsOf = (files: readonly OrgFile[]): readonly string[] =>
  files.map(({ path, content }) => `${path} ${Buffer.from(content).toString("hex")}`);
const encode = (path: string, content: string): OrgFile => ({
  path,
  content: new TextEncoder().encode(content),
});

test("what is exported comes back the same, and exports to the same bytes", () => {
  fc.assert(
    fc.property(anyOrg, (document) => {
      const files = writeOrgFiles({ slug, document, sampleFiles: [] });
      const back = readOrgFiles(files);
      expect(back.document).toEqual(document);
      expect(textsOf(writeOrgFiles(back))).toEqual(textsOf(files));
    }),
    { numRuns: 150 },
  );
});

test("the order in which fields were stored does not change a byte", () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, entry]) => [key, reversed(entry)]),
          )
        : value;
  const document = exampleOrg();
  const shuffled = reversed(document) as OrgDocument;
  expect(writeOrgFiles({ slug, document: shuffled, sampleFiles: [] })).toEqual(
    writeOrgFiles({ slug, document, sampleFiles: [] }),
  );
});

test("file names are plain, and differ without regard to case", () => {
  const agents = ["Reviewer", "reviewer", "Réviewer", "🐝", "שלום", "CON", "a/../../b", "x".repeat(80)].map(
    (name, index) => ({
      id: `a${index}`,
      name,
      position: { x: 0, y: 0 },
    }),
  );
  const document = orgDocumentSchema.parse({ name: "Names", agents, lines: [] });
  const paths = writeOrgFiles({ slug, document, sampleFiles: [] }).map(({ path }) => path);
  expect(paths).toEqual([
    "org.yaml",
    "agents/reviewer.md",
    "agents/reviewer-2.md",
    "agents/reviewer-3.md",
    "agents/agent.md",
    "agents/agent-2.md",
    "agents/con-agent.md",
    "agents/a-b.md",
    `agents/${"x".repeat(60)}.md`,
  ]);
});

test("an agent's file is Markdown: its fields, then its persona as it was typed", () => {
  const files = writeOrgFiles({ slug, document: exampleOrg(), sampleFiles: [] });
  expect(text(files, "agents/analyst.md")).toMatch(
    /^---\nid: analyst\nname: Analyst\n[\s\S]*skills:\n {2}- csv-figures\n[\s\S]*\n---\n\nYou turn tables into figures[^\n]*\n$/,
  );
  expect(text(files, "org.yaml")).toMatch(/^openhive_org: 1\nslug: org\nname: Research desk\n/);
});

test("files that come along keep every byte", () => {
  const sampleFiles = [{ name: "é.csv", mediaType: "text/csv", content: new Uint8Array([0, 255, 13, 10]) }];
  const files = writeOrgFiles({ slug, document: exampleOrg(), sampleFiles });
  expect(readOrgFiles(files).sampleFiles).toEqual(sampleFiles);
});

test("files with the line ends of Windows or a byte order mark are read as well", () => {
  const files = writeOrgFiles({ slug, document: exampleOrg(), sampleFiles: [] }).map(({ path, content }) =>
    encode(path, `\ufeff${new TextDecoder().decode(content).replaceAll("\n", "\r\n")}`),
  );
  expect(readOrgFiles(files).document).toEqual(exampleOrg());
});

const agentFile = (fields: string): OrgFile => encode("agents/a.md", `---\nid: a\nname: A\n${fields}---\n`);
const orgFile = (more = ""): OrgFile =>
  encode("org.yaml", `openhive_org: 1\nname: Desk\nagents:\n  - agents/a.md\nlines: []\n${more}`);
const fine = "position: {x: 0, y: 0}\n";

test.each([
  ["no org.yaml", [agentFile(fine)], "org.yaml:1: this file is not there"],
  [
    "another format",
    [encode("org.yaml", "name: Desk\n")],
    'org.yaml:1: this is not an org: it has to begin with "openhive_org: 1".',
  ],
  ["broken YAML", [orgFile("notes: [\n")], /^org\.yaml:\d+: no valid YAML: /],
  ["a key twice", [orgFile("name: Again\n")], /^org\.yaml:6: no valid YAML: Map keys must be unique/],
  [
    "an unknown field",
    [orgFile("colour: red\n"), agentFile(fine)],
    "org.yaml:6: colour: there is no such field",
  ],
  [
    "a wrong value",
    [orgFile(), agentFile(`${fine}limits:\n  maxTurns: 0\n`)],
    /^agents\/a\.md:6: limits\.maxTurns: Too small/,
  ],
  ["a missing field", [orgFile(), agentFile("")], /^agents\/a\.md:2: position: /],
  ["an agent without its file", [orgFile()], "org.yaml:4: agents/a.md is not there"],
  [
    "a file that nothing lists",
    [orgFile(), agentFile(fine), encode("agents/b.md", "")],
    "agents/b.md:1: this file is not listed in org.yaml, under agents",
  ],
  [
    "no fields",
    [orgFile(), encode("agents/a.md", "You are A.")],
    "agents/a.md:1: an agent file begins with its fields between two lines of ---",
  ],
  [
    "two personas",
    [orgFile(), encode("agents/a.md", "---\nid: a\npersona: x\n---\n\nYou\n")],
    "agents/a.md:3: the persona stands twice: as a field and below the fields",
  ],
  [
    "no text",
    [orgFile(), { path: "agents/a.md", content: new Uint8Array([255]) }],
    "agents/a.md:1: this is not UTF-8 text",
  ],
  [
    "a path outside",
    [encode("org.yaml", "openhive_org: 1\nname: D\nagents: [../../etc/passwd]\nlines: []\n")],
    /^org\.yaml:3: agents\.0: /,
  ],
  [
    "a loop",
    [
      encode(
        "org.yaml",
        "openhive_org: 1\nname: D\nagents:\n  - agents/a.md\nlines:\n  - {id: l, parentId: a, childId: a}\n",
      ),
      agentFile(fine),
    ],
    "org.yaml:6: A line cannot stay: would report to itself.",
  ],
  [
    "an agent listed twice",
    [
      encode("org.yaml", "openhive_org: 1\nname: D\nagents: [agents/a.md, agents/a.md]\nlines: []\n"),
      agentFile(fine),
    ],
    "org.yaml:3: Two agents have the id a.",
  ],
  [
    "a note with the id of an agent",
    [orgFile("notes: [{id: a, text: x, position: {x: 0, y: 0}}]\n"), agentFile(fine)],
    "The id a is given twice.",
  ],
  [
    "a group with the id of a note",
    [
      orgFile(
        "notes: [{id: n, text: x, position: {x: 0, y: 0}}]\ngroups: [{id: n, name: G, position: {x: 0, y: 0}, width: 90, height: 90}]\n",
      ),
      agentFile(fine),
    ],
    "The id n is given twice.",
  ],
  [
    "two lines with one id",
    [
      encode(
        "org.yaml",
        "openhive_org: 1\nname: D\nagents: [agents/a.md, {id: b, name: B, position: {x: 0, y: 0}}, {id: c, name: C, position: {x: 0, y: 0}}]\nlines: [{id: l, parentId: a, childId: b}, {id: l, parentId: a, childId: c}]\n",
      ),
      agentFile(fine),
    ],
    "The id l is given twice.",
  ],
  [
    "a file listed twice",
    [
      orgFile("files: [{path: files/x, mediaType: a/b}, {path: files/x, mediaType: a/b}]\n"),
      agentFile(fine),
      encode("files/x", "x"),
    ],
    "a file is listed twice",
  ],
  [
    "aliases that grow",
    [
      encode(
        "org.yaml",
        `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`,
      ),
    ],
    "org.yaml:1: no valid YAML: too many aliases",
  ],
])("%s is refused with file and line", (_name, files, message) => {
  expect(() => readOrgFiles(files)).toThrow(message);
});

test("text that is no export never gets further than a refusal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (org, agent) => {
      try {
        readOrgFiles([encode("org.yaml", `openhive_org: 1\n${org}`), encode("agents/a.md", `---\n${agent}`)]);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid" });
      }
    }),
  );
});
