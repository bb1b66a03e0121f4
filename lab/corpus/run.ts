import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { type Judgement, judge } from '../../test/importer/corpus/judge.ts';
import { type Case, readCases } from '../../test/importer/corpus/readCases.ts';
import { natural } from '../runOptions.ts';
import { reportOf } from './report.ts';
import { variantsOf } from './variants.ts';

interface Options {
  readonly files: number;
  readonly seed: number;
  readonly family?: string;
  readonly details: string;
  readonly known?: boolean;
}

const options = new Command('corpus')
  .description(
    'Imports the files of test/importer/corpus without a service, and compares their records with those that are expected.',
  )
  .option('--files <number>', 'number of files: those of the corpus, and variants of them', natural, 0)
  .option('--seed <number>', 'the seed of the variants', natural, 1)
  .option('--family <name>', 'only the files of this family of programs')
  .option('--details <verdict>', 'print the files with this verdict, or "all"', 'wrong')
  .option('--known', 'write the wrong and the incomplete files of the corpus to known.json')
  .addHelpText('after', '\nExample:\n  node --import tsx lab/corpus/run.ts --files 2000 --seed 7')
  .parse()
  .opts<Options>();

const knownFile = new URL('../../test/importer/corpus/known.json', import.meta.url);
const cases = readCases().filter(({ family }) => options.family === undefined || family === options.family);
const judged: { one: Case; judgement: Judgement }[] = [];
for (const one of [...cases, ...variantsOf(cases, options.files - cases.length, options.seed)])
  judged.push({ one, judgement: await judge(one) });
process.stdout.write(reportOf(judged, options.details));
if (options.known) writeKnown();
else requireKnown();

function titlesOf(verdict: string): readonly string[] {
  const found = judged.filter(({ judgement }) => judgement.verdict === verdict);
  return [...new Set(found.map(({ one }) => `${one.family}: ${one.name}`))];
}

function writeKnown(): void {
  writeFileSync(
    knownFile,
    `${JSON.stringify({ wrong: titlesOf('wrong'), incomplete: titlesOf('incomplete') }, null, 2)}\n`,
  );
}

/** Fails if a file is wrong, or a variant of it, that known.json does not list. */
function requireKnown(): void {
  const { wrong } = JSON.parse(readFileSync(knownFile, 'utf8')) as { readonly wrong: readonly string[] };
  const more = titlesOf('wrong').filter((title) => !wrong.includes(title));
  if (more.length === 0) return;
  process.stdout.write(`wrong, and not in known.json: ${more.join('; ')}\n`);
  process.exitCode = 1;
}
