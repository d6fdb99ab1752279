import { execFileSync } from "node:child_process";
import { readdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSkillBench, manual } from "../testing/skill-bench.ts";
import { copySkill } from "./revision-copies.ts";
import { readContents } from "./skill-contents.ts";
import { walk } from "./skill-folder.ts";

const SECRET = "what only this machine knows";

/** What may stand in the place of a file a moment after it was looked at. */
const swaps: Readonly<Record<string, (place: string, outside: string) => unknown>> = {
  "a link out": (place, outside) => symlink(outside, place),
  "a link to a device without end": (place) => symlink("/dev/zero", place),
  "a pipe that nobody writes to": (place) => execFileSync("mkfifo", [place]),
};

test.each(Object.entries(swaps))(
  "a file that became %s meanwhile is part of no skill and of no copy",
  async (_what, swap) => {
    await using bench = await createSkillBench({
      folder: { "one/SKILL.md": manual("one"), "one/notes.md": "Notes.", "secret.txt": SECRET },
    });
    const skill = await bench.skills.catalogue.find("one");
    const folder = await walk(await realpath(String(skill?.folder)));
    const place = join(folder.path, "notes.md");
    await rm(place);
    await swap(place, join(folder.path, "..", "secret.txt"));
    const contents = await readContents(folder);
    expect([...contents.keys()]).toEqual(["SKILL.md"]);
    const target = join(folder.path, "..", "copy");
    if (skill) await expect(copySkill(skill, target)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readdir(target)).toEqual(["SKILL.md"]);
  },
);

test("a manual that is replaced again and again is the one or the other, whole", async () => {
  const texts = ["first", "second"].map((word) => `${manual("one")}\n${`${word} `.repeat(2_000)}\n`);
  await using bench = await createSkillBench({ folder: { "one/SKILL.md": texts[0] ?? "" } });
  const place = join(String((await bench.skills.catalogue.find("one"))?.folder), "SKILL.md");
  let isOver = false;
  const write = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await writeFile(`${place}.new`, texts[turn % 2] ?? "");
      await rename(`${place}.new`, place);
    }
  };
  const writing = write();
  let seen = 0;
  for (let look = 0; look < 100; look += 1) {
    const text = (await readContents(await walk(join(place, "..")))).get("SKILL.md")?.toString();
    if (text === undefined) continue;
    expect(texts).toContain(text);
    seen += 1;
  }
  isOver = true;
  await writing;
  // What is swapped while it is opened is refused; mostly it is not.
  expect(seen).toBeGreaterThan(50);
});
