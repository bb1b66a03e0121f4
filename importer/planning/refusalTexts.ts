import { type Input } from '../mapping/mapping.ts';
import { shortName } from './anotherRecord.ts';
import type { Values } from './compare.ts';
import type { Found } from './finder.ts';
import type { PlanOptions } from './options.ts';

export const neededValue =
  'the row has none, and a new article needs it: add it, or refuse rows without an article with --update-only';

export function otherRate(
  { article_tax_rate: stored }: Values,
  { article_tax_rate: given }: Readonly<Input>,
): string {
  return `article_tax_rate: the article has ${stored} %, and --tax-rate says ${given} %: add a column with the tax rates, or import the price without tax`;
}

const shownIdents = 10;

export function severalFound({ kind, match }: PlanOptions, value: string, { records, count }: Found): string {
  const idents = records.slice(0, shownIdents).map((record) => String(record[`${kind}_ident`]));
  const more = count > idents.length ? `, and ${count - idents.length} more` : '';
  return `${match}: ${count} ${kind}s have "${value}": ${idents.join(', ')}${more}`;
}

export function otherRecord({ kind, match }: PlanOptions, stored: Values): string {
  const origin =
    match === 'external_ident'
      ? 'if the file comes from another shop or program, name it with --account-name; '
      : '';
  return `${match}: belongs to another ${kind} ("${shortName(kind, stored)}"): ${origin}if the records are the same, confirm it with --same-origin`;
}
