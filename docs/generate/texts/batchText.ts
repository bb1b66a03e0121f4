import {
  entryRejections,
  type HttpRejection,
  httpRejections,
} from '../../../shared/contract/httpRejections.ts';
import { addressCreate } from '../../../shared/contract/operations/address.create.ts';
import { batchCodes, type FieldErrorCode } from '../../../shared/contract/refusals.ts';
import { undoneBatch } from '../../../shared/wire/batchAnswers.ts';
import { refusalReply } from '../../../shared/wire/envelope.ts';
import { exampleIdents } from './exampleRecords.ts';

type EntryCode = Exclude<keyof typeof batchCodes, 'batch_refused'>;

/** A request of batch.run, and what `data` its answer has. */
export const batchExample = {
  request: {
    operations: [
      { method: 'article.create', data: { article_title: 'Tea' }, key: 'tea-1' },
      { method: 'customer.exists', data: { customer_ident: 'cus_unknown' } },
    ],
  },
  data: {
    results: [
      {
        response: true,
        data: { article_ident: exampleIdents.article },
        method: 'article.create',
        message: 'article created',
      },
      { response: false, data: null, method: 'customer.exists', message: 'customer does not exist' },
    ],
    codes: ['', 'customer_not_found'],
  },
} as const;

/** A request of batch.run that is done as a whole or not at all, and what `data` its answer has. */
export const atomicExample = {
  request: {
    atomic: true,
    operations: [
      { method: 'customer.create', data: { bill_company: 'Muster GmbH' } },
      { method: 'address.create', data: { customer_ident: { entry: 0 }, delivery_city: 'Potsdam' } },
    ],
  },
  data: {
    results: [
      {
        response: true,
        data: { customer_ident: exampleIdents.customer, address_ident: null },
        method: 'customer.create',
        message: 'customer created',
      },
      {
        response: true,
        data: { address_ident: exampleIdents.address, customer_ident: exampleIdents.customer },
        method: 'address.create',
        message: 'address created',
      },
    ],
    codes: ['', ''],
  },
} as const;

/** An atomic batch that is refused: its second entry names a customer that does not exist. */
export const undoneExample = {
  request: {
    atomic: true,
    operations: [
      { method: 'customer.create', data: { bill_company: 'Muster GmbH' } },
      { method: 'address.create', data: { customer_ident: 'cus_unknown', delivery_city: 'Potsdam' } },
    ],
  },
  answer: JSON.parse(
    undoneBatch(
      ['customer.create', 'address.create'],
      new Map([[1, refusalReply(addressCreate, 'customer_not_found')]]),
    ).envelope,
  ) as object,
} as const;

/** The codes of what is wrong with an entry itself, with their messages. */
export const entryMessages: Readonly<
  Record<EntryCode, string> & Partial<Record<HttpRejection | FieldErrorCode, string>>
> = {
  body_malformed: '`entry is not a JSON object` or `data is not a JSON object`',
  method_missing: `\`${entryRejections.method_missing}\``,
  method_unknown: `\`${httpRejections.method_unknown.message}\``,
  body_too_large: `\`${entryRejections.body_too_large}\``,
  idempotency_key_malformed: `\`${entryRejections.idempotency_key_malformed}\``,
  field_unknown:
    '`unknown field: <name>`, for a field other than `method`, `data` and `key`, or for `key` in an atomic batch',
  idempotency_key_reused: `\`${httpRejections.idempotency_key_reused.message}\``,
  answer_too_large: `\`${batchCodes.answer_too_large.message}\``,
  not_done: `\`${batchCodes.not_done.message}\``,
  not_atomic: `\`${batchCodes.not_atomic.message}\``,
  unavailable: `\`${httpRejections.unavailable.message}\``,
  outcome_unknown: `\`${httpRejections.outcome_unknown.message}\``,
  internal_error: `\`${httpRejections.internal_error.message}\``,
};
