import Type, { type TUnsafe } from 'typebox';
import { maxCursorLength } from '../keys/cursors.ts';
import type { FieldError } from '../refusals.ts';
import { cleanLine } from '../values/clean.ts';
import { deliveryFields } from './address.ts';
import { articleFields } from './article.ts';
import { customerFields } from './customer.ts';
import {
  dateTime,
  emptyIsUnsent,
  type Field,
  type Fields,
  ident,
  integer,
  line,
  notEmpty,
  optional,
} from './field.ts';
import { importSource } from './importSource.ts';
import type { CleanInput, WireInput } from './request.ts';

const maxListed = 1_000;
const defaultListed = 100;

const times = { updated_from: dateTime(), updated_to: dateTime() };
const isEmpty = 'is empty: send a value, or omit the field';

export const customerFilter = {
  customer_nr: optional(customerFields.customer_nr),
  bill_email: optional(customerFields.bill_email),
  bill_zipcode: optional(customerFields.bill_zipcode),
  external_ident: notEmpty(importSource.external_ident, isEmpty),
  customer_type: optional(customerFields.customer_type),
  external_account_name: optional(importSource.external_account_name),
  ...times,
};

export const articleFilter = {
  article_nr: optional(articleFields.article_nr),
  article_sku: optional(articleFields.article_sku),
  article_ean: optional(articleFields.article_ean),
  external_ident: notEmpty(importSource.external_ident, isEmpty),
  article_type: optional(articleFields.article_type),
  external_account_name: optional(importSource.external_account_name),
  ...times,
};

export const addressFilter = {
  customer_ident: notEmpty(ident(), isEmpty),
  delivery_zipcode: optional(deliveryFields.delivery_zipcode),
  ...times,
};

export function listFields<F extends Fields>(filterFields: F) {
  return {
    filter: filterOf(filterFields),
    search: emptyIsUnsent(line(255)),
    limit: integer(1, maxListed, defaultListed),
    cursor,
  };
}

function filterOf<F extends Fields>(members: F): Field<TUnsafe<CleanInput<F>>, WireInput<F>, 'optional'> {
  return {
    schema: Type.Unsafe<CleanInput<F>>({ type: 'object' }),
    /* v8 ignore next -- `Field` requires it; the reader cleans each member instead. */
    clean: (value) => value,
    expects: 'must be an object of fields and values',
    code: 'field_invalid',
    presence: 'optional',
    members,
    unknownMember: `can't be filtered by: send ${Object.keys(members).join(', ')}`,
  };
}

/** Null is refused. The last page has it: a loop that sends it would start over, and never end. */
export const cursor: Field<ReturnType<typeof Type.String>, string, 'optional'> = {
  schema: Type.String({ wellFormed: true, minLength: 1, maxLength: maxCursorLength }),
  clean: (value) => cleanLine(value, maxCursorLength),
  expects:
    'must be the cursor of an earlier answer: omit it to begin; null in an answer is the end of the list',
  code: 'field_invalid',
  presence: 'optional',
};

/** The source of a record has no meaning and no index without its external_ident. */
export function sourceError({ filter = {} }: { readonly filter?: object }): FieldError | undefined {
  if (Object.hasOwn(filter, 'external_ident')) return undefined;
  const name = ['customer_type', 'article_type', 'external_account_name'].find((each) =>
    Object.hasOwn(filter, each),
  );
  if (name === undefined) return undefined;
  const field = `filter.${name}`;
  return { field, code: 'field_invalid', message: `${field} needs filter.external_ident beside it` };
}

export const beyondPage = {
  /** Start of the next page; null after the last record. */
  cursor: Type.Union([Type.String(), Type.Null()]),
};
