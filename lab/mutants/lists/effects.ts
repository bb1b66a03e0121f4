import type { Mutant } from '../mutant.ts';

/** Each call has one effect, whatever fails, and its answer is true. */
export const effects: readonly Mutant[] = [
  {
    name: 'answer-before-commit',
    file: 'workers/database/pipeliningClient.ts',
    from: 'if (statement.sql !== rollback) return sendAll',
    to: `if (statement.sql === commit) {
      sendAll(connection, [...waiting, statement], this.config).catch(() => {});
      return Object.assign(statement, { response: later });
    }
    if (statement.sql !== rollback) return sendAll`,
    breaks: 'Writes are acknowledged that the database then does not commit.',
    killedBy: {
      'test/workers/sets/setRunner.unknownErrors.test.ts':
        'is an internal error when the inbox knows nothing of the call',
    },
  },
  {
    name: 'lost-commit-is-success',
    file: 'workers/database/pipeliningClient.ts',
    from: 'if (last.sql === commit && !errorKindOf(error).endsConnection) await rollBack(connection, config);',
    to: 'if (last.sql === commit) return Object.assign(last, { response: later });',
    breaks: 'A COMMIT whose answer is lost counts as done, also when it was not.',
    killedBy: {
      'test/workers/database/pipeliningClient.test.ts':
        "rejects with a broken connection when the commit's answer is lost [commit-first]",
    },
  },
  {
    name: 'lost-commit-is-failure',
    file: 'workers/sets/setRunner.ts',
    from: '(await this.storedReply(call)) ?? this.#failed(error, call)',
    to: 'this.#failed(error, call)',
    breaks: 'A write that was committed is answered as failed, so people do it again.',
    killedBy: {
      'test/workers/sets/setRunner.unknownErrors.test.ts':
        'is answered from the inbox when the call had run [status-500]',
    },
  },
  {
    name: 'commit-of-a-dead-worker-missed',
    file: 'workers/stores/inbox.ts',
    from: '.forShare()',
    to: '',
    breaks: 'A write is answered as failed while the server still commits it.',
    killedBy: {
      'test/workers/sets/setRunner.unknownErrors.test.ts':
        'waits for a transaction that the server may still commit after its worker died',
    },
  },
  {
    name: 'inbox-forgotten',
    file: 'workers/sets/setRunner.ts',
    from: '    await stores.inbox.record(replies);\n',
    to: '',
    breaks: 'A call that is delivered twice has two effects.',
    killedBy: {
      'test/workers/sets/setRunner.test.ts':
        'runs a call once for any number of deliveries, with the same answer [one-effect]',
    },
  },
  {
    name: 'inbox-outside-of-the-transaction',
    file: 'workers/sets/setRunner.ts',
    from: 'await stores.inbox.record(replies);',
    to: 'await new Stores(database).inbox.record(replies);',
    breaks: 'A write that was rolled back is answered as done.',
    killedBy: {
      'test/workers/sets/setRunner.unknownErrors.test.ts':
        'is an internal error when the inbox knows nothing of the call',
    },
  },
  {
    name: 'key-ignored',
    file: 'shared/wire/call.ts',
    from: 'return key ?? id;',
    to: 'return id;',
    breaks: 'A repeat with the same Idempotency-Key runs again.',
    killedBy: {
      'test/gateway/http/idempotency.test.ts':
        'gives the first answer again, byte for byte, through any gateway [key-repeat]',
    },
  },
  {
    name: 'key-with-another-body',
    file: 'workers/stores/inbox.ts',
    from: 'row.fingerprint !== (call.fingerprint ?? null)',
    to: 'false',
    breaks: 'A new request with a used key gets the answer to another request, and is not run.',
    killedBy: { 'test/gateway/http/idempotency.test.ts': 'is refused for ${what} [key-reused]' },
  },
  {
    name: 'key-of-all-apps',
    file: 'gateway/requests/idempotency.ts',
    from: 'return digest(`${appId}:${key}`);',
    to: 'return digest(key);',
    breaks: 'Two apps of an account that choose the same key get answers of each other.',
    killedBy: {
      'test/gateway/http/idempotency.keys.test.ts': 'of another app of the account is another key',
    },
  },
  {
    name: 'key-forgotten-too-soon',
    file: 'shared/wire/call.ts',
    from: 'inboxTtlHours = { withKey: 25,',
    to: 'inboxTtlHours = { withKey: 23,',
    breaks: 'A repeat after 24 hours runs again.',
    killedBy: {
      'test/workers/stores/inbox.test.ts':
        'keeps calls with a key for 25 hours and the others of their set for one [key-repeat]',
    },
  },
  {
    name: 'purge-of-young-rows',
    file: 'workers/stores/inbox.ts',
    from: 'FROM inbox WHERE date_expires < UTC_TIMESTAMP()',
    to: 'FROM inbox WHERE date_expires < UTC_TIMESTAMP() + INTERVAL 1 HOUR',
    breaks: 'Answers are removed while clients may still repeat, and repeats run again.',
    killedBy: { 'test/workers/maintenance/purge.test.ts': 'keeps what expires in a minute' },
  },
  {
    name: 'batch-entries-with-one-key',
    file: 'gateway/requests/idempotency.ts',
    from: 'key: entryKey(key, index)',
    to: 'key: key.slice(0, 22)',
    breaks: 'Of equal entries of a batch with a key, only one is done.',
    killedBy: { 'test/gateway/batch/batch.keys.test.ts': 'of the request differ by the index of the entry' },
  },
  {
    name: 'deadlock-not-retried',
    file: 'shared/runtime/databaseErrors.ts',
    from: 'ER_LOCK_DEADLOCK: deadlock,',
    to: "ER_LOCK_DEADLOCK: { reason: 'deadlock', ...slow },",
    breaks: 'Calls fail because two transactions met.',
    killedBy: {
      'test/workers/sets/setRunner.retries.test.ts':
        'a set of ${size} after ${what}, with one effect [one-effect]',
    },
  },
  {
    name: 'replies-swapped',
    file: 'workers/sets/callOutcome.ts',
    from: 'const outcome = outcomeOf(call);',
    to: 'const outcome = outcomeOf(calls[calls.length - 1 - calls.indexOf(call)] as Call);',
    breaks: 'Clients get the answers to calls of others.',
    killedBy: { 'test/workers/sets/setRunner.test.ts': 'answers each call of a set in its place' },
  },
  {
    name: 'two-writes-of-a-record-in-a-set',
    file: 'workers/sets/conflictFilter.ts',
    from: '    if (this.#used.has(key) || (record !== undefined && this.#used.has(record))) return false;\n',
    to: '',
    breaks: 'Of two updates of a record at the same time, one is lost.',
    killedBy: {
      'test/workers/sets/coalescer.test.ts':
        'runs one call for each record in a writing set, the others later and in order',
    },
  },
  {
    name: 'refused-atomic-batch-done-in-part',
    file: 'workers/sets/setRunner.ts',
    from: '      if (isAtomic && isRefused(replies)) throw new Undone(replies);\n',
    to: '',
    breaks: 'The entries of an atomic batch before the refused one are done.',
    killedBy: {
      'test/operations/customer.batch.test.ts':
        'does nothing if one entry is refused, and says which and why [batch-atomic]',
    },
  },
  {
    name: 'undone-batch-forgotten',
    file: 'workers/sets/setRunner.ts',
    from: '    await database.transaction((transaction) => new Inbox(transaction).record(replies));\n',
    to: '',
    breaks: 'A repeat of an atomic batch that was refused is done, and its client got two answers.',
    killedBy: {
      'test/operations/customer.batch.test.ts':
        'answers a repeat of a refused batch as before, whatever has changed since',
    },
  },
  {
    name: 'atomic-batches-share-a-set',
    file: 'workers/sets/conflictFilter.ts',
    from: '    if (isAtomic && this.#used.size > 0) return false;\n',
    to: '',
    breaks: 'Of atomic batches that run together, only the first one is done, and answers all.',
    killedBy: { 'test/workers/sets/conflicts.test.ts': 'have one call each if the operation is atomic' },
  },
  {
    name: 'used-key-of-a-batch-accepted',
    file: 'gateway/batch/callEntries.ts',
    from: '  if (reply.code === keyReused.code) return keyReused;\n',
    to: '',
    breaks: 'A second batch with the key of another one is run in part.',
    killedBy: {
      'test/gateway/batch/batch.keys.test.ts':
        'of the request refuse another batch of any length, without any effect',
    },
  },
  {
    name: 'client-repeats-with-another-key',
    file: 'client/call.ts',
    from: "{ 'Idempotency-Key': key }",
    to: "{ 'Idempotency-Key': crypto.randomUUID() }",
    breaks: 'A write whose answer the client has lost is done twice.',
    killedBy: {
      'test/client/repeats.test.ts': 'repeats a write after ${status} with the same key and body',
    },
  },
];
