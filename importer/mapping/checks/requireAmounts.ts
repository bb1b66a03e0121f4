import type { Inspection } from '../../inspection/inspection.ts';
import { errorOfFaults } from '../../source/importError.ts';
import { factsOf } from '../rules/columnFacts.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { allColumnsOf, ruleOf } from '../rules/valueReader.ts';
import { likeliestColumn } from './likeliest.ts';

export interface AmountNeeds {
  readonly price: boolean;
  readonly taxRate: boolean;
}

/**
 * Throws an ImportError when nothing gives the prices or tax rates of new articles: the service would store 0.00 and 0 %.
 * The message names the column that most likely gives them.
 */
export function requireAmounts(
  mapping: MappingFile,
  inspection: Inspection,
  needs: AmountNeeds,
  file: string,
): void {
  const { rows } = inspection;
  const articles = rows === 1 ? 'the article' : `all ${rows.toLocaleString('en')} articles`;
  const hasPrice = ['article_price', 'article_price_total'].some((field) =>
    hasValues(field, mapping, inspection),
  );
  const hasTax = mapping.tax_rate !== undefined || hasValues('article_tax_rate', mapping, inspection);
  const faults = [
    ...(needs.price && !hasPrice ? [withoutPrice(mapping, inspection, articles)] : []),
    ...(needs.taxRate && !hasTax ? [withoutTaxRate(mapping, inspection, articles)] : []),
  ];
  if (faults.length > 0 && rows > 0) throw errorOfFaults(file, faults);
}

function hasValues(field: string, { fields }: MappingFile, inspection: Inspection): boolean {
  const rule = fields[field];
  if (rule === undefined) return false;
  const { constant, fallback } = ruleOf(rule);
  const isConstant =
    constant !== undefined || (fallback !== undefined && ruleOf(fallback).constant !== undefined);
  return isConstant || factsOf(inspection, allColumnsOf(rule)).some(({ filled }) => filled > 0);
}

function withoutPrice(mapping: MappingFile, inspection: Inspection, articles: string): string {
  const column = likeliestColumn('article_price', mapping, inspection);
  const question = column === undefined ? '' : ` Is it "${column}"?`;
  return `no column gives a price: ${articles} would have 0.00.${question} Choose a column with --column article_price=${columnValue(column)}, or --no-price`;
}

function withoutTaxRate(mapping: MappingFile, inspection: Inspection, articles: string): string {
  const column = likeliestColumn('article_tax_rate', mapping, inspection);
  const question = column === undefined ? '' : ` Is it "${column}"?`;
  return `no column gives a tax rate: ${articles} would have 0 %.${question} Choose a column with --column article_tax_rate=${columnValue(column)}, or set the rate, such as --tax-rate 19`;
}

function columnValue(column: string | undefined): string {
  return column === undefined ? 'COLUMN' : `"${column}"`;
}
