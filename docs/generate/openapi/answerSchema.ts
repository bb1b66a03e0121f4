import type { TSchema } from 'typebox';
import type { Resource } from '../../../shared/operations/operation.ts';
import { addressRecord, articleRecord, customerRecord } from '../../../shared/resources/records.ts';
import { answered } from '../fieldDocs.ts';
import { meaningOf } from '../meanings.ts';
import { exampleOf } from './exampleValues.ts';
import { plain, reference, type Schema } from './schema.ts';

type Stated = Readonly<Record<string, unknown>>;

/** Records that several answers have. */
const records: readonly (readonly [string, TSchema, Resource])[] = [
  ['Article', articleRecord, 'article'],
  ['Customer', customerRecord, 'customer'],
  ['Address', addressRecord, 'address'],
];

/** What answers have beside the fields of records. */
const besideFields: Readonly<Record<string, string>> = {
  articles:
    'The articles: of a search all that are answered; of a read only if several have the value, oldest first.',
  customers:
    'The customers: of a search all that are answered; of a read only if several have the value, oldest first.',
  customer: 'The customer.',
  address: 'The delivery address.',
  address_data: 'The delivery addresses, oldest first: at most 1,000 and 512 KiB of them.',
  address_count: 'The number of all addresses, only if `address_data` does not have all of them.',
  address_version: 'The version of the address that the customer was created with; empty without one.',
  exceeded: 'Values with more records than are answered, only if there are any.',
  next: 'The index in `values` from which on to ask again, only if not all records fit into an answer.',
  value: 'The value.',
  count: 'The number of all.',
  sales: 'What was sold.',
  price: '`count` × net price.',
  price_total: '`count` × gross price.',
};

/** The schema of an answer, with a meaning and an example of each property. Throws if a property has no meaning. */
export function answerSchema(schema: TSchema, resource: Resource): Schema {
  return described(JSON.parse(JSON.stringify(schema)) as Stated, resource);
}

/** The schemas of records, by name. */
export function recordSchemas(): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    records.map(([name, schema, resource]) => [
      name,
      inside(JSON.parse(JSON.stringify(schema)) as Stated, resource),
    ]),
  );
}

function described(schema: Stated, resource: Resource): Schema {
  const known = records.find(([, record]) => JSON.stringify(record) === JSON.stringify(schema));
  return known ? reference(known[0]) : inside(schema, resource);
}

function inside(schema: Stated, resource: Resource): Schema {
  const { properties, items, allOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties ? { properties: withMeanings(properties as Stated, resource) } : {}),
    ...(items ? { items: described(items as Stated, resource) } : {}),
    ...(allOf ? { allOf: (allOf as Stated[]).map((part) => described(part, resource)) } : {}),
  };
}

function withMeanings(properties: Stated, resource: Resource): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = besideFields[name] ?? answered[name] ?? plain(meaningOf(resource, name));
      const example = exampleOf(name);
      const property = described(schema as Stated, resource);
      return [name, { ...property, description, ...(example === undefined ? {} : { examples: [example] }) }];
    }),
  );
}
