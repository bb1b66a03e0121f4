import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import { addressReadOnly, deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields, articleReadOnly } from '../../shared/contract/resources/article.ts';
import { customerFields, customerReadOnly } from '../../shared/contract/resources/customer.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { importSource } from '../../shared/contract/resources/importSource.ts';
import { addressRecord, articleRecord, customerRecord } from '../../shared/contract/resources/records.ts';
import { deliveryRecord, webhookRecord } from '../../shared/contract/resources/webhook.ts';
import { comment } from './comments.ts';
import { type Member, memberLines, pascal, type Schema, valueType } from './contractSchema.ts';
import { answerDoc } from './fieldDocs.ts';

/** The fields of each resource. Answers' schemas have no codes and limits: those of the fields have. */
export const fieldsOf: Readonly<Record<string, Fields>> = {
  customer: {
    ...addressReadOnly,
    ...deliveryFields,
    ...customerReadOnly,
    ...importSource,
    ...customerFields,
  },
  address: { ...addressReadOnly, ...deliveryFields },
  article: { ...articleReadOnly, ...importSource, ...articleFields },
};

const records: readonly (readonly [name: string, resource: string, schema: Schema, doc: string])[] = [
  ['AddressRecord', 'address', addressRecord, 'A delivery address, as it is read.'],
  ['CustomerRecord', 'customer', customerRecord, 'A customer, as it is read.'],
  ['ArticleRecord', 'article', articleRecord, 'An article, as it is read.'],
  ['WebhookRecord', 'webhook', webhookRecord, 'A webhook, as it is listed.'],
  ['DeliveryRecord', 'webhook', deliveryRecord, 'A delivery of a webhook, and its last attempt.'],
];

/** The types of the records that several operations answer. */
export function recordTypes(): string {
  return records
    .map(([name, resource, schema, doc]) => new AnswerTypes(resource, name).declare(schema, doc))
    .join('\n');
}

/** The type of what an operation answers, and those that it is made of. */
export function answerTypes(operation: AnyOperation): string {
  const name = `${pascal(operation.name)}Answer`;
  const doc = `The answer of \`${operation.name}\`.`;
  const schema = operation.answer as Schema;
  if (operation.name.endsWith('.exists')) return '';
  if (schema.type === 'null') return `${comment([doc])}export type ${name} = null;\n`;
  return new AnswerTypes(resourceOf(operation.name), name).declare(schema, doc);
}

/** Writes types of answers of a resource; parts that are objects get types of their own. */
class AnswerTypes {
  readonly #resource: string;
  /** The type that is declared. */
  readonly #name: string;
  readonly #parts: string[] = [];

  constructor(resource: string, name: string) {
    this.#resource = resource;
    this.#name = name;
  }

  declare(schema: Schema, doc: string): string {
    const members = memberLines(this.members(this.#name, schema));
    // An alias, since an interface can't be passed as a record of any values.
    return [...this.#parts, `${comment([doc])}export type ${this.#name} = {\n${members}};\n`].join('\n');
  }

  members(owner: string, schema: Schema): readonly Member[] {
    if (schema.allOf) return schema.allOf.flatMap((part) => this.members(recordNameOf(part) ?? owner, part));
    const { properties = {}, required = [] } = schema;
    return Object.entries(properties).map(([name, property]) => ({
      name,
      type: this.#typeOf(owner, name, property),
      isRequired: required.includes(name),
      doc: answerDoc(owner, this.#resource, name, property.description),
    }));
  }

  #typeOf(owner: string, name: string, schema: Schema): string {
    const record = recordNameOf(schema);
    if (record !== undefined) return record;
    if (schema.items)
      return arrayOf(this.#typeOf(owner, name.replace(/ies$/, 'ys').replace(/s$/, ''), schema.items));
    if (schema.properties ?? schema.allOf) return this.#part(owner, name, schema);
    const field: Schema | undefined = fieldsOf[this.#resource]?.[name]?.schema;
    // Null beside a field's own type is said by the answer.
    return valueType(field && !schema.anyOf ? field : schema, 'number');
  }

  #part(owner: string, name: string, schema: Schema): string {
    const part = `${owner.replace(/Answer$/, '')}${pascal(name)}`;
    const isDeclared = records.some(([record]) => record === owner) && this.#name !== owner;
    if (!isDeclared)
      this.#parts.push(new AnswerTypes(this.#resource, part).declare(schema, `A part of \`${owner}\`.`));
    return part;
  }
}

function arrayOf(type: string): string {
  return type.includes(' ') ? `(${type})[]` : `${type}[]`;
}

function recordNameOf(schema: Schema): string | undefined {
  const text = JSON.stringify(schema);
  return records.find(([, , record]) => JSON.stringify(record) === text)?.[0];
}
