import type { Values } from './drawnFaults.ts';
import { type Held, noDelivery } from './heldRecords.ts';
import type { SoughtValue } from './kind.ts';
import type { Ledger, Promised } from './ledger.ts';

type Data = Readonly<Record<string, unknown>>;

/** Limits of an answer (docs/api.md#article-find). */
const maxPerValue = 10;
const maxBytes = 512 * 1024;

/** The expected answer to article.find or customer.find. Times of changes are taken from the answer. */
export function promisedFind(
  ledger: Ledger,
  resource: 'customer' | 'article',
  input: Values,
  answered: Data | null,
): Promised {
  const ident = `${resource}_ident`;
  const list = `${resource}s`;
  const shown = new Map(((answered?.[list] ?? []) as Held[]).map((record) => [record[ident], record]));
  const recordOf = (held: Held) => {
    const read = shown.get(held[ident]) ?? {};
    return found(ledger, held, read, [ident, input.by as string, ...((input.fields ?? []) as string[])]);
  };
  const { records, ...beyond } = fitting(input, (value) => hitsOf(ledger, resource, input, value), recordOf);
  return { code: '', data: { [list]: records, ...beyond } };
}

/** The records of the values that have room, and what the answer says of the others. */
function fitting(input: Values, hitsOf: (value: string) => readonly Held[], recordOf: (held: Held) => Data) {
  const values = (input.values as readonly SoughtValue[]).map(({ sent, stored }) =>
    input.by === 'customer_ident' || input.by === 'article_ident' ? sent : stored,
  );
  const records: Data[] = [];
  const exceeded: { value: string; count: number }[] = [];
  const answer = (next?: number) => ({
    records,
    ...(exceeded.length > 0 && { exceeded }),
    ...(next !== undefined && { next }),
  });
  let bytes = 0;
  for (const [index, value] of values.entries()) {
    if (value === '' || values.indexOf(value) < index) continue;
    const hits = hitsOf(value);
    const some = hits.slice(0, maxPerValue).map(recordOf);
    const isFirst = values.slice(0, index).every((before) => before === '');
    if (!isFirst && bytes + sizeOf(some) > maxBytes) return answer(index);
    while (some.length > 1 && sizeOf(some) > maxBytes) some.pop();
    bytes += sizeOf(some);
    records.push(...some);
    if (some.length < hits.length) exceeded.push({ value, count: hits.length });
  }
  return answer();
}

function sizeOf(records: readonly Data[]): number {
  return records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)) + 1, 0);
}

function hitsOf(
  ledger: Ledger,
  resource: 'customer' | 'article',
  input: Values,
  value: string,
): readonly Held[] {
  const records = { customer: ledger.customers, article: ledger.articles }[resource];
  const source = ['external_account_name', `${resource}_type`].filter((name) => input[name] !== undefined);
  return [...records.values()].filter(
    (record) => record[input.by as string] === value && source.every((name) => record[name] === input[name]),
  );
}

function found(ledger: Ledger, held: Held, read: Held, names: readonly string[]): Data {
  const ident = (held.customer_ident ?? held.article_ident) as string;
  const address = ledger.addresses.get(ledger.deliveries.get(ident) ?? '');
  const delivery: Data = {
    ...(address ?? noDelivery),
    divergent_delivery_address: address ? 1 : 0,
    address_ident: address?.address_ident ?? '',
    address_version: address ? ledger.versions.of(address.address_ident as string).present : '',
  };
  const values: Data = { ...delivery, date_updated: read.date_updated, ...held };
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    version: ledger.versions.of(ident).present,
  };
}
