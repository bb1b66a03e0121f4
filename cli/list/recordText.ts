import { type Column, columnsText } from '../../observe/report/textTable.ts';
import type { Listed, ListedRecord } from './recordPages.ts';

type RecordColumn = Column<ListedRecord>;

const plain = (title: string, name: string): RecordColumn => ({
  title,
  cell: (record) => String(record[name]),
});
const flexible = (title: string, cell: (record: ListedRecord) => string): RecordColumn => ({
  title,
  cell,
  isFlexible: true,
});
const amount = (title: string, name: string): RecordColumn => ({ ...plain(title, name), isNumber: true });

function nameIn(record: ListedRecord, prefix: string): string {
  const person =
    `${record[`${prefix}_firstname`] as string} ${record[`${prefix}_lastname`] as string}`.trim();
  return [record[`${prefix}_company`] as string, person].filter((part) => part !== '').join(', ');
}

const columns: Readonly<Record<Listed, readonly RecordColumn[]>> = {
  customers: [
    plain('number', 'customer_nr'),
    flexible('name', (record) => nameIn(record, 'bill')),
    plain('zip code', 'bill_zipcode'),
    flexible('city', ({ bill_city: city }) => city as string),
    flexible('e-mail', ({ bill_email: email }) => email as string),
    plain('ident', 'customer_ident'),
  ],
  articles: [
    plain('number', 'article_nr'),
    flexible('title', ({ article_title: title }) => title as string),
    flexible('SKU', ({ article_sku: sku }) => sku as string),
    amount('price', 'article_price'),
    amount('tax %', 'article_tax_rate'),
    plain('ident', 'article_ident'),
  ],
  addresses: [
    flexible('name', (record) => nameIn(record, 'delivery')),
    flexible('street', ({ delivery_street: street }) => street as string),
    plain('zip code', 'delivery_zipcode'),
    flexible('city', ({ delivery_city: city }) => city as string),
    plain('customer', 'customer_ident'),
    plain('ident', 'address_ident'),
  ],
};

export function recordText(resource: Listed, records: readonly ListedRecord[], width: number): string {
  return `${columnsText(records, columns[resource], width)}\n`;
}
