import { Command } from 'commander';
import { judge, type Verdict, verdicts } from '../../test/importer/corpus/judge.ts';
import { readCases } from '../../test/importer/corpus/readCases.ts';

const { family, details } = new Command('corpus')
  .description(
    'Imports the files of test/importer/corpus without a service, and compares the records with those expected.',
  )
  .option('--family <name>', 'only the files of this family of programs')
  .option('--details <verdict>', 'print the files with this verdict', 'wrong')
  .parse()
  .opts<{ family?: string; details: string }>();

const counts = new Map<string, Map<Verdict, number>>();
for (const one of readCases()) {
  if (family !== undefined && one.family !== family) continue;
  const { verdict, details: reasons } = await judge(one);
  const row = counts.get(one.family) ?? new Map<Verdict, number>();
  counts.set(one.family, row.set(verdict, (row.get(verdict) ?? 0) + 1));
  const isUnclear = reasons.some((reason) => /^the question does not|^no reason names/.test(reason));
  if (details === verdict || details === 'all' || (details === 'unclear' && isUnclear))
    process.stdout.write(
      `${one.family}: ${one.name}: ${verdict}\n${reasons.map((reason) => `    ${reason}\n`).join('')}`,
    );
}
for (const [name, row] of counts)
  process.stdout.write(
    `${name.padEnd(20)}${verdicts.map((verdict) => `${row.get(verdict) ?? 0} ${verdict}`).join(', ')}\n`,
  );
const total = verdicts.map(
  (verdict) => `${[...counts.values()].reduce((sum, row) => sum + (row.get(verdict) ?? 0), 0)} ${verdict}`,
);
process.stdout.write(`${'all'.padEnd(20)}${total.join(', ')}\n`);
