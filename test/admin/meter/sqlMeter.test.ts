import { expect } from 'chai';
import { SqlMeter } from '../../../admin/meter/sqlMeter.ts';
import type { DatabaseReading } from '../../../observe/status/databaseReading.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { databaseEngine } from '../../support/databaseEngine.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { freePort } from '../../support/ports.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../support/privateDatabase.ts';
import { until } from '../../support/until.ts';

const administrator = [
  "CREATE USER IF NOT EXISTS 'admin'@'%' IDENTIFIED BY 'admin'",
  "GRANT ALL ON *.* TO 'admin'@'%'",
  "CREATE USER IF NOT EXISTS 'watcher'@'%' IDENTIFIED BY 'watcher'",
  "GRANT PROCESS ON *.* TO 'watcher'@'%'",
  "GRANT SELECT ON counterfoil.* TO 'watcher'@'%'",
];

describe('the meter of the database', () => {
  let own: OwnDatabase;
  let meter: SqlMeter;
  before(async () => {
    own = await newDatabase('sql_meter');
    await own.pool.raw('CREATE TABLE teas (id INT PRIMARY KEY)');
    meter = new SqlMeter(own.url);
  });
  after(async () => {
    await meter.close();
    await own.drop();
  });

  it('counts connections, and sees only its own without PROCESS', async () => {
    const { error, connections, seesAll, waits, isDiskFull } = await meter.measure(100);

    expect({ error, seesAll, waits, isDiskFull }).to.deep.equal({
      error: undefined,
      seesAll: false,
      waits: [],
      isDiskFull: false,
    });
    expect(connections?.used).to.be.within(1, connections?.max ?? 0);
  });

  it('names statements that wait for a locked table', async () => {
    const holder = await own.pool.transaction();
    await holder.raw('LOCK TABLES teas WRITE');
    const waiting = own.pool.raw('SELECT COUNT(*) FROM teas');
    waiting.catch(() => {});
    let reading: DatabaseReading = {};
    await until(async () => {
      reading = await meter.measure(100);
      return (reading.waits?.length ?? 0) > 0;
    });
    await holder.raw('UNLOCK TABLES');
    await holder.commit();
    await waiting;

    expect(reading.waits?.[0]).to.deep.include({ kind: 'table', statement: 'SELECT COUNT(*) FROM teas' });
  });

  it('names accounts, and none while their table is locked', async () => {
    await own.pool.raw('CREATE TABLE accounts (account_ident VARCHAR(30), name VARCHAR(255))');
    await own.pool.raw("INSERT INTO accounts VALUES ('acc_1', 'Muster GmbH'), ('acc_2', 'Tee & Co')");
    expect([...(await meter.namesOf(['acc_1', 'acc_none']))]).to.deep.equal([['acc_1', 'Muster GmbH']]);

    const holder = await own.pool.transaction();
    await holder.raw('LOCK TABLES accounts WRITE');
    expect([...(await meter.namesOf(['acc_1', 'acc_2'])).keys()]).to.deep.equal(['acc_1']);
    await holder.raw('UNLOCK TABLES');
    await holder.commit();
  });

  it('gives the code of the error instead of rejecting', async () => {
    const url = new URL(own.url);
    url.hostname = '127.0.0.1';
    url.port = `${await freePort()}`;
    const away = new SqlMeter(url.href);

    expect(await away.measure(100)).to.deep.equal({ error: 'ECONNREFUSED', isDiskFull: false });
    await away.close();
  });
});

