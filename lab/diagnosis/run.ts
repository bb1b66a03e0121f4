import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Command } from 'commander';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { bottleneckCases } from './bottleneckCases.ts';
import { DiagnosisCluster } from './diagnosisCluster.ts';
import { type Proof, prove } from './prove.ts';

interface Options {
  readonly runs: string;
  readonly seconds: string;
  readonly only: string;
  readonly reports?: string;
}

const options = new Command('npm run test:all -- diagnosis --')
  .description(
    'Makes each part the bottleneck in turn, under load, and compares the diagnosis of `counterfoil status` with it.',
  )
  .option('--runs <number>', 'number of runs', '3')
  .option('--seconds <number>', 'of load before `counterfoil status` runs', '12')
  .option('--only <text>', 'only bottlenecks whose name contains it', '')
  .option('--reports <file>', 'append the reports to this file, one line of JSON each')
  .addHelpText('after', '\nExample:\n  npm run test:all -- diagnosis -- --runs 1 --only Redis')
  .parse()
  .opts<Options>();

endsWhenDone();
const chosen = bottleneckCases.filter(({ name }) => name.includes(options.only));
const proofs: Proof[] = [];
printLine(`${options.runs} runs, ${options.seconds} s each, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
const cluster = await DiagnosisCluster.start();
try {
  for (let run = 0; run < Number(options.runs); run += 1)
    for (const each of chosen) note(await prove(cluster, each, Number(options.seconds)));
} finally {
  await cluster.stop();
}
process.stdout.write(`${table()}\n`);
process.exitCode = proofs.every(({ isRight }) => isRight) ? 0 : 1;

function note(proof: Proof): void {
  proofs.push(proof);
  const { name, isRight, diagnosis, answersPerSecond } = proof;
  printLine(
    `${isRight ? 'ok   ' : 'WRONG'} ${name}: ${diagnosis.text} (${Math.round(answersPerSecond)} answers/s)`,
  );
  if (options.reports) appendFileSync(options.reports, `${JSON.stringify(proof)}\n`);
}

/** Returns Markdown with a row for each bottleneck, and the diagnosis of its last run. */
function table(): string {
  const rows = chosen.map(({ name }) => {
    const own = proofs.filter((proof) => proof.name === name);
    const right = own.filter(({ isRight }) => isRight).length;
    return `| ${name} | ${right} of ${own.length} | ${own.at(-1)?.diagnosis.text} |`;
  });
  return ['| bottleneck | right | diagnosis |', '| --- | ---: | --- |', ...rows].join('\n');
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
