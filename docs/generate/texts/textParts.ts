import type {
  OperationName,
  Operations,
  PublicOperationName,
} from '../../../shared/contract/operations/allOperations.ts';
import type { RefusalOf, RequestOf } from '../../../shared/contract/operations/operation.ts';
import { limitSize } from '../../../shared/contract/values/byteSize.ts';
import { cursorHours, historyDays } from '../../../shared/contract/values/contractLimits.ts';
import { maxListBytes } from '../../../workers/sets/answerSizes.ts';
import { maxTotal } from '../../../workers/stores/lists/lists.ts';
import { maxCompared, maxRanked } from '../../../workers/stores/wordSearch.ts';
import { expiredCursor } from './exampleRecords.ts';

/** Size of the records in an answer that has several. */
export const maxListSize = limitSize(maxListBytes);

/** A request that is refused, and what its answer has in `data`. */
interface RefusedExample<Name extends OperationName> {
  readonly request: RequestOf<Operations[Name]>;
  readonly data: object | null;
}

/** The text of docs/api.md about an operation beside its contract. Tests run its examples on a real service. */
export interface OperationText<Name extends OperationName = PublicOperationName> {
  /** Rules that the tables don't show: one for each item, in Markdown. */
  readonly rules: readonly string[];
  /** The `data` of the answer to the contract's example, beside the records of `exampleRecords.ts`. */
  readonly answer: object | null;
  readonly refused: { readonly [Code in RefusalOf<Operations[Name]>]: RefusedExample<Name> };
}

/** The texts of all operations of a resource. */
export type OperationTexts<Resource extends string> = {
  readonly [Name in PublicOperationName & `${Resource}.${string}`]: OperationText<Name>;
};

/** Rules of all lists, with the parts in which they differ. */
interface ListWords {
  readonly records: string;
  /** A rule of its own about filters. */
  readonly filters?: string;
  /** The fields that have no index, in Markdown. */
  readonly compared: string;
  /** The sorts other than `created` and `updated`, in Markdown. */
  readonly sorts: string;
  /** The fields that a search compares, whatever the case, and letter by letter. */
  readonly ignoringCase: string;
  readonly letterByLetter: string;
  /** The fields that a query searches, those of names first; missing if the list has no queries. */
  readonly queried?: string;
}

/** The rules of `query`. */
function queryRules(records: string, fields: string): readonly string[] {
  return [
    `\`query\` finds ${records} as people type them: each word must be a word, or the beginning of one, in ${fields}. Upper and lower case are the same, and so are the spellings of a letter: \`müller\`, \`mueller\` and \`muller\`, \`straße\` and \`strasse\`, \`é\` and \`e\`. All other characters only divide words. The first 8 different words count.`,
    `A query of digits, blanks and \`+()-./\` is also compared with the beginning of phone numbers, with or without the code of the country: \`030 1234\` finds \`+49 (0)30 12345678\`. If fewer than 10 ${records} are found, a word of 4 to 20 letters also finds words that differ by one typing error: a letter that is missing, added, wrong, or exchanged with its neighbour.`,
    `The best ${records} come first: matches in names count more than those in numbers, and those more than the rest; whole words more than beginnings, and those more than typing errors; with the same rank, the oldest first. A query finds the best ${maxRanked.toLocaleString('en')} ${records}, and \`total\` is at most that. If each of its words is in more than ${maxCompared.toLocaleString('en')} ${records}, it finds only some of them: send more words. It has no \`sort\`, and is refused beside \`search\`.`,
    `An index follows the changes for queries, usually within a few seconds; during an import it may be 10 minutes behind. A new record is missing in queries until then; filters and \`search\` have it at once. A record is never found by words that it no longer has.`,
  ];
}

/** The rules of a list. */
export function listRules(words: ListWords): readonly string[] {
  const { records, filters, compared, sorts, ignoringCase, letterByLetter, queried } = words;
  const exact = letterByLetter && `, or whose ${letterByLetter} begins with it in the same case`;
  return [
    `\`filter\`: ${filters ? `${filters} ` : ''}Values are cleaned like the field (see [Fields](#fields)) and then compared byte for byte. Other fields are refused by name, such as \`filter.date_created\`.`,
    `\`updated_from\` and \`updated_to\` are times in UTC, both included. A change is visible within a minute of its \`date_updated\`, which never goes back, even if a clock is stepped. So to keep a copy up to date, begin each time one minute before the last \`date_updated\` that you have, and skip the records whose \`version\` you know. Deleted records are only in \`changes.list\`.`,
    `${compared} have no index: the service reads the ${records} that the other filters and the search find, and compares these fields. If few of many match, pages are short or empty.`,
    `\`search\` finds ${records} whose ${ignoringCase} begins with this text, in upper or lower case${exact}. \`%\` and \`_\` have no special meaning.`,
    ...(queried ? queryRules(records, queried) : []),
    `A record must match all filters and the search${queried ? ' or query' : ''}.`,
    `\`sort\`: \`created\` is the order in which ${records} were created, whatever their \`date_created\`; \`updated\` is that of \`date_updated\`. ${sorts} Records with the same value are in order of creation. Texts are compared letter by letter, by the number of each letter in Unicode: \`9\` comes after \`10\`, \`ä\` after \`z\`.`,
    `A page has at most \`limit\` records, and ${maxListSize} of them. It may be shorter, or even empty, since a page looks at 5,000 ${records} at most: only \`"cursor": null\` is the end.`,
    `\`total\` in the answer is the number of ${records} on all pages; ${maxTotal.toLocaleString('en')} means that there are so many or more. It is null if more than ${maxTotal.toLocaleString('en')} ${records} would have to be compared. It costs more than a page: ask for it once, not with each page.`,
    `A cursor is opaque. It is valid for ${cursorHours} hours, with the same operation, account, \`filter\`, \`search\`, \`query\` and \`sort\`; \`limit\` and \`total\` may change from page to page.`,
    `A list has every record that was acknowledged before its first page was requested. If ${records} are created, changed or deleted while you read the pages, those that exist, match and keep the value that they are sorted by are listed exactly once. Those that are created meanwhile may be missing.${queried ? ' Neither holds for a `query`, which reads the index as it is.' : ''}`,
  ];
}

