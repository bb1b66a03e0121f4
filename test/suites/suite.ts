/** Tests that run together, by one command. */
export interface Suite {
  readonly name: string;
  /** A phrase for the list: the subject of its tests. */
  readonly shows: string;
  readonly command: readonly string[];
  /** More variables of its environment; those of the caller come first. */
  readonly env?: Readonly<Record<string, string>>;
  /** Approximate minutes on two cores. A run that takes three times as long is ended, and has failed. */
  readonly minutes: number;
  /** Runs of `.ci/run` that have it: each, or those of its days; the turns follow one another day by day. */
  readonly turn: 'always' | number;
  /** Name of a suite that includes its tests. It does not run on the day of that suite. */
  readonly partOf?: string;
  /** Folders and files whose change makes it due on any day. */
  readonly code: readonly string[];
}

/** The exit code of a suite that can't run on this machine, as in Automake's tests. Its last line says what is missing. */
export const skippedExitCode = 77;

export interface SuiteResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly minutes: number;
  /** Tests that Mocha counted; 0 without Mocha. */
  readonly passed: number;
  readonly failed: number;
  /** Tests that failed, and passed when they ran again. */
  readonly flaky: number;
  /** Missing parts, if it was skipped; the last line that it printed, if it failed. */
  readonly reason?: string;
}
