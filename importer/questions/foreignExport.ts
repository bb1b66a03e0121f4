import { amountColumn } from '../mapping/guess/amountColumns.ts';
import { fieldsByName } from '../mapping/guess/headerNames.ts';
import { exportOf } from '../mapping/presets/presets.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { ImportError } from '../source/importError.ts';

/** Throws an ImportError when the columns are those of a program that has a preset, or of another resource. */
export function refuseForeignExport(
  resource: Resource,
  columns: readonly string[],
  { fields }: MappingFile,
  file: string,
): void {
  const found = exportOf(columns);
  if (found && found.resource === resource)
    throw new ImportError(`${file}: these are the columns of ${found.label}: add --preset ${found.preset}`);
  if (found && resource !== 'addresses')
    throw new ImportError(
      `${file}: these are the columns of ${found.label} of ${found.resource}, not of ${resource}: import ${found.resource} with --preset ${found.preset}`,
    );
  const other = { customers: 'articles', articles: 'customers', addresses: undefined }[resource];
  if (other === 'articles' && countOf(articleFields, columns) >= 2 && !has(fields, customerFields))
    throw new ImportError(otherResource(file, resource, other));
  if (other === 'customers' && countOf(personFields, columns) >= 2 && countOf(articleFields, columns) === 0)
    throw new ImportError(otherResource(file, resource, other));
}

const articleFields = [
  'article_price',
  'article_price_total',
  'article_tax_rate',
  'article_sku',
  'article_ean',
  'article_unit',
];
const personFields = ['bill_firstname', 'bill_street', 'bill_zipcode', 'bill_city', 'bill_email'];
/** Fields that only customers have: articles have names, numbers and notes, too. */
const customerFields = [
  ...personFields,
  'bill_company',
  'bill_vat_nr',
  'bill_phone',
  'bill_country',
  'customer_nr',
];

function countOf(fields: readonly string[], columns: readonly string[]): number {
  const resource = fields[0]?.startsWith('article_') ? 'articles' : 'customers';
  const names = fieldsByName(resource);
  const found = columns.map((column) => {
    const amount = resource === 'articles' ? amountColumn(column, 'EUR')?.field : undefined;
    return amount ?? names.get(plainWord(column))?.field ?? column;
  });
  return new Set(found.filter((field) => fields.includes(field))).size;
}

function has(fields: MappingFile['fields'], wanted: readonly string[]): boolean {
  return wanted.some((field) => Object.hasOwn(fields, field));
}

function otherResource(file: string, resource: Resource, other: Resource): string {
  return `${file}: these look like the columns of ${other}, not of ${resource}: import ${other}, or choose the columns with a mapping file (--suggest prints one to start with)`;
}
