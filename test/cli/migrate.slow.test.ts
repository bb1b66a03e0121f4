// @early: one of the slowest.

import { execPath } from 'node:process';
import { expect } from 'chai';
import { migrationStatus } from '../../migrations/migrations.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { workerSettings } from '../support/cluster.ts';
import { compiled, expectError, jsonOf, run } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { openRedis } from '../support/openRedis.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { freePort } from '../support/ports.ts';
import { type Ended, Running } from '../support/running.ts';
import { redisUrl } from '../support/servers.ts';

describe('counterfoil migrate (starts commands)', () => {
  let own: OwnDatabase;
  let names: readonly string[];
  let folder: string;
  before(async () => {
    folder = await emptyFolder();
    own = await newDatabase('migrate_test');
    names = (await migrationStatus(own.pool)).pending;
  });
  after(cleanUp);
  after(() => own.drop());

  const settings = () => ({ DATABASE_URL: own.url, REDIS_URL: redisUrl(15), COUNTERFOIL_DATA_DIR: folder });
  const counterfoil = (...parameters: string[]) => runHosted(parameters, settings());
  /** Runs a command that starts a role, which ends with its process. */
  const process = async (command: string) =>
    run(command.split(' '), { env: { ...settings(), PORT: `${await freePort()}` } });

  /** Answers the question that it asks on a terminal. */
  async function counterfoilInTerminal(command: string, answer: string): Promise<Ended> {
    await compiled();
    const env = settings();
    const line = `exec ${execPath} cli/counterfoil.js ${command}`;
    const script = ['--quiet', '--command', line, '/dev/null'];
    return new Running('script', script, { env, input: `${answer}\n` }).ended;
  }

  for (const command of ['account list', 'worker article'])
    it(`is what ${command} asks for on an empty database`, async () => {
      const ended = await process(command);

      expectError(withoutLog(ended), /^the database lacks 0001_initial.*: run `counterfoil migrate up`$/);
    });

  it('status reports pending migrations, with exit code 1', async () => {
    const { code, stdout, stderr } = await counterfoil('migrate', 'status', '--json');

    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).to.deep.equal({ done: [], pending: names, unknown: [] });
  });

  it('runs what is pending, once', async () => {
    const [first, second] = [await counterfoil('migrate'), await counterfoil('migrate', 'up', '--json')];

    expect(first).to.include({ code: 0, stderr: '', stdout: `Migrated: ${names.join(', ')}\n` });
    expect(jsonOf(second)).to.deep.equal({ done: [] });
    expect(await migrationStatus(own.pool)).to.deep.equal({ done: names, pending: [], unknown: [] });
    expect(await counterfoil('migrate', 'status')).to.include({ code: 0, stderr: '' });
  });

  it('down refuses where nobody can be asked', async () => {
    expectError(await counterfoil('migrate', 'down'), /^Undo \S+ and delete .* Add --yes to confirm\.$/);

    expect(await migrationStatus(own.pool)).to.deep.include({ pending: [] });
  });

  it('down refuses while a worker runs', async () => {
    const worker = await startWorker(
      ['article'],
      { ...workerSettings(15), databaseUrl: own.url },
      ignoreEvents,
    );
    const ended = await counterfoil('migrate', 'down', '--yes');
    await worker.stop();

    expectError(ended, /^workers run \(article, article\.bulk\): stop them first$/);
    expect(await migrationStatus(own.pool)).to.deep.include({ pending: [] });
    const redis = openRedis(15);
    await redis.flushdb();
    redis.disconnect();
  });

  it('down asks a person', async () => {
    for (const { answer, left } of [
      { answer: 'no', left: names },
      { answer: 'yes', left: names.slice(0, -1) },
    ]) {
      await counterfoilInTerminal(`migrate down`, answer);

      expect((await migrationStatus(own.pool)).done).to.deep.equal(left);
    }
    await counterfoil('migrate', 'up');
  });

  it('up refuses beside another migration, and unlock releases the lock of one that was killed', async () => {
    await own.pool('knex_migrations_lock').update({ is_locked: 1 });

    expectError(await counterfoil('migrate', 'up'), /^another migration is running; .*migrate unlock`$/);
    expectError(await counterfoil('migrate', 'down', '--yes'), /^another migration is running;/);
    expect(jsonOf(await counterfoil('migrate', 'unlock', '--yes', '--json'))).to.deep.equal({
      unlocked: true,
    });
    expect(await counterfoil('migrate', 'unlock', '--yes')).to.include({ stdout: 'There was no lock.\n' });
    expect(await counterfoil('migrate', 'up')).to.include({ code: 0, stderr: '' });
  });

  it('reports no SQL when the database refuses a statement', async () => {
    const other = await newDatabase('migrate_refused');
    await other.pool.raw('CREATE TABLE accounts (id INT)');
    const ended = await runHosted(['migrate', 'up'], { ...settings(), DATABASE_URL: other.url });
    await other.drop();

    expectError(ended, /^the database rejected a statement \(ER_TABLE_EXISTS_ERROR\)$/);
  });

  it('down takes the last migration back', async () => {
    const last = names.at(-1);

    expect(jsonOf(await counterfoil('migrate', 'down', '--yes', '--json'))).to.deep.equal({ undone: [last] });

    expect(await migrationStatus(own.pool)).to.deep.include({ pending: [last] });
  });

  describe('on a database that is newer than the code', () => {
    before(async () => {
      await counterfoil('migrate', 'up');
      await own.pool('knex_migrations').insert({ name: '9999_future', batch: 9, migration_time: new Date() });
    });

    it('status reports it', async () => {
      const { code, stdout } = await counterfoil('migrate', 'status');

      expect(code).to.equal(0);
      expect(stdout).to.match(/^unknown +9999_future/m);
    });

    for (const command of ['migrate up', 'up', 'worker article', 'account list'])
      it(`${command} refuses`, async () => {
        const ended = await process(command);

        expectError(
          withoutLog(ended),
          /^the database is newer than this version of Counterfoil \(it has 9999_future\)/,
        );
      });
  });
});

/** A role logs where it serves its health before it looks at the database. */
function withoutLog(ended: Ended): Ended {
  return { ...ended, stdout: ended.stdout.replace(/^\{.*"event":"metrics_served".*\}\n/, '') };
}
