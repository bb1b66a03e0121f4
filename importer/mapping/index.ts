import { chosen, type MappingOptions } from './choose.ts';
import { compile } from './compile.ts';
import type { Input, Mapping } from './mapping.ts';
import { Columns } from './rules/columns.ts';
import type { Resource } from './rules/fields.ts';
import type { MappingFile } from './rules/mappingFile.ts';

export type { MappingOptions } from './choose.ts';
export type { Input, MappedRow, Mapping } from './mapping.ts';
export { presetNames } from './presets/index.ts';
export { type Resource, resources } from './rules/fields.ts';
export { suggestForFile, suggestMapping } from './suggest.ts';

/** The mapping for a file with these columns; `name` is its name in messages. Throws one ImportError with all faults of a mapping file. */
export function chooseMapping(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions = {},
  name = 'the file',
): Mapping {
  const { origin, file } = chosen(resource, columns, options, name);
  const notices = noticesOf(file);
  const constants = constantsOf(resource, file);
  return compile(resource, new Columns(columns), file, { name: origin, file: name, constants, notices });
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
  const tax = rate === undefined ? '' : `; tax rate ${rate} % for rows without one`;
  return isGross ? [`prices are read as gross, with tax included${tax}`] : [];
}
