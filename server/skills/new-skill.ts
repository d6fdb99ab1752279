import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { MAX_SKILL_NAME, SKILL_NAME } from "./check-manual.ts";

/**
 * Makes a working skill to begin with: a manual, one function, one example and one test. Resolves with the paths of its files
 * inside its folder. Throws an `AppError` for a name that no skill may have ("invalid") and a folder that is there ("conflict").
 */
export async function createNewSkill(parent: string, name: string): Promise<readonly string[]> {
  if (!SKILL_NAME.test(name) || name.length > MAX_SKILL_NAME)
    throw new AppError(
      "invalid",
      `A skill's name is 1 to ${MAX_SKILL_NAME} small letters, digits and single hyphens, such as word-count.`,
    );
  const folder = join(parent, name);
  await mkdir(parent, { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST")
      throw new AppError("conflict", `${folder} is there already. Choose another name.`);
    throw error;
  });
  const files = filesOf(name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return Object.keys(files);
}

function filesOf(name: string): Readonly<Record<string, string>> {
  const module = `${name.replaceAll("-", "_").replace(/^(?=\d)/, "skill_")}_functions`;
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;
  return {
    "SKILL.md": manualText(name, title),
    [`scripts/${module}.py`]: FUNCTION,
    "examples/two-lines.json": EXAMPLE,
    [`tests/test_${module}.py`]: testText(module),
  };
}

function manualText(name: string, title: string): string {
  return `---
name: ${name}
description: Counts the lines and words of a text file. Use it when someone asks how long a text is. Say here what your skill does and when to use it.
---

# ${title}

\`count_text(path)\` counts the lines and words of an attached file. Give the numbers as they come back.

Write here what an agent has to know to do the work well: the steps, what the results mean, what the skill does not do.
`;
}

const FUNCTION = `"""What this skill brings. Each function that __all__ names becomes a tool."""

from pathlib import Path
from typing import Annotated, TypedDict

__all__ = ["count_text"]


class TextLength(TypedDict):
    lines: int
    words: int


def count_text(
    path: Annotated[Path, "Name of the attached text file"],
    skip_blank: Annotated[bool, "Leave blank lines out of the count"] = False,
) -> TextLength:
    """Counts the lines and words of a text file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    counted = [line for line in lines if line.strip() or not skip_blank]
    return {"lines": len(counted), "words": sum(len(line.split()) for line in lines)}
`;

const EXAMPLE = `{
  "description": "A blank line counts unless it is left out",
  "function": "count_text",
  "files": { "note.txt": "one two\\n\\nthree\\n" },
  "arguments": { "path": "note.txt", "skip_blank": true },
  "expected": { "lines": 2, "words": 3 }
}
`;

function testText(module: string): string {
  return `import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

from ${module} import count_text  # noqa: E402


class CountText(unittest.TestCase):
    def test_an_empty_file_has_no_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "empty.txt"
            path.write_text("", encoding="utf-8")
            self.assertEqual(count_text(path), {"lines": 0, "words": 0})


if __name__ == "__main__":
    unittest.main()
`;
}