describe('the meter of the database as an administrator (starts a server)', function () {
  this.timeout(60_000);
  let server: PrivateDatabase;
  let pool: Database;
  let meter: SqlMeter;
  before(async () => {
    // MySQL shows waits for rows in this schema only; MariaDB does not need it.
    const flags = databaseEngine === 'mysql' ? ['--performance-schema=ON'] : [];
    server = await startPrivateDatabase(administrator, flags, databaseEngine);
    pool = openDatabase(server.server.url, 5);
    await pool.raw('CREATE TABLE counts (id INT PRIMARY KEY, count INT)');
    await pool.raw('INSERT INTO counts VALUES (1, 0), (2, 0)');
    meter = new SqlMeter(server.urlAs('admin', '127.0.0.1'));
  });
  after(async () => {
    await meter?.close();
    await pool?.destroy();
    await server?.remove();
  });

  const write = (id: number) => ['UPDATE counts SET count = count + 1 WHERE id = ?', [id]] as const;

  /** Returns what a meter reads once a row has been held for two seconds, and the connection that holds it. */
  async function readWhileHeld(asked: SqlMeter): Promise<DatabaseReading & { readonly holder: number }> {
    const holder = await pool.transaction();
    await holder.raw(...write(1));
    const [[{ id }]] = await holder.raw('SELECT CONNECTION_ID() AS id');
    const over = new AbortController();
    // A wait ends after a second, as those of workers do; the next one begins at once.
    const waiting = (async () => {
      while (!over.signal.aborted) await pool.raw(...write(1)).catch(() => {});
    })();
    let reading: DatabaseReading = {};
    try {
      await until(async () => {
        reading = await asked.measure(600);
        return reading.blockers?.some((blocker) => blocker.id === id && blocker.seconds >= 2) === true;
      });
    } finally {
      over.abort();
      await holder.commit();
      await waiting;
    }
    return { ...reading, holder: id };
  }

  it('names the connection that holds a row, and the statement that waits for it', async () => {
    const { holder, seesAll, blockers, waits, transactions } = await readWhileHeld(meter);

    expect(seesAll).to.equal(true);
    expect(blockers?.map(({ id }) => id)).to.deep.equal([holder]);
    expect(blockers?.[0]?.isCertain).to.equal(true);
    expect(waits?.[0]).to.include({ kind: 'row' });
    expect(waits?.[0]?.statement).to.match(/^UPDATE counts SET/);
    expect(transactions?.map(({ id }) => id)).to.include(holder);
  });

  it('measures waits and transactions if the time zone of the database is not that of its system', async () => {
    const chief = openDatabase(server.urlAs('admin', '127.0.0.1'), 1);
    await chief.raw("SET GLOBAL time_zone = '+09:00'");
    const there = new SqlMeter(server.urlAs('admin', '127.0.0.1'));
    try {
      const { blockers = [], waits = [], transactions = [] } = await readWhileHeld(there);
      expect(transactions).not.to.have.length(0);
      for (const { seconds } of [...blockers, ...waits, ...transactions]) expect(seconds).to.be.within(0, 60);
    } finally {
      await there.close();
      await chief.raw('SET GLOBAL time_zone = DEFAULT');
      await chief.destroy();
    }
  });

  it('names a long transaction to a user who has the right PROCESS only', async () => {
    const watcher = new SqlMeter(server.urlAs('watcher', '127.0.0.1'));
    const holder = await pool.transaction();
    try {
      await holder.raw(...write(1));
      const [[{ id }]] = await holder.raw('SELECT CONNECTION_ID() AS id');

      await until(async () => {
        const { transactions = [] } = await watcher.measure(600);
        return transactions.some((transaction) => transaction.id === id);
      });
    } finally {
      await holder.commit();
      await watcher.close();
    }
  });

  it('counts deadlocks', async () => {
    const makeDeadlock = async () => {
      const both = await Promise.all([pool.transaction(), pool.transaction()]);
      await both[0].raw(...write(1));
      await both[1].raw(...write(2));
      await Promise.allSettled([both[0].raw(...write(2)), both[1].raw(...write(1))]);
      await Promise.allSettled(both.map((one) => one.rollback()));
    };

    await until(async () => {
      const [{ deadlocksPerSecond = 0 }] = await Promise.all([meter.measure(300), makeDeadlock()]);
      return deadlocksPerSecond > 0;
    });
  });
});
