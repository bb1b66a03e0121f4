import { changesKeptDays } from '../../../shared/contract/resources/change.ts';
import { exampleCursor } from './exampleRecords.ts';
import type { OperationTexts } from './operationText.ts';

/** A cursor of another service, which has expired everywhere. */
const expired = 'MDFqZDJxNHowYzhrM3Y3bjVtOXgxcjZ0MncgNDI.AAAAAAAAAAAAAAAAAAAAAA';

export const changesTexts: OperationTexts<'changes'> = {
  'changes.list': {
    rules: [
      'Keep a copy of the records up to date: call without `after` and keep the cursor, read all records once, then call with `after`, read again the records that are listed, and keep the new cursor; repeat. Keep a cursor only after you have used the changes before it. An answer has at most `limit` changes: ask again until `changes` is empty. A listed record may have been deleted when you read it (`article_not_found`); its deletion is listed later. A change in `changes` looks like this: `{ "resource": "article", "ident": "art_…", "kind": "updated", "date": "2026-01-31 12:00:00" }`. `kind` is `created`, `updated` or `deleted`, `date` is in UTC.',
      'Every create, update and delete is listed once, with the transaction that made it. The changes of a record are in the order in which they happened. A cursor never passes a change that is not committed yet: whatever is committed later is listed after it.',
      'A customer is also listed as `updated` when one of its addresses is created, updated or deleted alone, since its `version` changes. Deleting a customer lists its addresses as `deleted`, before it. Orders are not listed.',
      'With `wait_ms`, an answer without changes comes only after that time; a change that is made meanwhile is answered at once. `wait_ms` may be at most 20,000, and at most three quarters of the deadline of the service (`CALL_DEADLINE_MS`): 7,500 unless the operator changed it. Larger values are refused. Set the time-out of your connection longer than `wait_ms`. An account may have 100 such requests at each gateway, a gateway 1,000; others get 503. Without `after`, the answer comes at once. In a batch, `wait_ms` must be 0.',
      `Changes are kept for ${changesKeptDays} days. A cursor after which changes have been removed is refused with \`cursor_expired\`, and so are all cursors from before a restore of the service.`,
    ],
    answer: { changes: [], cursor: exampleCursor },
    refused: {
      cursor_expired: { request: { after: expired }, data: null },
      field_invalid: {
        request: { after: 'unknown' },
        data: {
          errors: [
            { field: 'after', code: 'field_invalid', message: 'after is not a cursor of changes.list' },
          ],
        },
      },
    },
  },
};
