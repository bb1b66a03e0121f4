import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import type { CoverageMap } from 'istanbul-lib-coverage';
import libReport from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import { sourceCoverage } from './sourceCoverage.ts';
import { linesWithoutReason } from './unreachedLines.ts';

// Program of `npm run test:coverage`: runs the tests, and then reports the lines and branches that they reached. A run of all
// tests fails if they leave out a line of the program for which the source gives no reason. A run of named tests only reports.

const folder = '.counterfoil/coverage';
const dumps = `${folder}/dumps`;
const named = process.argv.slice(2);
const allTests = ['{test,lab}/**/*.test.ts', '!lab/topologies/galera*', '!lab/topologies/hosts/**'];

rmSync(folder, { recursive: true, force: true });
const code = await runTests();
const coverage = await sourceCoverage(dumps);
rmSync(dumps, { recursive: true, force: true });
writeReports(coverage);
const count = named.length > 0 ? 0 : printUnreached(coverage);
process.exitCode = code === 0 && count > 0 ? 1 : code;

async function runTests(): Promise<number> {
  const parameters = named.length > 0 ? named : allTests.flatMap((pattern) => ['--files', pattern]);
  const run = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/runner/run.ts', '--retry-files', '16', ...parameters],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_V8_COVERAGE: dumps },
    },
  );
  // The runner ends its lanes; what they have reached is reported.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
  const [exitCode] = await once(run, 'exit');
  return exitCode ?? 1;
}

function writeReports(coverageMap: CoverageMap): void {
  const context = libReport.createContext({ dir: folder, coverageMap });
  for (const report of [reports.create('lcovonly'), reports.create('text-summary')]) report.execute(context);
}

/** Returns the number of lines without a reason. */
function printUnreached(coverageMap: CoverageMap): number {
  const lines = coverageMap.files().flatMap((file) => {
    const counts = coverageMap.fileCoverageFor(file).getLineCoverage();
    return linesWithoutReason(readFileSync(file, 'utf8'), counts).map((line) => `  ${file}:${line}\n`);
  });
  if (lines.length > 0)
    process.stdout.write(
      `${lines.length} lines that no test reaches, without a reason (see CONTRIBUTING.md)\n${lines.join('')}`,
    );
  return lines.length;
}
