import type { Mutant } from '../mutant.ts';

/** Readers of changes and lists miss nothing, and see nothing of others. */
export const changes: readonly Mutant[] = [
  {
    name: 'change-not-recorded',
    file: 'workers/stores/recordStore.ts',
    from: '    this.changeWriter.noteUpdates(this.table.resource, rows, fieldsOf);\n',
    to: '',
    breaks: 'Readers of changes.list never hear of an update.',
    killedBy: {
      'test/workers/changes/everyWrite.test.ts':
        '${name} lists what it changes in the tables [changes-complete]',
    },
  },
  {
    name: 'version-changed-by-an-address-unnoticed',
    file: 'workers/operationHelpers/addressChanges.ts',
    from: '  await customers.overwrite([...rows.values()], () => [addressesField]);\n',
    to: '',
    breaks: 'A change of an address leaves the version of its customer as it was.',
    killedBy: {
      'test/operations/changes.list.test.ts': 'lists the customer whose version changes with an address',
    },
  },
  {
    name: 'history-not-written',
    file: 'workers/sets/setRunner.ts',
    from: '    await stores.recordHistory();\n',
    to: '',
    breaks: 'Nobody learns who changed a record.',
    killedBy: {
      'test/operations/article.history.test.ts':
        'lists who changed which fields, with old and new values, the newest change first',
    },
  },
  {
    name: 'history-skips-changes',
    file: 'workers/operationHelpers/historyReads.ts',
    from: 'const last = rows[entries.length - 1];',
    to: 'const last = rows[entries.length];',
    breaks: 'A page of history begins one change too late.',
    killedBy: { 'test/operations/article.history.test.ts': 'lists all changes once, page by page' },
  },
  {
    name: 'erasure-forgets-addresses',
    file: 'workers/stores/erasures.ts',
    from: "new Set(['customer.update', 'address.update'])",
    to: "new Set(['customer.update'])",
    breaks: 'The address of an erased customer stays in stored answers.',
    killedBy: {
      'test/operations/customer.delete.erase.test.ts':
        'leaves no value of the customer and its addresses in any table and in Redis [customer-erased]',
    },
  },
  {
    name: 'cursor-over-a-gap',
    file: 'workers/stores/changeReader.ts',
    from: 'if (first > next || listed.length >= limit) break;',
    to: 'if (listed.length >= limit) break;',
    breaks: 'A cursor passes a change that the reader has not seen.',
    killedBy: {
      'test/operations/changes.list.test.ts':
        'fails, and skips nothing, while a change is missing [changes-complete]',
    },
  },
  {
    name: 'cursor-ahead',
    file: 'workers/operations/changes.list.ts',
    from: 'if (last) outcomes.set(call, answer(call, wantedOf(call, list), last.position));',
    to: 'if (last) outcomes.set(call, answer(call, wantedOf(call, list), lastOf(call, state)));',
    breaks: 'A cursor passes the changes that did not fit into the answer.',
    killedBy: {
      'test/operations/changes.list.test.ts':
        'answers pages of `limit` changes, also within the changes of one transaction',
    },
  },
  {
    name: 'change-after-commit',
    file: 'workers/stores/changeWriter.ts',
    from: '    await this.#advance(noted);\n',
    to: "    await this.#database.raw('COMMIT; BEGIN');\n    await this.#advance(noted);\n",
    breaks: 'A worker that dies between two commits leaves a record whose change nobody hears of.',
    killedBy: {
      'test/workers/sets/setRunner.unknownErrors.test.ts':
        'leaves no record without its change: both are committed together [changes-complete]',
    },
  },
  {
    name: 'change-read-before-it-is-durable',
    file: 'workers/operations/changes.list.ts',
    from: '  if ([...outcomes].some(isNews)) await changeReader.makeDurable();\n',
    to: '',
    breaks: 'After a power failure of the database, a reader has passed a position that is given again.',
    killedBy: {
      'test/operations/changes.list.test.ts': 'makes what it answers durable first [changes-complete]',
    },
  },
  {
    name: 'changes-of-all-accounts',
    file: 'workers/stores/changeReader.ts',
    from: '      .where({ account_id: account })\n      .whereBetween',
    to: '      .whereBetween',
    breaks: 'An account reads the changes of others.',
    killedBy: {
      'test/operations/changes.list.accounts.test.ts': 'lists nothing of another account [account-apart]',
    },
  },
  {
    name: 'expired-cursor-accepted',
    file: 'workers/stores/changePurge.ts',
    from: '.update({ purged_position: position });',
    to: '.update({ purged_position: 0 });',
    breaks: 'A reader that comes too late is not told that changes were removed.',
    killedBy: {
      'test/workers/maintenance/changePurge.test.ts':
        'removes changes of more than 30 days, after which older cursors are refused [changes-expired]',
    },
  },
  {
    name: 'restore-keeps-cursors',
    file: 'admin/backup/restore.ts',
    from: '    await new ChangeReader(database).expireCursors();\n',
    to: '',
    breaks: 'After a restore, cursors from before skip the changes that get the same positions.',
    killedBy: {
      'test/deployment/backup.tls.slow.test.ts':
        'backs up and restores with the authority of DATABASE_CA_FILE, and lets all cursors expire [changes-expired]',
    },
  },
  {
    name: 'cursor-signature-unchecked',
    file: 'shared/contract/keys/cursors.ts',
    from: 'isSame(cursor, signedCursor(key, scope, content))',
    to: 'cursor.length === signedCursor(key, scope, content).length',
    breaks: 'A cursor of another account, or one that was made up, is accepted.',
    killedBy: {
      'test/operations/changes.list.test.ts': 'refuses what is not a cursor of this operation and account',
      'test/operations/article.list.test.ts':
        '${method} refuses cursors of other lists, accounts and filters, changed ones and old ones',
    },
  },
  {
    name: 'page-begins-with-the-last-record',
    file: 'workers/stores/lists/lists.ts',
    from: 'return { sql: `${ident} ${sign} ?`',
    to: 'return { sql: `${ident} ${sign}= ?`',
    breaks: 'A record is on two pages of a list.',
    killedBy: {
      'test/operations/article.list.test.ts':
        '${method} gives all records page by page, in order of creation, none of another account',
    },
  },
  {
    name: 'query-answers-by-former-words',
    file: 'workers/operationHelpers/lists/ranking.ts',
    from: 'next, isMeant, ',
    to: 'next, isMeant: isMeant && (() => true), ',
    breaks: 'A query answers a record by a name that it no longer has.',
    killedBy: {
      'test/operations/lists.query.test.ts':
        'answer a record as it is now: changed and deleted ones are not found by what they were [query-current]',
    },
  },
  {
    name: 'deleted-addresses-not-recorded',
    file: 'workers/stores/customers.ts',
    from: "    this.changeWriter.noteRows('deleted', 'address', addresses);\n",
    to: '',
    breaks: 'Readers of changes.list keep the addresses of a deleted customer.',
    killedBy: {
      'test/operations/changes.list.test.ts':
        'lists the address that a customer is created with, and all addresses that are deleted with it',
    },
  },
  {
    name: 'cursor-of-a-list-without-end',
    file: 'shared/contract/keys/cursors.ts',
    from: "return now >= expiresAt * 1_000 ? 'cursor_expired' : { position };",
    to: "return expiresAt ? { position } : 'cursor_expired';",
    breaks: 'A list goes on after more than a day, over records that have changed since.',
    killedBy: {
      'test/operations/article.list.test.ts':
        '${method} refuses cursors of other lists, accounts and filters, changed ones and old ones',
    },
  },
  {
    name: 'lost-change-unverified',
    file: 'admin/verify/dataChecks.ts',
    from: 'HAVING COALESCE(SUM(size), 0) <> last_position - purged_position\n        OR ',
    to: 'HAVING ',
    breaks: 'A backup that lacks changes is found to be good.',
    killedBy: { 'test/admin/verify.changes.slow.test.ts': 'finds a missing one, wherever it is' },
  },
];
