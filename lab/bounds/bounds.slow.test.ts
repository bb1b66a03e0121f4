import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { databaseEngine } from '../../test/support/databaseEngine.ts';
import { startPrivateDatabase } from '../../test/support/privateDatabase.ts';
import { Running } from '../../test/support/running.ts';
import type { Reading } from './measure.ts';
import { boundOf } from './measurement.ts';
import { registry } from './registry.ts';
import { isWhole, records } from './scale.ts';
import { unmeasured } from './unmeasured.ts';

/** A user who may write the server's statistics. */
const chief = 'chief';
const rights = [
  `CREATE USER ${chief}@'127.0.0.1' IDENTIFIED BY '${chief}'`,
  `GRANT ALL ON *.* TO ${chief}@'127.0.0.1'`,
];
/** Flags of a server without syncs: data that a power cut takes away are filled in again. */
const flags = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-buffer-pool-size=1G',
];

/**
 * MySQL reads the index of words as a whole while its statistics say that the table is empty: no hint prevents it for an index that
 * has all columns. It counts the rows again within seconds.
 */
const readWhileEmpty = [
  'wordSearch.count: words of half of the account',
  'customer.list (4): 256 calls of two accounts',
];
const isExcused = ({ name, statistics, error }: Reading) =>
  databaseEngine === 'mysql' &&
  statistics === 'of empty tables' &&
  readWhileEmpty.includes(name) &&
  error === undefined;

describe(`the rows that statements read, beside an account with ${records} records`, () => {
  let readings: readonly Reading[];
  let withoutBound: readonly string[];
  before(async function () {
    this.timeout(records * 100);
    const server = await startPrivateDatabase(rights, flags, databaseEngine);
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bounds-'));
    try {
      const file = path.join(folder, 'readings.json');
      const line = ['--import', 'tsx', 'lab/bounds/measure.ts', server.urlAs(chief, '127.0.0.1'), file];
      const { code, stderr } = await new Running(process.execPath, line, {
        env: {
          NODE_V8_COVERAGE: path.join(folder, 'coverage'),
          ...(isWhole && { BOUNDS_RECORDS: `${records}` }),
        },
      }).ended;
      expect(code, stderr).to.equal(0);
      withoutBound = unmeasured('workers/stores', path.join(folder, 'coverage'));
      readings = JSON.parse(await readFile(file, 'utf8'));
    } finally {
      await rm(folder, { recursive: true });
      await server.remove();
    }
  });

  for (const measurement of registry.filter(({ exception }) => exception === undefined))
    it(`${measurement.name}: at most ${boundOf(measurement)} for ${measurement.items}`, () => {
      const its = readings.filter(({ name }) => name === measurement.name);

      const beyond = its
        .filter(({ rows, bound, error }) => error !== undefined || rows > bound)
        .filter((reading) => !isExcused(reading));

      expect(its.length).to.be.above(0);
      expect(beyond, JSON.stringify(beyond)).to.be.empty;
    });

  it('are measured without an error, also where there is no limit', () => {
    const failed = readings.filter(({ error }) => error !== undefined);

    expect(failed, JSON.stringify(failed)).to.be.empty;
  });

  it('are measured for every statement of the stores [costs-apart]', () => {
    expect(withoutBound, 'add a measurement that runs them in lab/bounds/statements/').to.deep.equal([]);
  });
});
