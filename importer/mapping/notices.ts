import { amountColumn, unmarkedRank } from './guess/amountColumns.ts';
import type { Columns } from './rules/columns.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import { allColumnsOf } from './rules/valueReader.ts';

export function noticesOf(file: MappingFile, columns: Columns, isGrossGiven: boolean | undefined): string[] {
  const { price_is_gross: isGross, tax_rate: rate, fields } = file;
  const tax = rate === undefined ? '' : `tax rate ${rate} % for rows without one`;
  const net = columnIn(columns, fields.article_price);
  const gross = columnIn(columns, fields.article_price_total);
  if (isGross) {
    const other = isGrossGiven === undefined ? ' (--no-price-is-gross if they are without tax)' : '';
    return [[`prices are read as gross, with tax included${other}`, tax].filter(Boolean).join('; ')];
  }
  const notices = tax === '' ? [] : [tax];
  if (net !== undefined && gross !== undefined)
    return [...notices, `"${net}" gives the net price; "${gross}" is used only in rows without it`];
  const isUnmarked = net !== undefined && isUnclear(net);
  return isUnmarked
    ? [
        ...notices,
        `"${net}" is read as a net price: its name does not say (--price-is-gross if it includes the tax)`,
      ]
    : notices;
}

function columnIn(columns: Columns, rule: MappingFile['fields'][string] | undefined): string | undefined {
  const [index] = rule === undefined ? [] : columns.findAll(allColumnsOf(rule));
  return index === undefined ? undefined : columns.names[index];
}

function isUnclear(column: string): boolean {
  const amount = amountColumn(column, '') ?? amountColumn(column, 'EUR');
  return amount?.rank === unmarkedRank;
}
