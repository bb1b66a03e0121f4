/** Tests that run together, by one script of package.json. */
export interface Suite {
  readonly name: string;
  /** What it shows, for the list of suites. */
  readonly shows: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** About how many minutes it takes on two cores. A run that takes three times as long is ended, and has failed. */
  readonly minutes: number;
}

/** The exit code of a suite that cannot run on this machine, as in Automake's tests. Its last line says what is missing. */
export const skippedExitCode = 77;

export interface SuiteResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly minutes: number;
  /** Why it was skipped, or the last line that a failed one printed. */
  readonly reason?: string;
}
