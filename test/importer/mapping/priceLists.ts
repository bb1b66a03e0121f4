import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { tables } from '../records.ts';

type PriceColumns = Readonly<Record<string, readonly [string, string]>>;

export const low = ['10,00', '20,00'] as const;
export const high = ['15,90', '27,50'] as const;

/** A list of two articles with these columns beside their title and rate. */
export function listOf(columns: PriceColumns): string {
  const names = Object.keys(columns);
  const rows = [0, 1].map(
    (at) => ['a', 'b'][at] + names.map((name) => `;${columns[name]?.[at]}`).join('') + ';19',
  );
  return `Titel;${names.join(';')};MwSt\n${rows.join('\n')}\n`;
}

/** Returns functions that map such lists to rows or refusals. */
export function priceLists() {
  const table = tables();
  return {
    table,
    refusal: (columns: PriceColumns, options?: MappingOptions) =>
      table.refusal('articles', listOf(columns), options),
    first: (columns: PriceColumns, options?: MappingOptions) =>
      table.first('articles', listOf(columns), options),
  };
}
