// What a test runner's JSON report says: how many tests passed and failed, and of each that failed where it is and why.
import { readFileSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Lines of an error that are repeated: what was expected and what was there instead. */
const LINES = 8;

/** Of vitest's reporter `json`. A file that could not be run counts as one failure. */
export function readVitestReport(path) {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(path, "utf8"));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0) return status === "failed" ? [failure([name], message)] : [];
    return failed.map(({ ancestorTitles, title, failureMessages }) =>
      failure([name, ...ancestorTitles, title], failureMessages[0]),
    );
  });
  return { passed: numPassedTests, failures };
}

/** Of Playwright's reporter `json`. What failed outside of any test counts as one failure each. */
export function readPlaywrightReport(path) {
  const { stats, suites, errors } = JSON.parse(readFileSync(path, "utf8"));
  const failed = suites.flatMap((suite) => specsOf(suite, [])).filter(({ spec }) => !spec.ok);
  const failures = failed.map(({ spec, titles }) => {
    const results = spec.tests.flatMap((test) => test.results);
    const error = results.findLast((result) => result.error)?.error;
    return failure([`${spec.file}:${spec.line}`, ...titles, spec.title], error?.message);
  });
  return {
    passed: stats.expected + stats.flaky,
    failures: [...failures, ...errors.map(({ message }) => failure(["outside of any test"], message))],
  };
}

/** `titles` are those of the groups in the file, outermost first. */
function specsOf({ specs = [], suites = [] }, titles) {
  return [
    ...specs.map((spec) => ({ spec, titles })),
    ...suites.flatMap((suite) => specsOf(suite, [...titles, suite.title])),
  ];
}

function failure(path, message) {
  const lines = stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n");
  const [file, ...titles] = path;
  const place = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return { test: [place, ...titles].join(" > "), error: lines.slice(0, LINES).join("\n") };
}
