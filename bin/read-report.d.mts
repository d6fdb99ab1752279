export interface Failure {
  /** The file, then the titles that lead to the test. */
  readonly test: string;
  /** The first lines of what it said. */
  readonly error: string;
}

export interface Report {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

export function readVitestReport(path: string): Report;
export function readPlaywrightReport(path: string): Report;
