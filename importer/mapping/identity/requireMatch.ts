import { ImportError } from '../../source/importError.ts';
import { quoted } from '../../source/words.ts';
import type { Columns } from '../rules/columns.ts';
import { ownIdents, type Resource } from '../rules/fields.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { valueReader } from '../rules/valueReader.ts';

export const matchFields: Readonly<Record<Resource, readonly string[]>> = {
  articles: ['article_nr', 'article_sku', 'article_ean', 'external_ident', ownIdents.articles],
  customers: ['customer_nr', 'bill_email', 'external_ident', ownIdents.customers],
  addresses: [],
};

/** Throws an ImportError when records can't be found by a field, or when the file has no column for it. */
export function requireMatch(
  resource: Resource,
  field: string,
  { fields }: MappingFile,
  columns: Columns,
  file: string,
): void {
  const known = matchFields[resource];
  if (!known.includes(field))
    throw new ImportError(
      known.length === 0
        ? `--match does not apply to ${resource}: an address that a customer already has is found by its values`
        : `--match ${field}: ${resource} can be found by ${known.join(', ')}`,
    );
  const rule = fields[field];
  if (rule !== undefined && valueReader(rule, columns)) return;
  throw new ImportError(
    `${file}: no column is mapped to ${field}, so --match ${field} can't find records: choose one of its columns (${quoted(columns.names)}) with --column ${field}=COLUMN`,
  );
}
