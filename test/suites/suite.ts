/** Tests that run together, by one script of package.json. */
export interface Suite {
  readonly name: string;
  /** A phrase for the list: the subject of its tests. */
  readonly shows: string;
  readonly command: readonly string[];
  /** About how many minutes it takes on two cores. A run that takes three times as long is ended, and has failed. */
  readonly minutes: number;
}

/** The exit code of a suite that cannot run on this machine, as in Automake's tests. Its last line says what is missing. */
export const skippedExitCode = 77;

export interface SuiteResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly minutes: number;
  /** Missing parts, if it was skipped; the last line that it printed, if it failed. */
  readonly reason?: string;
}
