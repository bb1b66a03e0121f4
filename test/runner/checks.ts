import { execFile } from 'node:child_process';
import path from 'node:path';
import { reported, type TestEvent } from './messages.ts';

type Check = readonly [name: string, program: string, ...args: string[]];

/** Programs of packages that look at the sources, and what they look for. */
const allChecks: readonly Check[] = [
  ['types', 'tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.counterfoil/types.tsbuildinfo'],
  ['lint', 'oxlint', '--type-aware'],
  ['form', 'biome', 'check', '.'],
  ['unused code', 'knip'],
];

const title = 'the sources';

/** Checks the sources, one check after the other, and reports each as a test. */
export async function checkSources(
  emit: (event: TestEvent) => void,
  signal: AbortSignal,
  checks = allChecks,
): Promise<void> {
  const events: TestEvent[] = [{ kind: 'suite', title }];
  for (const [name, program, ...args] of checks) {
    if (signal.aborted) return;
    const startedAt = performance.now();
    const problem = await run(program, args, signal);
    const durationMs = performance.now() - startedAt;
    if (problem === undefined) events.push({ kind: 'pass', title: name, durationMs, slowMs: Infinity });
    else
      events.push({ kind: 'fail', titlePath: [title, name], error: { ...reported(''), message: problem } });
  }
  for (const event of [...events, { kind: 'suite end', title } as const]) emit(event);
}

/** Resolves to what the program printed when it failed. */
function run(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const options = { signal, maxBuffer: 16_777_216 };
  return new Promise((resolve) => {
    execFile(path.join('node_modules/.bin', program), args, options, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}` || error.message : undefined);
    });
  });
}
