import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';
import { addressReadOnly, deliveryFields } from './address.ts';
import { articleFields, articleReadOnly } from './article.ts';
import { customerFields, customerReadOnly } from './customer.ts';
import type { Field, Fields } from './field.ts';
import { importSource } from './importSource.ts';
import type { Simplify } from './request.ts';

/** Type of a field in an answer: amounts are decimal strings inside the service and JSON numbers in answers. */
type ReadValue<F> =
  F extends Field<infer S, infer Wire> ? (number | string extends Wire ? number : Static<S>) : never;
type ReadRecord<F extends Fields> = Simplify<{ [Name in keyof F]: ReadValue<F[Name]> }>;

function recordOf<F extends Fields>(fields: F) {
  const properties = Object.entries(fields).map(([name, field]) => [name, readSchema(field.schema)]);
  return Type.Unsafe<ReadRecord<F>>({
    type: 'object',
    required: Object.keys(fields),
    properties: Object.fromEntries(properties),
  });
}

/** Marks the answers of updates, in the type only. */
declare const isOfUpdate: unique symbol;

/** Has the ident, the stored value of each field that was sent, and the new version if `if_version` was sent. */
interface UpdateAnswer<Answer = unknown> extends TUnsafe<Answer> {
  readonly [isOfUpdate]: true;
}

export function updateAnswerOf<Ident extends string, F extends Fields>(identField: Ident, fields: F) {
  const { properties } = recordOf(fields) as { properties?: object };
  return Type.Unsafe({
    type: 'object',
    required: [identField],
    properties: { [identField]: Type.String(), version: Type.String(), ...properties },
  }) as UpdateAnswer<Simplify<{ [Name in Ident]: string } & { version?: string } & Partial<ReadRecord<F>>>>;
}

/** Record in the answer of a search: ident, version, and the fields that were asked for. */
export function foundRecord<Always extends Fields, Asked extends Fields>(always: Always, asked: Asked) {
  const { properties } = recordOf({ ...always, ...asked }) as { properties?: object };
  return Type.Unsafe<Simplify<ReadRecord<Always> & Partial<ReadRecord<Asked>>>>({
    type: 'object',
    required: Object.keys(always),
    properties,
  });
}

function readSchema(schema: TSchema & { type?: string; format?: string }): TSchema {
  return isAmount(schema) ? Type.Number() : { type: schema.type ?? 'string' };
}

/** True for an amount or a rate: a decimal string inside the service, a JSON number in answers. */
export function isAmount(schema: TSchema & { format?: string }): boolean {
  return schema.format === 'decimal' || schema.format === 'percentage';
}

export const customerRecord = recordOf({
  ...customerReadOnly,
  ...importSource,
  ...customerFields,
  ...deliveryFields,
});
export type CustomerRecord = Static<typeof customerRecord>;

export const addressRecord = recordOf({ ...addressReadOnly, ...deliveryFields });
export type AddressRecord = Static<typeof addressRecord>;

const sales = Type.Object({ count: Type.Number(), price: Type.Number(), price_total: Type.Number() });
type Sales = Simplify<Static<typeof sales>>;

const { article_ident, article_price_total, version, date_updated, date_created_user } = articleReadOnly;

const article = recordOf({
  article_ident,
  article_price_total,
  version,
  date_created_user,
  ...articleFields,
});

export const articleRecord = Type.Unsafe<Simplify<Static<typeof article> & { sales: Sales }>>(
  Type.Intersect([article, Type.Object({ sales })]),
);
export type ArticleRecord = Static<typeof articleRecord>;

/** Article in a list: like article.read, plus its import source, so that an export can be imported again. */
export const listedArticle = Type.Intersect([articleRecord, recordOf({ ...importSource, date_updated })]);
export type ListedArticle = Static<typeof listedArticle>;

/** `external_ident` of the records with which the `/docs` page tries calls. A new demo account has them. */
export const exampleExternalIdent = 'docs-example';
