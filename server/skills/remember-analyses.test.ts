import { expect, test } from "vitest";
import type { PythonAnalyser, PythonFile } from "./python-analyser.ts";
import { rememberAnalyses } from "./remember-analyses.ts";

const file = (text: string, path = "a.py"): PythonFile => ({ path, text });

/** Counts what it is asked, and finds nothing; `isComplete` is asked each time. */
function createCounter(isComplete: () => boolean = () => true) {
  const asked: string[] = [];
  const analyser: PythonAnalyser = {
    async analyse(files) {
      asked.push(files.map(({ path, text }) => `${path}: ${text}`).join(", "));
      return { functions: [], findings: [], requirements: [], isComplete: isComplete() };
    },
  };
  return { asked, remembered: rememberAnalyses(analyser) };
}

test("the same files are analysed once, also when they are asked for at the same time", async () => {
  const { asked, remembered } = createCounter();
  const [one, other] = await Promise.all([remembered.analyse([file("1")]), remembered.analyse([file("1")])]);
  expect(other).toBe(one);
  expect(await remembered.analyse([file("1")])).toBe(one);
  expect(asked).toEqual(["a.py: 1"]);
});

test("another text, another name, another file more and another cut between them are other files", async () => {
  const { asked, remembered } = createCounter();
  for (const files of [
    [file("1")],
    [file("2")],
    [file("1", "b.py")],
    [file("1"), file("")],
    [file("", "a.py1"), file("", "")],
  ])
    await remembered.analyse(files);
  expect(asked).toHaveLength(5);
});

test("what could not be found out is tried again, until it is", async () => {
  let tries = 0;
  const { asked, remembered } = createCounter(() => {
    tries += 1;
    return tries === 3;
  });
  for (let round = 0; round < 5; round += 1) await remembered.analyse([file("1")]);
  expect(asked).toHaveLength(3);
});

test("only so many are kept, those asked for last", async () => {
  const { asked, remembered } = createCounter();
  await remembered.analyse([file("kept")]);
  for (let count = 0; count < 250; count += 1) {
    await remembered.analyse([file(String(count))]);
    await remembered.analyse([file("kept")]);
  }
  await remembered.analyse([file("0")]);
  expect(asked.filter((one) => one === "a.py: kept")).toHaveLength(1);
  expect(asked.filter((one) => one === "a.py: 0")).toHaveLength(2);
});
