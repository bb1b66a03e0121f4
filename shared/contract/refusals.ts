import { limitSize } from './values/byteSize.ts';
import { changesKeptDays, cursorHours, maxBatchAnswerBytes, maxWebhooks } from './values/contractLimits.ts';

/** Cause of a code and advice for clients: the text of docs/api.md. */
export interface CodeText {
  readonly cause: string;
  readonly remedy: string;
}

export interface RefusalText extends CodeText {
  /** `<name>` is replaced by a value of the refusal's details. */
  readonly message: string;
}

/** Codes of operations of the interface, as `X-Svc-Error` reports them (docs/api.md#codes). */
export const refusalCodes = {
  customer_not_found: {
    message: 'customer not found',
    cause:
      'The account has no customer with this ident, or with the value that it was looked up by: it was deleted, belongs to another account, or never existed.',
    remedy: 'Check the value that was sent. Create the customer if it should exist.',
  },
  address_not_found: {
    message: 'address not found',
    cause:
      'The account has no delivery address with this `address_ident`: it was deleted with its customer, belongs to another account, or never existed.',
    remedy: 'Check the ident. Create the address if it should exist.',
  },
  article_not_found: {
    message: 'article not found',
    cause:
      'The account has no article with this ident, SKU or EAN: it was deleted, belongs to another account, or never existed.',
    remedy: 'Check the value that was sent. Create the article if it should exist.',
  },
  webhook_not_found: {
    message: 'webhook not found',
    cause:
      'The account has no webhook with this ident: it was deleted, belongs to another account, or never existed.',
    remedy: 'Check the ident: `webhook.list` lists all webhooks of the account.',
  },
  webhook_held: {
    message: 'the operator has disabled this webhook: only the operator can enable it again',
    cause:
      "The operator of the service has disabled the webhook: its `disabled_reason` is `operator`. It can't be enabled or tested.",
    remedy:
      'Ask the operator why, and to enable it again. Until then, send an update without `enabled`: other fields can be changed.',
  },
  webhook_url_refused: {
    message: 'url <why>',
    cause:
      'The service does not send to this URL: it is not https, or its host is an address that is not public. Only a sandbox may send to http, and only at a loopback address.',
    remedy:
      'Send an https URL whose host has a public address. To try out a receiver on your own machine, use a sandbox.',
  },
  too_many_webhooks: {
    message: `the account has ${maxWebhooks} webhooks, the maximum: delete one, or update it`,
    cause: `The account has ${maxWebhooks} webhooks.`,
    remedy: 'Delete a webhook that is no longer used, or change one with `webhook.update`.',
  },
  record_changed: {
    message: 'record changed',
    cause:
      'The request has `if_version`, and the record has another version: it was changed since it was read.',
    remedy:
      'Read the record again, decide whether the change still applies, and send it with the version that you have read and a new `Idempotency-Key`.',
  },
  value_exists: {
    message: '<field> already exists',
    cause: 'The request has `validate`, and another record of the account has the same value in that field.',
    remedy: 'Choose another value, or send the update without `validate` if the value may repeat.',
  },
  number_repeats: {
    message: '<field> belongs to several records: use external_ident, or update one of them by its ident',
    cause:
      'A put without `external_ident` finds its record by the number, and several records of the account have it. A create with a number, also one that runs beside the put, does not look for others.',
    remedy:
      'Send the `external_ident` of the record. Or find the records (`customer.find` or `article.find`), and update one by its ident.',
  },
  cursor_invalid: {
    message:
      'cursor does not belong to this list: send it unchanged, with the filter, search, query and sort that it came with',
    cause:
      'The cursor was changed, or it comes from another operation, another account, or a list with another `filter`, `search`, `query` or `sort`.',
    remedy:
      'Send the cursor as it came, with the same `filter`, `search`, `query` and `sort`; `limit` and `total` may differ. Or begin again without a cursor.',
  },
  external_ident_exists: {
    message: 'external_ident already exists',
    cause:
      'Another record of the account has the same `external_ident`, type (`customer_type` or `article_type`) and `external_account_name`.',
    remedy:
      'Use the existing record: its ident is in `data`. If you mean a different record, send a different `external_ident`.',
  },
  account_not_sandbox: {
    message: "account is not a sandbox: its records can't be deleted all at once",
    cause: 'Only the account of a sandbox can be emptied.',
    remedy:
      'Use the app of an account that was created with `counterfoil account create --sandbox`. Delete the records of other accounts one by one.',
  },
  cursor_expired: {
    message: `cursor is older than ${cursorHours} hours: begin again without it`,
    cause: `The cursor of a list is older than ${cursorHours} hours. Or changes after a cursor of \`changes.list\` are no longer kept, or not certain to be complete: they are older than ${changesKeptDays} days, or the cursor is from before a restore or an upgrade of the service.`,
    remedy:
      'Begin the list again, without a cursor. For changes, get a new cursor with `changes.list` without `after`, then read all records again, then go on from that cursor.',
  },
} as const satisfies Readonly<Record<string, RefusalText>>;

