import { expect } from 'chai';
import type { Knex } from 'knex';
import { secretKeyOf } from '../../../shared/secrets/keyRing.ts';
import type { Database } from '../../../workers/database/database.ts';
import { expectError, jsonOf } from '../../support/command.ts';
import { KeyedService, newKey, statusOf } from '../../support/keyedService.ts';
import { until } from '../../support/until.ts';

describe('counterfoil key rotate, when it is killed, (starts commands)', function () {
  this.timeout(240_000);
  const [former, next] = [newKey(), newKey()];
  const ids = { former: secretKeyOf(former).id, next: secretKeyOf(next).id };
  let service: KeyedService;
  let pool: Database;
  beforeEach(async () => {
    service = await KeyedService.start('keys_rotate');
    pool = service.database.pool;
  });
  afterEach(() => service.remove());

  const rotate = () => service.command([next, former], 'key', 'rotate', '--json');
  it('refuses a third key while the first one is still needed, and gateways and commands refuse to do without it', async () => {
    const app = await service.createApp(former);
    await service.createApps(300, former);
    await killedInTheMiddle();
    const third = newKey();
    const required = new RegExp(
      `still need the former key \\(key id ${ids.former}\\): set COUNTERFOIL_FORMER_SECRET_KEY`,
    );

    expectError(await service.command([third, next], 'key', 'rotate'), required);
    expectError(await service.command([next], 'app', 'rotate', app.app_id), required);
    await service.startWorker();
    const { stderr } = await (await service.launchGateway(next)).running.ended;
    expect(stderr).to.match(required);
  });

  it('continues after a kill before, during and after the encryption of the secrets [key-rotation]', async () => {
    const app = await service.createApp(former);
    await service.createApps(300, former);
    await service.startWorker();
    const gateway = await service.startGateway(next, former);
    const expectServed = async () => expect(await statusOf(gateway, app)).to.equal(200);

    await killedAtTheBeginning();
    expect(await service.keyIds()).to.deep.equal({ active: ids.former });
    await expectServed();
    await killedInTheMiddle();
    expect(await service.keyIds()).to.deep.equal({ active: ids.next, retiring: ids.former });
    expect(await service.unreachedBy(ids.next)).to.be.within(1, 300);
    const made = await service.createApp(next, former);
    expect(await statusOf(gateway, made)).to.equal(200);
    await killedAtTheEnd();
    expect(await service.keyIds()).to.deep.equal({ active: ids.next, retiring: ids.former });
    expect(await service.unreachedBy(ids.next)).to.equal(0);

    expect(jsonOf(await rotate())).to.include({ key_id: ids.next });

    expect(await service.keyIds()).to.deep.equal({ active: ids.next });
    await expectServed();
    expect(await statusOf(await service.startGateway(next), app)).to.equal(200);
  });

  it('is turned back by a rotation to the former key', async () => {
    const app = await service.createApp(former);
    await service.createApps(300, former);
    await killedInTheMiddle();
    const made = await service.createApp(next, former);
    const apps = await service.unreachedBy(ids.former);
    expect(apps).to.be.within(2, 301);

    const rotation = jsonOf(await service.command([former, next], 'key', 'rotate', '--json'));

    expect(rotation).to.deep.equal({ key_id: ids.former, apps, webhooks: 0, unopened: [] });
    expect(await service.keyIds()).to.deep.equal({ active: ids.former });
    await service.startWorker();
    const gateway = await service.startGateway(former);
    expect(await Promise.all([app, made].map((one) => statusOf(gateway, one)))).to.deep.equal([200, 200]);
  });

  /** Kills a rotation that waits for the key, before it has changed anything. */
  async function killedAtTheBeginning(): Promise<void> {
    await withLocked('secret_keys', {}, async () => {
      const running = await startedAt();
      await until(() => isWaitingFor('secret_keys'));
      await running.stop('SIGKILL');
    });
  }

  /** Kills a rotation that waits for the last app's row, when it has committed others. */
  async function killedInTheMiddle(): Promise<void> {
    await withLocked('apps', await lastApp(), async () => {
      const running = await startedAt();
      await until(async () => (await service.unreachedBy(ids.next)) < 250 && (await isWaitingFor('apps')));
      await running.stop('SIGKILL');
    });
  }

  /** Kills a rotation that has only its last step left. */
  async function killedAtTheEnd(): Promise<void> {
    await withLocked('apps', await lastApp(), async (apps) => {
      const running = await startedAt();
      await until(() => isWaitingFor('apps'));
      await withLocked('secret_keys', { state: 'retiring' }, async () => {
        await apps.rollback();
        await until(
          async () => (await service.unreachedBy(ids.next)) === 0 && (await isWaitingFor('secret_keys')),
        );
        await running.stop('SIGKILL');
      });
    });
  }

  const startedAt = () => service.begin([next, former], 'key', 'rotate');
  const lastApp = async () => (await pool('apps').max('app_id as app_id').first()) ?? {};

  /** Lets work happen while somebody else has locked rows. */
  async function withLocked(
    table: string,
    rows: object,
    work: (other: Knex.Transaction) => Promise<unknown>,
  ): Promise<void> {
    const other = await pool.transaction();
    try {
      await other(table).where(rows).forUpdate();
      await work(other);
    } finally {
      if (!other.isCompleted()) await other.rollback();
    }
  }

  /** True if a session works on a statement that needs the rows of a table for itself. */
  async function isWaitingFor(table: string): Promise<boolean> {
    const [rows] = await pool.raw(
      `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND (INFO LIKE ? OR INFO LIKE ?)`,
      [`%from \`${table}\` %for update`, `delete from \`${table}\`%`],
    );
    return rows.length > 0;
  }
});
