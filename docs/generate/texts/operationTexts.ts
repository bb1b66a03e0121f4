import { type PublicOperationName } from '../../../shared/contract/operations/allOperations.ts';
import { changesKeptDays } from '../../../shared/contract/resources/change.ts';
import { addressTexts } from './addressTexts.ts';
import { articleTexts } from './articleTexts.ts';
import { customerTexts } from './customerTexts.ts';
import { exampleAccount, exampleCursor } from './exampleRecords.ts';
import { type OperationText, type OperationTexts } from './textParts.ts';

const accountTexts: OperationTexts<'account'> = {
  'account.read': {
    rules: [
      'The account is the one of the app that signs the request. Its operator sets these values; clients cannot change them.',
      '`currency` is a code of ISO 4217. `time_zone` is the IANA name of the zone of the `*_user` dates. `term_of_credit`, in days, is that of customers that are created without one.',
      'All prices of the account are in `currency`. The service converts no prices: convert those in other currencies before you send them.',
      'In a [batch](#batch) it is an unknown method.',
    ],
    answer: exampleAccount,
    refused: {},
  },
};

/** A cursor of another service, which has expired everywhere. */
const expired = 'MDFqZDJxNHowYzhrM3Y3bjVtOXgxcjZ0MncgNDI.AAAAAAAAAAAAAAAAAAAAAA';

const changesTexts: OperationTexts<'changes'> = {
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

/** The texts of every operation of the interface: one without them does not compile. */
export const operationTexts: { readonly [Name in PublicOperationName]: OperationText<Name> } = {
  ...customerTexts,
  ...addressTexts,
  ...articleTexts,
  ...changesTexts,
  ...accountTexts,
};
