import { type Judgement, verdicts } from '../../test/importer/corpus/judge.ts';
import type { Case } from '../../test/importer/corpus/readCases.ts';

export interface Judged {
  readonly one: Case;
  readonly judgement: Judgement;
}

const isUnclear = ({ details }: Judgement) =>
  details.some((text) => /^the question does not name|^no reason names/.test(text));

/** Returns the details of the files with a verdict, and a table of the verdicts by family of programs. */
export function reportOf(judged: readonly Judged[], verdict: string): string {
  const chosen = judged.filter(
    ({ judgement }) =>
      verdict === 'all' || judgement.verdict === verdict || (verdict === 'unclear' && isUnclear(judgement)),
  );
  const details = chosen.flatMap(({ one, judgement }) => [
    `${[`${one.family}: ${one.name}`, ...(one.variant === undefined ? [] : [one.variant])].join(', ')}: ${judgement.verdict}`,
    ...judgement.details.map((text) => `    ${text}`),
  ]);
  const families = [...new Set(judged.map(({ one }) => one.family))];
  const rows = families.map((family) =>
    tableRow(
      family,
      judged.filter(({ one }) => one.family === family),
    ),
  );
  const header = ['', ...verdicts, 'unclear', 'files'].map((name, index) => cell(name, index)).join('');
  return `${[...details, header, ...rows, tableRow('all', judged)].join('\n')}\n`;
}

function tableRow(name: string, judged: readonly Judged[]): string {
  const counts = verdicts.map(
    (verdict) => judged.filter(({ judgement }) => judgement.verdict === verdict).length,
  );
  const unclear = judged.filter(({ judgement }) => isUnclear(judgement)).length;
  return [name, ...counts, unclear, judged.length].map((value, index) => cell(String(value), index)).join('');
}

function cell(text: string, index: number): string {
  return index === 0 ? text.padEnd(16) : text.padStart(15);
}
