import { type PublicOperationName } from '../../../shared/contract/operations/allOperations.ts';
import { maxChangesWaitMs, maxWaitingReaders } from '../../../shared/contract/resources/change.ts';
import { changesKeptDays } from '../../../shared/contract/values/contractLimits.ts';
import { addressTexts } from './addressTexts.ts';
import { articleTexts } from './articleTexts.ts';
import { customerTexts } from './customerTexts.ts';
import { exampleAccount, exampleCursor } from './exampleRecords.ts';
import { type OperationText, type OperationTexts } from './textParts.ts';
import { webhookTexts } from './webhookTexts.ts';

const accountTexts: OperationTexts<'account'> = {
  'account.empty': {
    rules: [
      'It is for [sandboxes](#sandboxes) only. A call deletes at most 1,000 customers with their addresses, and 1,000 articles: call again until `is_empty` is 1.',
      '`deleted` counts customers and articles. `changes.list` lists each record as `deleted`, so cursors stay valid.',
      'Other calls may run at the same time. Records that they are changing, or have just created, may be left.',
      'When nothing is left, generated numbers begin again at the start number of the account.',
      'Idempotency keys are remembered: a request that is repeated with its key answers as before, and creates nothing. So each run of your tests needs new keys. Orders and webhooks are kept, and the history of the deleted records for as long as the account keeps it; emptying adds no entry to it.',
      'In a [batch](#batch) it is an unknown method.',
    ],
    answer: { deleted: 8, is_empty: 1 },
    refused: { account_not_sandbox: { request: {}, data: null } },
  },
  'account.read': {
    rules: [
      'The account is that of the app that signs the request. Only the operator changes these values.',
      '`currency` is a code of ISO 4217. `time_zone` is the IANA name of the zone of the `*_user` dates. Customers that are created without `term_of_credit` get that of the account, in days.',
      'All prices of the account are in `currency`. The service does not convert prices.',
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
      'To keep a copy of the records up to date, call without `after`, store the cursor, and read all records once. Then repeat: call with the cursor as `after`, read the listed records again, and store the new cursor. Store a cursor only when you have used the changes before it.',
      'An answer has at most `limit` changes: call again until the cursor is the one that you sent. A change in `changes` looks like this: `{ "resource": "article", "ident": "art_…", "kind": "updated", "fields": ["article_price"], "date": "2026-01-31 12:00:00" }`. `kind` is `created`, `updated` or `deleted`; `date` is in UTC.',
      'An update of a record names in `fields` the fields that got another value; other changes, and those of webhooks, have no `fields`. The list is empty if an update sent the values that the record had already. `address_data` stands for the addresses of a customer. For the values, see `customer.history` and `article.history`.',
      'With `resources` or `kinds`, other changes are left out. The cursor moves over them too, so an answer may have no changes, and yet a new cursor. `limit` counts the changes that are left out. With `wait_ms`, a change that is left out ends the wait too.',
      'A listed record may have been deleted when you read it (`article_not_found`); its deletion is listed later.',
      'Every create, update and delete is listed once. The changes of a record are in the order in which they happened. A cursor never passes a change that is not committed yet: it is listed after the cursor.',
      'A customer is also listed as `updated` when one of its addresses is created, updated or deleted, since its `version` changes. When a customer is deleted, its addresses are listed as `deleted` before it. Orders are not listed.',
      `With \`wait_ms\`, the answer comes at the first change, or without changes after that time. \`wait_ms\` may be at most ${maxChangesWaitMs.toLocaleString('en-US')}, and at most three quarters of the deadline of the service (\`CALL_DEADLINE_MS\`): 7,500 unless the operator changed it. Larger values are refused. Set the time-out of your connection longer than \`wait_ms\`. At most ${maxWaitingReaders.account} requests of an account and ${maxWaitingReaders.gateway.toLocaleString('en-US')} of all accounts can wait at a gateway; others get 503. Without \`after\`, the answer comes at once. In a batch, \`wait_ms\` must be 0.`,
      `Changes are kept for ${changesKeptDays} days. Older cursors are refused with \`cursor_expired\`, and so are all cursors from before a restore of the database.`,
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
  ...webhookTexts,
};
