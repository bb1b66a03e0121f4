import {
  entryRejections,
  type HttpRejection,
  httpRejections,
} from '../../../shared/contract/httpRejections.ts';
import { batchCodes, type FieldErrorCode } from '../../../shared/contract/refusals.ts';
import { exampleIdents } from './exampleRecords.ts';

type EntryCode = keyof typeof batchCodes;

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

/** The codes of what is wrong with an entry itself, with their messages. */
export const entryMessages: Readonly<
  Record<EntryCode, string> & Partial<Record<HttpRejection | FieldErrorCode, string>>
> = {
  body_malformed: '`entry is not a JSON object` or `data is not a JSON object`',
  method_missing: `\`${entryRejections.method_missing}\``,
  method_unknown: `\`${httpRejections.method_unknown.message}\``,
  body_too_large: `\`${entryRejections.body_too_large}\``,
  idempotency_key_malformed: `\`${entryRejections.idempotency_key_malformed}\``,
  field_unknown: '`unknown field: <name>`, for a field other than `method`, `data` and `key`',
  idempotency_key_reused: `\`${httpRejections.idempotency_key_reused.message}\``,
  answer_too_large: `\`${batchCodes.answer_too_large.message}\``,
  batch_refused: `\`${batchCodes.batch_refused.message}\``,
  not_done: `\`${batchCodes.not_done.message}\``,
  not_atomic: `\`${batchCodes.not_atomic.message}\``,
  unavailable: `\`${httpRejections.unavailable.message}\``,
  outcome_unknown: `\`${httpRejections.outcome_unknown.message}\``,
  internal_error: `\`${httpRejections.internal_error.message}\``,
};
