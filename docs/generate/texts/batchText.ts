import type { HttpRejection } from '../../../shared/contract/httpRejections.ts';
import type { entryCodes, FieldErrorCode } from '../../../shared/contract/refusals.ts';
import { exampleIdents } from './exampleRecords.ts';

type EntryCode = keyof typeof entryCodes;

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
  method_missing: '`method not set`',
  method_unknown: '`unknown method`',
  body_too_large: '`data is larger than 1 MiB`',
  idempotency_key_malformed: '`key must be 1 to 255 visible ASCII characters`',
  field_unknown: '`unknown field: <name>`, for a field other than `method`, `data` and `key`',
  idempotency_key_reused: '`idempotency key was used for another request`',
  answer_too_large: '`answer too large, read it by itself`',
  unavailable: '`service unavailable`',
  outcome_unknown: '`outcome unknown, repeat with the same Idempotency-Key`',
  internal_error: '`internal error, outcome unknown, repeat with the same Idempotency-Key`',
};
