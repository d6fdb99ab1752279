import type { Requirement } from "./requirement.ts";

const author = { reader: "skill author", spec: "skill-author.spec.ts" } as const;

/** What is promised to people who write skills. */
export const authorRequirements: readonly Requirement[] = [
  {
    ...author,
    promise: "A skill is made and tried on its page by key, and a try is kept as an example.",
    story: "an author makes a skill, tries its function by keyboard, keeps the try as an example and runs it",
  },
  {
    ...author,
    promise: "A mend is seen line by line before it is made, and no text in a skill hides.",
    story: "a mend shows the lines that it changes, and hidden text is written out",
  },
  {
    ...author,
    promise: "A file of a skill can be read at once; its inks come when they are there.",
    story: "a file can be read while the inks of its code are on their way",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "A SKILL.md is written on its page, and the doctor says what it thinks while it is typed.",
    story: "a skill that does not load is mended in its manual, with the doctor looking on",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "What an author's own editor wrote is not replaced unseen, and nothing typed is lost.",
    story:
      "what an editor wrote meanwhile is shown beside what was typed, and nothing typed goes without a question",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "A manual on its page follows the disk as long as nothing was typed.",
    story: "what was typed and taken back does not stand in the way of what an editor writes",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "What is typed outlives whatever happens to the skill's findings.",
    story: "what was typed beside the doctor's findings stays when an editor mends them",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "What is typed into a manual outlives a step back and a reload.",
    story: "what was typed is there again after a step back and a reload, until it is thrown away",
  },
  {
    reader: "skill author",
    spec: "skill-manual.spec.ts",
    promise: "Skills that ship with OpenHive stay as they are.",
    story: "what ships with OpenHive is not offered for writing",
  },
  {
    reader: "skill author",
    spec: "skill-shelf.spec.ts",
    promise: "A skill goes out as an archive and comes back after a look at what would be written.",
    story: "a skill goes out as an archive, is deleted, and comes back after a look at what would be written",
  },
  {
    reader: "skill author",
    spec: "skill-shelf.spec.ts",
    promise: "Skills of a project are there when it is named, follow a new name, and go with it.",
    story:
      "skills of a project are there as soon as it is named, under a new name when renamed, and gone with it",
  },
  {
    reader: "skill author",
    spec: "skill-activation.spec.ts",
    promise: "An author sees the whole prompt and tool array before and after activation, and what differs.",
    story: "an author tries activation as an agent of an org, and what it adds is marked",
  },
  {
    reader: "skill author",
    spec: "skill-activation.spec.ts",
    promise: "Of two skills with one name the page says which counts and why; a new name is told as such.",
    story: "two folders have a skill of one name: the page says which counts, and follows a new name",
  },
  {
    reader: "skill author",
    spec: "skill-activation.spec.ts",
    promise: "Who was granted a skill by its old name is offered the new one, for all agents in one step.",
    story:
      "a skill that is renamed is offered under its new name to the agents that were granted the old one",
  },
  {
    ...author,
    promise: "A folder dropped in is in the palette, can be granted and computes from an attached file.",
    story:
      "a folder that is dropped in is in the palette, can be granted and computes from the attached file",
  },
  {
    ...author,
    promise: "An editor that is open follows what happens to skills.",
    story: "the editor's palette follows what happens to a skill while it is open",
  },
  {
    ...author,
    promise: "A broken skill names the file and the line; mended, it works without a restart.",
    story: "a skill that breaks says where, and is well again when it is mended, without a restart",
  },
];