/** Rules of histories. */
export function historyRules(resource: 'article' | 'customer'): readonly string[] {
  return [
    '`operation` and `app_id` say what changed the record, and which app sent it. `fields` has each field that got another value, with the old and the new one. Of texts with more than 255 characters, it has the first 255 and `…`.',
    `The oldest entry is the creation, as long as the ${resource} exists. It has no values: those of the first change are the old ones. The entry of the deletion has no values either.`,
    'A deleted record keeps its history. A record without history that does not exist is refused as unknown.',
    `The operator sets for how many days the account keeps a change (\`counterfoil account set --history-days\`): ${historyDays} unless that is changed, and none with 0. Then nothing is recorded.`,
    `A page has at most \`limit\` entries, and ${maxListSize} of them. A cursor is valid for ${cursorHours} hours, with the same record.`,
  ];
}

/** Refusals of the cursor of a history. */
export const refusedHistory = <Record>(record: Record) => ({
  cursor_invalid: { request: { ...record, cursor: 'changed' }, data: null },
  cursor_expired: { request: { ...record, cursor: expiredCursor }, data: null },
});

/** Refusals of a list's cursor. */
export const refusedCursors = {
  cursor_invalid: { request: { cursor: 'changed' }, data: null },
  cursor_expired: { request: { cursor: expiredCursor }, data: null },
} as const;

/** Rule of operations with `if_version`. */
export const onCondition =
  'With `if_version`, nothing is done if the record has another version, see [conditional changes](#conditional-changes).';

export const newVersion = 'Otherwise `data` has the new `version` too.';

export const updateRules = [
  'Only fields that are sent are changed. If two updates send the same field, the last one wins.',
  '`data` has the ident and every written field with its stored value, after cleaning.',
];

export const conditionalUpdate = `${onCondition} ${newVersion} The field \`version\` is ignored.`;

export const validateRule =
  '`validate` names a field. If another record of the account has the same value in this field, nothing is written. Of two such updates at the same time, only one can write the value. If the field is not sent, `validate` has no effect.';

export const repeatedImport =
  'If a record of the same source has the `external_ident`, the create is refused with the ident of that record. So an import may run twice.';

/** Rule of updates that may change the source of a record, which `type` names. */
export function sourceRule(type: string): string {
  return `A new \`${type}\` changes the source of the record's \`external_ident\`. If another record of that source has it, the update is refused with \`external_ident_exists\`.`;
}

/** Rules of puts. */
export function putRules(resource: 'article' | 'customer'): readonly string[] {
  const type = `${resource}_type`;
  return [
    `This is for programs that synchronize: it says in \`result\` what it did. With \`external_ident\`, the record is that of the same \`external_ident\`, \`${type}\` and \`external_account_name\`; a source that is not sent has the defaults of \`${resource}.create\`. Without it, the record is the one with the same \`${resource}_nr\`.`,
    'If there is no such record, it is created, and fields that are not sent have the defaults of a create. Otherwise only the sent fields are changed. If the record has all the sent values already, the result is `unchanged`: it keeps its version, and `changes.list` does not show it.',
    'Many puts of the same record may run at the same time: one creates it, the others change it.',
    `It has no \`if_version\`: to change a record only if nobody else has, find it with \`${resource}.find\` and send \`${resource}.update\` with the version.`,
    'Fields that it does not know are refused, also those of the answer to a read.',
  ];
}

/** Rules of the searches `article.find` and `customer.find`. */
export function findRules(resource: 'article' | 'customer'): readonly string[] {
  return [
    `This is for programs that synchronize or import: one request looks for up to 1,000 values of one field, and reads a few fields of each record. Values are cleaned like the field (see [Fields](#fields)) and then compared byte for byte, as in \`${resource}.read\`; \`${resource}_ident\` is compared as it was sent.`,
    `The records are in the order of the values, the oldest one of a value first. Values without a record are left out. With \`${resource}_type\` or \`external_account_name\`, only records of that source are found; an empty \`external_account_name\` is the source without a name. An \`external_ident\` is unique only within its source: without both fields, records of all sources are found.`,
    'The answer has at most 10 records of each value. `exceeded` has the values with more records, and the number of records of each.',
    `If not all records fit into ${maxListSize}, or values have thousands of records, the answer covers only the first values. Then \`next\` is the index in \`values\` of the first value that is missing: send the values from there on again.`,
  ];
}
