import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** Throws an `OperatorError` unless the user answers yes on the terminal. Without a terminal, `--yes` is required. */
export async function confirm(question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} Type yes to continue: `);
    if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('canceled: nothing was changed');
  } finally {
    terminal.close();
  }
}
