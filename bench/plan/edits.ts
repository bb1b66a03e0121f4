import type { Counterfoil } from '../../client/node.ts';
import type { ImportedResource } from '../import/files.ts';
import { blockRows, type PlanRows } from './planRows.ts';

/**
 * Kinds of edits between the dry run and the import, named after what the list does with the record: leave it as it is,
 * change it, create it, or not list it.
 */
export type EditKind =
  | 'same'
  | 'changed'
  | 'new'
  | 'same deleted'
  | 'changed deleted'
  | 'address'
  | 'unlisted';

export interface Edit {
  readonly kind: EditKind;
  readonly record: number;
}

/** Row of a block whose record is edited. The row of `address` is even, because only even rows have an address. */
const places: Readonly<Record<EditKind, number>> = {
  same: 1,
  'same deleted': 2,
  address: 4,
  changed: 10,
  'changed deleted': 11,
  new: 15,
  unlisted: blockRows - 1,
};
const kinds = Object.keys(places) as EditKind[];

export const editedText = 'Edited meanwhile';

/**
 * Chooses `count` edits of all kinds, at most one in each block of rows, spread over the list. Throws when the list has too
 * few rows.
 */
export function chooseEdits(list: PlanRows, count: number): readonly Edit[] {
  const blocks = Math.floor(list.rows / blockRows);
  if (count > blocks)
    throw new Error(`${count} edits need a list of at least ${count * blockRows} rows, not ${list.rows}`);
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] as EditKind;
    const at = Math.floor((index * blocks) / count) * blockRows + places[kind];
    return { kind, record: kind === 'unlisted' ? at : list.recordOf(at) };
  });
}

const perRequest = 500;

/** Makes the edits through the interface, as another client would. */
export async function makeEdits(
  client: Counterfoil,
  { resource }: PlanRows,
  edits: readonly Edit[],
): Promise<void> {
  for (let from = 0; from < edits.length; from += perRequest) {
    const some = edits.slice(from, from + perRequest);
    const idents = await (resource === 'articles' ? articleIdents : customerIdents)(client, some);
    const results = await client.batch(some.map((edit) => entryOf(resource, edit, idents)) as never);
    for (const { error } of results as readonly { readonly error?: Error }[]) if (error) throw error;
  }
}

type Idents = ReadonlyMap<string, { readonly ident: string; readonly address: string }>;

async function articleIdents(client: Counterfoil, edits: readonly Edit[]): Promise<Idents> {
  const values = edits.map(({ record }) => `articles-${record}`);
  const { articles } = await client.article.find({ by: 'external_ident', values });
  return new Map(
    articles.map(({ external_ident, article_ident }) => [
      external_ident as string,
      { ident: article_ident, address: '' },
    ]),
  );
}

async function customerIdents(client: Counterfoil, edits: readonly Edit[]): Promise<Idents> {
  const values = edits.map(({ record }) => `customers-${record}`);
  const { customers } = await client.customer.find({
    by: 'external_ident',
    values,
    fields: ['address_ident'],
  });
  return new Map(
    customers.map(({ external_ident, customer_ident, address_ident }) => [
      external_ident as string,
      { ident: customer_ident, address: address_ident as string },
    ]),
  );
}

function entryOf(resource: ImportedResource, { kind, record }: Edit, idents: Idents) {
  const external_ident = `${resource}-${record}`;
  const { ident = '', address = '' } = idents.get(external_ident) ?? {};
  if (resource === 'customers' && kind === 'address')
    return { method: 'address.update', data: { address_ident: address, delivery_city: editedText } };
  const [name, named, type, text] =
    resource === 'articles'
      ? (['article', 'article_ident', 'article_type', 'article_title'] as const)
      : (['customer', 'customer_ident', 'customer_type', 'bill_company'] as const);
  if (kind === 'new')
    return { method: `${name}.create`, data: { external_ident, [type]: 'csv', [text]: editedText } };
  if (kind === 'same deleted' || kind === 'changed deleted')
    return { method: `${name}.delete`, data: { [named]: ident } };
  return { method: `${name}.update`, data: { [named]: ident, [text]: editedText } };
}
