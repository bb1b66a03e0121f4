import { expect } from 'chai';
import { SqlMeter } from '../../admin/sqlMeter.ts';
import type { DatabaseReading } from '../../observe/status/databaseReading.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';

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

  it('gives the code of the error instead of rejecting', async () => {
    const url = new URL(own.url);
    url.hostname = '127.0.0.1';
    url.port = `${await freePort()}`;
    const away = new SqlMeter(url.href);

    expect(await away.measure(100)).to.deep.equal({ error: 'ECONNREFUSED' });
    await away.close();
  });
});
