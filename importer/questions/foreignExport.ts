import { amountColumn } from '../mapping/guess/amountColumns.ts';
import { fieldsByName } from '../mapping/guess/headerNames.ts';
import { exportOf } from '../mapping/presets/presets.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { answer, ImportError, known } from '../source/importError.ts';

/**
 * Throws an ImportError when the columns are those of another resource, or of a program whose export only its preset can read:
 * it has rows that are not records.
 */
export function refuseForeignExport(
  resource: Resource,
  columns: readonly string[],
  { fields }: MappingFile,
  file: string,
): void {
  const found = exportOf(columns);
  if (found?.isGuessed && found.resource === resource) return;
  if (found && found.resource === resource)
    throw new ImportError(
      `${file}: these are the columns of ${found.label}: add ${answer(`--preset ${found.preset}`)}`,
    );
  if (found && resource !== 'addresses')
    throw new ImportError(
      known(
        'other_resource',
        [found.resource, resource, found.preset],
        `${file}: these are the columns of ${found.label} of ${found.resource}, not of ${resource}: import ${found.resource} with --preset ${found.preset}`,
      ),
    );
  refuseNestedRows(resource, columns, file);
  const articleCount = countOf('articles', articleFields, columns);
  const isPerson = countOf('customers', personFields, columns) >= 2 && articleCount === 0;
  const isArticle = articleCount >= 2 && !customerFields.some((field) => Object.hasOwn(fields, field));
  const isOther = { customers: isArticle, articles: isPerson, addresses: false }[resource];
  if (!isOther) return;
  const other = resource === 'customers' ? 'articles' : 'customers';
  throw new ImportError(
    known(
      'other_resource',
      [other, resource],
      `${file}: these look like the columns of ${other}, not of ${resource}: import ${other}, or choose the columns with a mapping file (--suggest prints one to start with)`,
    ),
  );
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

function countOf(resource: Resource, fields: readonly string[], columns: readonly string[]): number {
  const names = fieldsByName(resource);
  const found = columns.map((column) => {
    const amount = resource === 'articles' ? amountColumn(column, 'EUR')?.field : undefined;
    return amount ?? names.get(plainWord(column))?.field ?? column;
  });
  return new Set(found.filter((field) => fields.includes(field))).size;
}

/** Throws an ImportError when the objects of a JSON file have lists of variants: all but the first ones would be lost. */
function refuseNestedRows(resource: Resource, columns: readonly string[], file: string): void {
  if (resource !== 'articles') return;
  const names = fieldsByName(resource);
  for (const column of columns) {
    const [, list, key] = /^(.+)\.1\.([^.]+)$/.exec(column) ?? [];
    const field = key === undefined ? undefined : names.get(plainWord(key))?.field;
    if (list === undefined || (field !== 'article_sku' && field !== 'article_nr')) continue;
    throw new ImportError(
      `${file}: the objects have lists of variants in "${list}", such as "${column}": write each variant on a line of its own, with what it takes from its product, such as jq -c '. as $p | .${list}[] | $p + . | del(.${list})'`,
    );
  }
}
