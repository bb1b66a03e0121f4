import { chosen, type MappingOptions } from './choose.ts';
import { Columns } from './columns.ts';
import { compile } from './compile.ts';
import type { Resource } from './fields.ts';
import type { Input, Mapping } from './mapping.ts';
import type { MappingFile } from './mappingFile.ts';

export type { MappingOptions } from './choose.ts';
export type { Resource } from './fields.ts';
export type { Input, MappedRow, Mapping } from './mapping.ts';
export { presetNames } from './presets/index.ts';
export { suggestMapping } from './suggest.ts';

/** Chooses how a file with these columns is mapped. Throws ImportError with every fault of a mapping. */
export function chooseMapping(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions = {},
): Mapping {
  const { origin, file } = chosen(resource, columns, options);
  const notices = noticesOf(file);
  const constants = constantsOf(resource, file);
  return compile(resource, new Columns(columns), file, { name: origin, constants, notices });
}

function constantsOf(resource: Resource, file: MappingFile): Input {
  if (resource === 'addresses') return {};
  const type = file.type ?? (file.fields[typeField[resource]] === undefined ? 'csv' : undefined);
  return {
    ...(type !== undefined && { [typeField[resource]]: type }),
    ...(file.account_name && { external_account_name: file.account_name }),
  };
}

const typeField = { customers: 'customer_type', articles: 'article_type' } as const;

function noticesOf({ price_is_gross: isGross, tax_rate: rate }: MappingFile): string[] {
  const tax = rate === undefined ? '' : `, with ${rate} % of tax where a row does not say`;
  return isGross ? [`prices are taken as gross${tax}`] : [];
}
