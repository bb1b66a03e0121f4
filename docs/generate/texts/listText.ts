import { expiredCursor } from './exampleRecords.ts';

/** Rules of all lists, with the parts in which they differ. */
interface ListWords {
  readonly records: string;
  readonly filters: string;
  /** The fields that a search compares, whatever the case, and letter by letter. */
  readonly ignoringCase: string;
  readonly letterByLetter: string;
}

/** The rules of a list. */
export function listRules({ records, filters, ignoringCase, letterByLetter }: ListWords): readonly string[] {
  const exact = letterByLetter && `, or whose ${letterByLetter} begins with it in the same case`;
  return [
    `\`filter\`: ${filters} Values are cleaned like the field (see [Fields](#fields)) and then compared byte for byte. \`updated_from\` and \`updated_to\` are times in UTC, both included. To keep a copy up to date with them, begin each time one minute before the last \`date_updated\` that you have, and skip what you know by its \`version\`: a change is visible within a minute of its \`date_updated\`, which never goes back, whatever clock is stepped. Deleted records are only in \`changes.list\`. Other fields are refused by name, such as \`filter.date_created\`.`,
    `\`search\` finds ${records} whose ${ignoringCase} begins with this text, in upper or lower case${exact}. \`%\` and \`_\` have no special meaning.`,
    'With several filters, or a search beside them, all of them hold.',
    `Pages are in order of creation, the oldest first, whatever the filter. A page has at most \`limit\` records, and 512 KiB of them. It may be shorter, even empty, since a page looks at 5,000 ${records} at most: only \`"cursor": null\` is the end. Nothing is left out.`,
    `A cursor is opaque and signed. It belongs to its operation, account, \`filter\` and \`search\`, and holds for 24 hours; \`limit\` may change from page to page.`,
    `A list has everything that was acknowledged before its first page was sent. While it goes on, ${records} may be created, changed and deleted: those that exist, and are found, all the time are in it exactly once. One that is created meanwhile may be in it or not.`,
  ];
}

/** Refusals of a list's cursor. */
export const refusedCursors = {
  cursor_invalid: { request: { cursor: 'changed' }, data: null },
  cursor_expired: { request: { cursor: expiredCursor }, data: null },
} as const;