/** Codes of internal operations. */
const internalCodes = {
  order_not_found: { message: 'order not found' },
  app_not_found: { message: 'app not found' },
  order_invoiced: { message: 'order has an invoice number already' },
  key_used: { message: 'key was used for another request' },
} as const;

const texts: Readonly<Record<string, { readonly message: string }>> = { ...refusalCodes, ...internalCodes };

export type Messages = Readonly<Record<string, string>>;

/** Message of a refusal by an operation, which may have its own. */
export function messageOf(operation: { readonly messages?: Messages }, code: string): string {
  return operation.messages?.[code] ?? texts[code]?.message ?? code;
}

/** Failures whose `data` is null by the specification, section 7, so that only `X-Svc-Error` has their code. */
export const codesWithNullData: Readonly<Record<string, readonly RefusalCode[]>> = {
  'customer.create': ['public_authority_id_invalid'],
  'customer.update': ['customer_not_found', 'public_authority_id_invalid'],
  'customer.delete': ['customer_not_found'],
  'customer.exists': ['customer_not_found'],
  'address.create': ['field_required'],
  'article.create': ['field_required'],
  'article.update': ['article_not_found'],
  'article.delete': ['article_not_found'],
  'article.exists': ['article_not_found'],
};

export type PublicRefusalCode = keyof typeof refusalCodes;

export type RefusalCode = PublicRefusalCode | keyof typeof internalCodes | FieldErrorCode;

/** Codes of errors in a field (docs/api.md#codes). */
export const fieldErrorCodes = {
  field_required: {
    cause:
      'A required field is missing, `null` or empty. Only missing fields are reported, without other errors; unknown fields come before them.',
    remedy: 'Send the field that the message names.',
  },
  field_invalid: {
    cause: 'The value of a field has the wrong type, is too long, or is not one of the allowed values.',
    remedy: 'Correct every field in `data.errors`; each message lists what is allowed.',
  },
  field_unknown: {
    cause: "The request has a field that the operation's resource does not have, such as a misspelled name.",
    remedy: 'Correct the name or omit the field.',
  },
  public_authority_id_invalid: {
    cause:
      'The value of `public_authority_id` is not a Leitweg-ID: its format or its check digits are wrong.',
    remedy: 'Ask the public authority for its Leitweg-ID. Send an empty string if there is none.',
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type FieldErrorCode = keyof typeof fieldErrorCodes;

/** Codes that only a batch or one of its entries can have (docs/api.md#batch). */
export const batchCodes = {
  answer_too_large: {
    message: 'answer too large, read it by itself',
    cause: `All answers of a batch have at most ${limitSize(maxBatchAnswerBytes)}, and the answer to this read no longer fits.`,
    remedy: 'Send the read as a single request.',
  },
  batch_refused: {
    message: 'nothing was done: entry <entry> was refused: <reason>',
    cause: 'One or more entries of an atomic batch were refused, so that none was done.',
    remedy:
      'Correct the refused entries, which have codes of their own, and send the batch with a new `Idempotency-Key`.',
  },
  not_done: {
    message: 'not done: entry <entry> of this atomic batch was refused',
    cause: 'Another entry of an atomic batch was refused, so that this one was not done.',
    remedy: 'Correct the entry that the message names, and send the whole batch again.',
  },
  not_atomic: {
    message: "<method> can't be part of this atomic batch: <reason>",
    cause:
      'The entry reads; or it writes other records than the first entry (customers and addresses, or articles); or it deletes too many addresses for one transaction.',
    remedy: 'Send the operation by itself, or in a batch of its own.',
  },
} as const satisfies Readonly<Record<string, RefusalText>>;

/** Code of a read in a batch whose answer does not fit. */
export const answerTooLarge = 'answer_too_large' satisfies keyof typeof batchCodes;

export interface FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}
