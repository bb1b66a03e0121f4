import type { Mutant } from '../mutant.ts';

/** Amounts, dates and imported files are right to the last digit and row. */
export const values: readonly Mutant[] = [
  {
    name: 'gross-price-rounded-down',
    file: 'workers/operationHelpers/storedValues.ts',
    from: 'Big.roundHalfUp',
    to: 'Big.roundDown',
    breaks: 'Gross prices are too low by the last digit.',
    killedBy: {
      'test/operations/article.read.amounts.test.ts':
        'answers with the gross price ${gross} of ${net} at ${rate} %',
    },
  },
  {
    name: 'dates-in-utc',
    file: 'workers/stores/time.ts',
    from: '    timeZone,\n',
    to: "    timeZone: 'UTC',\n",
    breaks: 'Records that were created at night have the date of the day before.',
    killedBy: { 'test/operations/article.read.test.ts': "answers the day in the account's time zone" },
  },
  {
    name: 'import-recorded-without-an-answer',
    file: 'importer/importRows.ts',
    from: 'await importer.run(inputs, batch)',
    to: "await importer.run(inputs, batch).catch(() => inputs.map(() => ({ kind: 'created', ident: '' }) as const))",
    breaks: 'An import counts rows as created that no service has got.',
    killedBy: {
      'test/importer/importRows.test.ts': 'are recorded as done only if they were answered [import-outage]',
    },
  },
  {
    name: 'import-with-new-keys',
    file: 'importer/importRows.ts',
    from: 'key: `${runId}.${batch.number}`',
    to: 'key: `${runId}.${batch.number}.${Date.now()}`',
    breaks: 'An import that was killed does some of its rows again.',
    killedBy: {
      'test/importer/importRows.test.ts':
        'are sent with the same keys in every run, and not if they are done [import-resumed]',
    },
  },
  {
    name: 'refused-rows-not-written',
    file: 'importer/journal/runRecord.ts',
    from: '    for (const { result, file } of results) await file.append(result.linesOf(handled));\n',
    to: '',
    breaks: 'Rows that an import refuses are gone without a trace.',
    killedBy: {
      'test/importer/import.refused.test.ts':
        'are written to a file with reasons, which can be fixed and imported',
    },
  },
  {
    name: 'imported-prices-rounded-down',
    file: 'importer/mapping/completeRecord.ts',
    from: '.round(4, Big.roundHalfUp)',
    to: '.round(4, Big.roundDown)',
    breaks: 'Net prices that an import computes are too low by the last digit.',
    killedBy: {
      'test/importer/mapping/mappingFile.test.ts': 'computes net prices with four decimals, rounded half up',
    },
  },
  {
    name: 'term-of-another-account',
    file: 'workers/operationHelpers/creating.ts',
    from: 'accountOf(call.account).term_of_credit',
    to: 'accountOf((calls[0] as CustomerCall).account).term_of_credit',
    breaks: 'Customers get the term of credit of the first account of their set.',
    killedBy: {
      'test/operations/customer.create.test.ts': "sets each account's term of credit within one set",
    },
  },
  {
    name: 'time-of-an-update-not-stored',
    file: 'workers/operationHelpers/updating.ts',
    from: '+ 1, date_updated };',
    to: '+ 1, date_updated: before.date_updated };',
    breaks: 'Programs that ask for what was updated since yesterday miss it.',
    killedBy: { 'test/operations/article.update.test.ts': 'writes the sent fields only, and the time' },
  },
  {
    name: 'index-not-named',
    file: 'workers/stores/scope.ts',
    from: "return database.from(database.raw('?? force index (??)', [table, index]));",
    to: 'return database.from(table);',
    breaks: 'Look-ups read all records of an account, as long as the statistics are old.',
    killedBy: {
      'lab/bounds/bounds.slow.test.ts':
        '${measurement.name}: at most ${boundOf(measurement)} for ${measurement.items}',
    },
  },
  {
    name: 'accounts-joined-first',
    file: 'workers/stores/scope.ts',
    from: 'straight_join accounts force index (PRIMARY) on',
    to: 'join accounts on',
    breaks: 'A set with calls of two accounts reads all records of both.',
    killedBy: {
      'lab/bounds/bounds.slow.test.ts':
        '${measurement.name}: at most ${boundOf(measurement)} for ${measurement.items}',
    },
  },
  {
    name: 'much-read-beside-others',
    file: 'workers/sets/setRunner.ts',
    from: 'mayBeExpensive: isAtomic || isOfOneAccount,',
    to: 'mayBeExpensive: true,',
    breaks: 'Calls of all accounts wait for one that counts millions of records.',
    killedBy: {
      'test/workers/sets/expensiveCalls.test.ts':
        'runs apart from the calls of other accounts: ${method} ${what}',
    },
  },
  {
    name: 'equal-values-without-limit',
    file: 'workers/stores/holders.ts',
    from: '\n      .limit(2),',
    to: ',',
    breaks: '`validate` reads all records that have the value.',
    killedBy: {
      'lab/bounds/bounds.slow.test.ts':
        '${measurement.name}: at most ${boundOf(measurement)} for ${measurement.items}',
    },
  },
  {
    name: 'statement-without-measurement',
    file: 'workers/stores/hits.ts',
    from: '  /** Returns the idents of at most',
    to: "  async all() {\n    await this.#database('articles');\n  }\n\n  /** Returns the idents of at most",
    breaks: 'A new statement may read any number of rows.',
    killedBy: {
      'lab/bounds/bounds.slow.test.ts': 'are measured for every statement of the stores [costs-apart]',
    },
  },
];
