import { print } from '../../shared/runtime/process/commandOutput.ts';
import { isGood, lineOf } from '../check/finding.ts';
import type { Verification } from './verify.ts';

/** Prints a line for each check, or all of it as JSON. Sets the exit code to 1 if a check failed. */
export function printVerification(verification: Verification, json: boolean | undefined): void {
  const ok = isGood(verification.checks);
  print({ ok, ...verification }, json, verification.checks.map(lineOf).join('\n'));
  if (!ok) process.exitCode = 1;
}
