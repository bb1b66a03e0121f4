import { type Finding, isGood, lineOf } from '../../admin/findings.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';

interface Report {
  readonly checks: readonly Finding[];
  readonly tables?: object;
}

/** Prints a line for each check, or the whole report as JSON. Sets the exit code to 1 if a check failed. */
export function printFindings(report: Report, json: boolean | undefined): void {
  const ok = isGood(report.checks);
  print({ ok, ...report }, json, report.checks.map(lineOf).join('\n'));
  if (!ok) process.exitCode = 1;
}
