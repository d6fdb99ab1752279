import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { type Api, mutate } from "../api.ts";

/**
 * What agents on pictures are granted: skills and a server that never change, whatever comes along with the next release, and two
 * toolboxes.
 */

interface DrawnSkill {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

const skills: readonly DrawnSkill[] = [
  {
    name: "picture-counts",
    files: {
      "SKILL.md": `---
name: picture-counts
description: Count the words of a text. Use it when a length is asked for.
---

# Counting words

1. Call \`count_words\` with the text.
2. Say the figure as it came back, and never estimate it.

| You want | Call |
| --- | --- |
| all words | \`count_words(text)\` |
| long words alone | \`count_words(text, shortest)\` |
`,
      "scripts/count.py": `def count_words(text: str, shortest: int = 1) -> int:
    """Count the words of a text.

    Args:
        text: What is counted.
        shortest: Words with fewer letters are left out.
    """
    return sum(len(word) >= shortest for word in text.split())
`,
    },
  },
  {
    name: "source-notes",
    files: {
      "SKILL.md": `---
name: source-notes
description: Keep a note for each source that is read. Use it before anything is cited.
---

# Notes on sources

One line for each: who, when, what it says, and where.
`,
    },
  },
  {
    name: "house-style",
    files: {
      "SKILL.md": `---
name: house-style
description: How briefs are written here. Use it when a text is drafted for readers.
---

# House style

Short sentences. Figures with their unit and year.
`,
    },
  },
];

export function putSkills(dataDir: string): void {
  for (const { name, files } of skills)
    for (const [path, content] of Object.entries(files)) {
      const file = join(dataDir, "skills", name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
}

export const LIBRARY = "library";

/** Puts up the server and asks it for its tools. */
export async function addServer(api: Api): Promise<void> {
  const args = [join(import.meta.dirname, "picture-server.mjs")];
  await mutate(api, "mcp.save", { name: LIBRARY, command: "node", args });
  await mutate(api, "mcp.test", { name: LIBRARY });
}

/** Some of those that come along: to make others would be the first thing that the audit tells of. */
export const TOOLBOXES = ["research", "scout"] as const;

const drawn: Readonly<Record<string, readonly string[]>> = {
  "skills.list": skills.map(({ name }) => name),
  "mcp.list": [LIBRARY],
  "toolboxes.list": TOOLBOXES,
};

/** A page hears of these alone: those that come along are others, or do more, with every release. */
export async function hearOfDrawnAlone(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*(skills|mcp|toolboxes)\.list/, async (route) => {
    const response = await route.fetch();
    const asked = new URL(route.request().url()).pathname.replace("/api/trpc/", "").split(",");
    const body: unknown = await response.json();
    const answers: readonly unknown[] = Array.isArray(body) ? body : [body];
    const left = answers.map((answer, index) => leaveDrawn(answer, drawn[asked[index] ?? ""]));
    await route.fulfill({ response, json: Array.isArray(body) ? left : left[0] });
  });
}

interface NamedList {
  readonly result: { readonly data: readonly { readonly name: string }[] };
}

function leaveDrawn(answer: unknown, names: readonly string[] | undefined): unknown {
  if (!names) return answer;
  const { data } = (answer as NamedList).result;
  return { result: { data: data.filter(({ name }) => names.includes(name)) } };
}
