import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Command } from 'commander';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { bottlenecks } from './bottlenecks.ts';
import { type Proof, prove } from './prove.ts';
import { VerdictCluster } from './verdictCluster.ts';

interface Options {
  readonly runs: string;
  readonly seconds: string;
  readonly only: string;
  readonly reports?: string;
}

const options = new Command('npm run test:all -- verdicts --')
  .description(
    'Makes each part the limit in turn, under load, and compares the verdict of `counterfoil status` with it.',
  )
  .option('--runs <number>', 'how often', '3')
  .option('--seconds <number>', 'of load before the verdict is asked for', '12')
  .option('--only <text>', 'only bottlenecks whose name contains it', '')
  .option('--reports <file>', 'append what the command printed to this file, one line of JSON each')
  .addHelpText('after', '\nExample:\n  npm run test:all -- verdicts -- --runs 1 --only Redis')
  .parse()
  .opts<Options>();

endsWhenDone();
const chosen = bottlenecks.filter(({ name }) => name.includes(options.only));
const proofs: Proof[] = [];
printLine(`${options.runs} runs, ${options.seconds} s each, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
const cluster = await VerdictCluster.start();
try {
  for (let run = 0; run < Number(options.runs); run += 1)
    for (const bottleneck of chosen) note(await prove(cluster, bottleneck, Number(options.seconds)));
} finally {
  await cluster.stop();
}
process.stdout.write(`${table()}\n`);
process.exitCode = proofs.every(({ isRight }) => isRight) ? 0 : 1;

function note(proof: Proof): void {
  proofs.push(proof);
  const { bottleneck, isRight, verdict, answersPerSecond } = proof;
  printLine(
    `${isRight ? 'ok   ' : 'WRONG'} ${bottleneck}: ${verdict.text} (${Math.round(answersPerSecond)} answers/s)`,
  );
  if (options.reports) appendFileSync(options.reports, `${JSON.stringify(proof)}\n`);
}

/** As Markdown, a row for each bottleneck with the verdict of the last run. */
function table(): string {
  const rows = chosen.map(({ name }) => {
    const its = proofs.filter(({ bottleneck }) => bottleneck === name);
    const right = its.filter(({ isRight }) => isRight).length;
    return `| ${name} | ${right} of ${its.length} | ${its.at(-1)?.verdict.text} |`;
  });
  return ['| limit | right | verdict |', '| --- | ---: | --- |', ...rows].join('\n');
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
