import type { TSchema } from 'typebox';
import {
  type AnyOperation,
  type Resource,
  resourceOf,
} from '../../../shared/contract/operations/operation.ts';
import {
  addressRecord,
  articleRecord,
  customerRecord,
  isAmount,
  listedArticle,
} from '../../../shared/contract/resources/records.ts';
import { deliveryRecord, webhookRecord } from '../../../shared/contract/resources/webhook.ts';
import { fieldsOf } from '../answerTypes.ts';
import { pascal, type Schema as Stated } from '../contractSchema.ts';
import { answerDoc } from '../fieldDocs.ts';
import { exampleOf } from './exampleValues.ts';
import { namedValue } from './namedValues.ts';
import { objectOf, plain, reference, type Schema } from './openapiSchema.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** Records that several answers have, with the resource that their fields belong to. */
const records: readonly (readonly [name: string, schema: TSchema, resource: Resource, doc: string])[] = [
  ['Article', articleRecord, 'article', 'An article, as it is read.'],
  ['ListedArticle', listedArticle, 'article', 'An article, as it is listed.'],
  ['Customer', customerRecord, 'customer', 'A customer, as it is read.'],
  ['Address', addressRecord, 'address', 'A delivery address, as it is read.'],
  ['Webhook', webhookRecord, 'webhook', 'A webhook, as it is listed.'],
  ['Delivery', deliveryRecord, 'webhook', 'A delivery of a webhook, and its last attempt.'],
];

/** Names of the other objects in answers, by the property that has them. */
const partNames: Readonly<Record<string, string>> = {
  sales: 'Sales',
  exceeded: 'ExceededValue',
  changes: 'Change',
  entries: 'RecordChange',
  fields: 'FieldChange',
  articles: 'FoundArticle',
  customers: 'FoundCustomer',
};

const partDocs: Readonly<Record<string, string>> = {
  Sales: 'The quantity and the prices of an article that were sold.',
  ExceededValue: 'A value with more records than are answered.',
  Change: 'A change of a record.',
  RecordChange: 'A change in the history of a record.',
  FieldChange: 'A field that got another value.',
  FoundArticle: 'An article with the fields that were asked for.',
  FoundCustomer: 'A customer with the fields that were asked for.',
};

/** Types of fieldDocs.ts that have the meanings of a part, if they are not the answer's. */
const docOwners: Readonly<Record<string, string>> = {
  Sales: 'ArticleRecordSales',
  ExceededValue: 'CustomerFindExceeded',
  Article: 'ArticleRecord',
};

/** The properties of what an operation answers, those of them that are always there, and the schemas that they refer to. */
export interface AnswerParts {
  readonly properties: Schemas;
  readonly required: readonly string[];
  readonly schemas: Schemas;
}

/** The schema of `data` in the answer to an operation that was done. */
export function answerParts(contract: AnyOperation): AnswerParts {
  const schemas: Record<string, Schema> = {};
  const owner = `${pascal(contract.name)}Answer`;
  const { properties = {}, required = [] } = flat(contract.answer);
  const own = new Answered(resourceOf(contract.name), schemas);
  return { properties: own.properties(owner, properties), required, schemas };
}

/** The schemas of records, by name. */
export function recordSchemas(): Schemas {
  const schemas: Record<string, Schema> = {};
  for (const [name, schema, resource, doc] of records)
    schemas[name] = new Answered(resource, schemas).object(name, flat(schema), doc);
  return schemas;
}

/** Objects that are put together count as one: classes of generated clients have no parts. */
function flat(schema: Stated): Stated {
  const { allOf } = schema;
  if (!allOf) return schema;
  const parts = allOf.map(flat);
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** Writes the schemas of what answers of a resource have; parts that are objects become schemas of their own. */
class Answered {
  readonly #resource: Resource;
  readonly #schemas: Record<string, Schema>;

  constructor(resource: Resource, schemas: Record<string, Schema>) {
    this.#resource = resource;
    this.#schemas = schemas;
  }

  object(name: string, { properties = {}, required = [] }: Stated, description: string): Schema {
    const owner = docOwners[name] ?? name;
    return { ...objectOf(this.properties(owner, properties), description), required };
  }

  properties(owner: string, properties: Readonly<Record<string, Stated>>): Schemas {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const description = plain(answerDoc(owner, this.#resource, name, schema.description));
        const value = this.#value(name, schema);
        const example = 'items' in value || '$ref' in value ? undefined : exampleOf(name);
        return [name, { ...value, description, ...(example === undefined ? {} : { examples: [example] }) }];
      }),
    );
  }

  #value(name: string, schema: Stated): Schema {
    const record = records.find(([, known]) => JSON.stringify(known) === JSON.stringify(schema));
    if (record) return reference(record[0]);
    if (schema.items) return { type: 'array', items: this.#value(name, schema.items) };
    if (schema.properties) return this.#part(name, schema);
    if (schema.anyOf) return { type: schema.anyOf.map(({ type }) => type) };
    return this.#plainValue(name, schema);
  }

  #part(name: string, schema: Stated): Schema {
    const part = partNames[name];
    if (part === undefined) throw new Error(`the schema of ${name} in answers has no name`);
    this.#schemas[part] = this.object(part, schema, partDocs[part] ?? '');
    return reference(part);
  }

  /** Answers' schemas have no enumerations: those of the fields have. */
  #plainValue(name: string, schema: Stated): Schema {
    const field: Stated = fieldsOf[this.#resource]?.[name]?.schema ?? schema;
    if (isAmount(field)) return { type: 'number' };
    const { type = 'string', minimum, maximum } = field as Schema & { type?: string };
    if (type === 'string' || type === 'integer')
      return namedValue(field as Schema) ?? { type, ...(type === 'integer' ? { minimum, maximum } : {}) };
    return { type };
  }
}
