import { expect } from 'chai';
import { SqlMeter } from '../../../admin/meter/sqlMeter.ts';
import type { DatabaseReading } from '../../../observe/status/databaseReading.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { databaseEngine } from '../../support/databaseEngine.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../support/privateDatabase.ts';
import { until } from '../../support/until.ts';

const users = [
  "CREATE USER IF NOT EXISTS 'admin'@'%' IDENTIFIED BY 'admin'",
  "GRANT ALL ON *.* TO 'admin'@'%'",
  "CREATE USER IF NOT EXISTS 'replica'@'%' IDENTIFIED BY 'replica'",
  "GRANT REPLICATION SLAVE ON *.* TO 'replica'@'%'",
];

/** MySQL names the command of such a replica `Binlog Dump GTID`, MariaDB `Binlog Dump`. */
const replication = {
  mariadb: {
    flags: [],
    follow: (port: string) => `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port},
      MASTER_USER = 'replica', MASTER_PASSWORD = 'replica', MASTER_USE_GTID = slave_pos`,
    start: 'START SLAVE',
    stop: 'STOP SLAVE',
  },
  mysql: {
    flags: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
    follow: (port: string) => `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port},
      SOURCE_USER = 'replica', SOURCE_PASSWORD = 'replica', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
    start: 'START REPLICA',
    stop: 'STOP REPLICA',
  },
}[databaseEngine];

describe('the meter of a database with a replica (starts two servers)', function () {
  this.timeout(60_000);
  let source: PrivateDatabase;
  let replica: PrivateDatabase;
  let pool: Database;
  let ofReplica: Database;
  before(async () => {
    const start = (id: number) =>
      startPrivateDatabase(users, [`--server-id=${id}`, '--log-bin', ...replication.flags], databaseEngine);
    source = await start(1);
    replica = await start(2);
    pool = openDatabase(source.urlAs('admin', '127.0.0.1'), 3);
    ofReplica = openDatabase(replica.urlAs('admin', '127.0.0.1'), 1);
    await pool.raw('CREATE TABLE teas (id INT PRIMARY KEY)');
    await ofReplica.raw(replication.follow(new URL(source.server.url).port));
    await ofReplica.raw(replication.start);
  });
  after(async () => {
    await ofReplica?.raw(replication.stop);
    await ofReplica?.destroy();
    await pool?.destroy();
    await replica?.remove();
    await source?.remove();
  });

  const isReplicating = async () => {
    const [rows] = await pool.raw(
      "SELECT 1 FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'",
    );
    return rows.length > 0;
  };

  it('takes its replication for neither a holder of locks nor a load', async () => {
    await until(isReplicating);
    const meter = new SqlMeter(source.urlAs('admin', '127.0.0.1'));
    const holder = await pool.transaction();
    await holder.raw('LOCK TABLES teas WRITE');
    const waiting = pool.raw('SELECT COUNT(*) FROM teas');
    waiting.catch(() => {});
    let reading: DatabaseReading = {};
    try {
      await until(async () => {
        reading = await meter.measure(100);
        return (reading.waits?.length ?? 0) > 0;
      });
    } finally {
      await holder.raw('UNLOCK TABLES');
      await holder.commit();
      await waiting;
      await meter.close();
    }

    expect(await isReplicating()).to.equal(true);
    expect(reading.blockers).to.deep.equal([]);
    expect(reading.running?.others).to.equal(0);
  });
});
