import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { bodies } from '../data/bodies.ts';

export type ImportedResource = 'articles' | 'customers';

type Row = Readonly<Record<string, string | number>>;

const columns = {
  articles: [
    'external_ident',
    'article_title',
    'article_description',
    'article_sku',
    'article_ean',
    'article_unit',
    'article_price',
    'article_tax_rate',
    'article_purchase_price',
  ],
  customers: [
    'external_ident',
    'is_business_client',
    'bill_firstname',
    'bill_lastname',
    'bill_company',
    'bill_street',
    'bill_zipcode',
    'bill_city',
    'bill_country',
    'bill_phone',
    'bill_email',
    'account_iban',
    'delivery_company',
    'delivery_street',
    'delivery_zipcode',
    'delivery_city',
    'delivery_phone',
  ],
} as const;

export function columnsOf(resource: ImportedResource): readonly string[] {
  return columns[resource];
}

/**
 * Returns a row: the body that the other benchmarks send, and an external ident. Every other customer has no
 * delivery address.
 */
export function rowAt(resource: ImportedResource, index: number): Row {
  const external_ident = `${resource}-${index}`;
  if (resource === 'articles') return { external_ident, ...bodies['article.create'](index, index) };
  const { divergent_delivery_address, ...customer } = bodies['customer.create'](index, index) as Row;
  const isDelivered = index % 2 === 0;
  const kept = Object.entries(customer).filter(([name]) => isDelivered || !name.startsWith('delivery_'));
  return { external_ident, ...Object.fromEntries(kept) };
}

/** Writes rows from number `from` on. Resolves to the file. */
export async function writeCsv(
  folder: string,
  resource: ImportedResource,
  from: number,
  rows: number,
): Promise<string> {
  const file = path.join(folder, `${resource}-${from}.csv`);
  const names = columnsOf(resource);
  const stream = createWriteStream(file, { highWaterMark: 1024 * 1024 });
  stream.write(`${names.join(',')}\n`);
  for (let index = 0; index < rows; index += 1) {
    const row = rowAt(resource, from + index);
    if (!stream.write(`${names.map((name) => quoted(row[name] ?? '')).join(',')}\n`))
      await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return file;
}

function quoted(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
