import Type, { type TUnsafe } from 'typebox';
import { maxCursorLength } from '../keys/cursors.ts';
import type { FieldError } from '../refusals.ts';
import { cleanLine } from '../values/clean.ts';
import { deliveryFields } from './address.ts';
import { articleFields } from './article.ts';
import { customerFields } from './customer.ts';
import {
  choice,
  dateTime,
  emptyIsUnsent,
  type Field,
  type Fields,
  flag,
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

const times = {
  updated_from: dateTime(),
  updated_to: dateTime(),
  created_from: dateTime(),
  created_to: dateTime(),
};
const isEmpty = 'is empty: send a value, or omit the field';

export const customerFilter = {
  customer_nr: optional(customerFields.customer_nr),
  bill_email: optional(customerFields.bill_email),
  bill_zipcode: optional(customerFields.bill_zipcode),
  bill_country: optional(customerFields.bill_country),
  external_ident: notEmpty(importSource.external_ident, isEmpty),
  customer_type: optional(customerFields.customer_type),
  external_account_name: optional(importSource.external_account_name),
  ...times,
};

export const customerSorts = ['created', 'updated', 'number', 'company', 'lastname'] as const;

export const articleFilter = {
  article_nr: optional(articleFields.article_nr),
  article_sku: optional(articleFields.article_sku),
  article_ean: optional(articleFields.article_ean),
  external_ident: notEmpty(importSource.external_ident, isEmpty),
  article_type: optional(articleFields.article_type),
  external_account_name: optional(importSource.external_account_name),
  price_from: optional(articleFields.article_price),
  price_to: optional(articleFields.article_price),
  ...times,
};

export const articleSorts = ['created', 'updated', 'number', 'title'] as const;

export const addressFilter = {
  customer_ident: notEmpty(ident(), isEmpty),
  delivery_zipcode: optional(deliveryFields.delivery_zipcode),
  delivery_country: optional(deliveryFields.delivery_country),
  ...times,
};

export const addressSorts = ['created', 'updated', 'company', 'lastname'] as const;

/** Fields of a list's request. The first sort is the order of lists without `sort`. */
export function listFields<F extends Fields, const Sort extends string>(
  filterFields: F,
  sorts: readonly [Sort, ...Sort[]],
) {
  return {
    filter: filterOf(filterFields),
    search: emptyIsUnsent(line(255)),
    sort: optional(choice(bothWays(sorts))),
    total: optional(flag()),
    limit: integer(1, maxListed, defaultListed),
    cursor,
  };
}

/** Fields of a list whose records are also found as people type. */
export function searchedListFields<F extends Fields, const Sort extends string>(
  filterFields: F,
  sorts: readonly [Sort, ...Sort[]],
) {
  return { ...listFields(filterFields, sorts), query: emptyIsUnsent(line(255)) };
}

/** Refuses what has another order, or other rules, beside a query. */
export function queryError(input: {
  readonly query?: string;
  readonly search?: string;
  readonly sort?: string;
}): FieldError | undefined {
  if (input.query === undefined) return undefined;
  if (input.sort !== undefined)
    return invalid('sort', 'is not possible with query, whose best records come first: omit it');
  if (input.search !== undefined) return invalid('search', 'is not possible with query: send one of them');
  return undefined;
}

function invalid(field: string, problem: string): FieldError {
  return { field, code: 'field_invalid', message: `${field} ${problem}` };
}

/** Returns each sort, and with a minus for its reverse order. */
function bothWays<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return sorts.flatMap((sort) => [sort, `-${sort}`] as const) as [
    Sort | `-${Sort}`,
    ...(Sort | `-${Sort}`)[],
  ];
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

export const beyondPage = {
  /** Start of the next page; null after the last record. */
  cursor: Type.Union([Type.String(), Type.Null()]),
  /** Only if the request has `total`. Null if it can't be counted with a bounded number of rows. */
  total: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
};
