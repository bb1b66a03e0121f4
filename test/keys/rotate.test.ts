import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { NewCredentials } from '../../cli/accounts.ts';
import { createApp } from '../../cli/accounts.ts';
import { type Counterfoil, counterfoil } from '../../client/index.ts';
import { secretKeyOf } from '../../shared/keyRing.ts';
import type { Database } from '../../workers/database/database.ts';
import { Balancer } from '../faults/balancer.ts';
import { expectComplaint, jsonOf } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { KeyedService, newKey, statusOf } from '../support/keyedService.ts';

describe('counterfoil key rotate', function () {
  this.timeout(120_000);
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
  /** Apps with a secret, or a former one, under another key than the new one. */
  const unreached = async () => {
    const rows = await pool('apps').select('secret', 'former_secret');
    return rows
      .flatMap(({ secret, former_secret }) => [secret, former_secret])
      .filter((secret) => secret !== null && !secret.startsWith(`${ids.next}.`)).length;
  };

  it('fails no call while gateways are rolled, secrets are encrypted again, and apps are made', async () => {
    const app = await service.createApp(former);
    await manyApps(200);
    const workers = [await service.startWorker(), await service.startWorker()];
    const load = new Load(app);
    const roll = async (...keys: [Buffer, Buffer?]) => {
      for (const { stop } of load.gateways.splice(0)) {
        await load.add(await service.startGateway(...keys));
        await stop();
      }
    };
    for (const _ of workers) await load.add(await service.startGateway(former));

    await load.answers(200);
    await roll(next, former);
    await load.answers(200);
    const rotation = jsonOf(await rotate());
    const made = await service.createApp(next, former);
    await load.answers(200);
    await roll(next);
    await load.answers(200);
    // Longer than gateways keep an app.
    await pause(9_000);
    const { count, failed } = await load.stop();

    expect(failed).to.deep.equal([]);
    expect(count).to.be.above(800);
    expect(rotation).to.deep.equal({ key_id: ids.next, apps: 201, left: [] });
    expect(await service.keyIds()).to.deep.equal({ active: ids.next });
    expect(await unreached()).to.equal(0);
    const gateway = await service.startGateway(next);
    // Ids of apps are known as ours by the key of their time, whichever secret key there is.
    expect(await Promise.all([app, made].map((one) => statusOf(gateway, one)))).to.deep.equal([200, 200]);
    expect(
      await statusOf(gateway, {
        ...app,
        app_id: app.app_id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      }),
    ).to.equal(401);
  });

  it('encrypts both secrets of an app again, and those of revoked ones', async () => {
    const app = await service.createApp(former);
    const second = jsonOf(await service.command([former], 'app', 'rotate', app.app_id, '--json'));
    const { app_id: revoked } = await service.createApp(former);
    await service.command([former], 'app', 'revoke', revoked);

    expect(jsonOf(await rotate())).to.deep.equal({ key_id: ids.next, apps: 2, left: [] });

    expect(await unreached()).to.equal(0);
    await service.startWorker();
    const gateway = await service.startGateway(next);
    for (const one of [app, second as NewCredentials]) expect(await statusOf(gateway, one)).to.equal(200);
  });

  it('changes nothing the second time', async () => {
    await service.createApp(former);
    await rotate();
    const before = await service.stored();

    expect(jsonOf(await rotate())).to.deep.equal({ key_id: ids.next, apps: 0, left: [] });

    expect(await service.stored()).to.deep.equal(before);
  });

  it('leaves a secret that neither key opens, and names its app', async () => {
    await service.createApp(former);
    const { app_id } = await service.createApp(former);
    await pool('apps')
      .where({ app_id })
      .update({ secret: Buffer.alloc(60).toString('base64') });

    expect(jsonOf(await rotate())).to.deep.equal({ key_id: ids.next, apps: 1, left: [app_id] });
  });

  it('refuses while a running gateway lacks the new key, with nothing changed', async () => {
    await service.createApp(former);
    await service.startWorker();
    await service.startGateway(former);
    const before = await service.stored();

    expectComplaint(await rotate(), new RegExp(`^a running gateway lacks the key with key id ${ids.next}: `));

    expect(await service.stored()).to.deep.equal(before);
  });

  it('refuses a third key while the first one is still needed, and gateways and commands refuse to do without it', async () => {
    const app = await service.createApp(former);
    await manyApps(300);
    await killedInTheMiddle();
    const third = newKey();
    const needed = new RegExp(
      `still need the former key \\(key id ${ids.former}\\): set COUNTERFOIL_FORMER_SECRET_KEY`,
    );

    expectComplaint(await service.command([third, next], 'key', 'rotate'), needed);
    expectComplaint(await service.command([next], 'app', 'rotate', app.app_id), needed);
    await service.startWorker();
    const { stderr } = await (await service.launchGateway(next)).running.ended;
    expect(stderr).to.match(needed);
  });

  it('goes on where it was killed: before, in the middle of and behind the secrets', async () => {
    const app = await service.createApp(former);
    await manyApps(300);
    await service.startWorker();
    const gateway = await service.startGateway(next, former);
    const expectServed = async () => expect(await statusOf(gateway, app)).to.equal(200);

    await killedAtTheBeginning();
    expect(await service.keyIds()).to.deep.equal({ active: ids.former });
    await expectServed();
    await killedInTheMiddle();
    expect(await service.keyIds()).to.deep.equal({ active: ids.next, retiring: ids.former });
    expect(await unreached()).to.be.within(1, 300);
    const made = await service.createApp(next, former);
    expect(await statusOf(gateway, made)).to.equal(200);
    await killedAtTheEnd();
    expect(await service.keyIds()).to.deep.equal({ active: ids.next, retiring: ids.former });
    expect(await unreached()).to.equal(0);

    expect(jsonOf(await rotate())).to.include({ key_id: ids.next });

    expect(await service.keyIds()).to.deep.equal({ active: ids.next });
    await expectServed();
    expect(await statusOf(await service.startGateway(next), app)).to.equal(200);
  });

  async function manyApps(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) await createApp(pool, service.accountIdent, former);
  }

  /** Kills a rotation that waits for the key, before it has changed anything. */
  async function killedAtTheBeginning(): Promise<void> {
    await withLocked('secret_keys', {}, async () => {
      const running = await begun();
      await eventually(() => isWaitingFor('secret_keys'));
      await running.stop('SIGKILL');
    });
  }

  /** Kills a rotation that waits for the last app's row, when it has committed others. */
  async function killedInTheMiddle(): Promise<void> {
    await withLocked('apps', await lastApp(), async () => {
      const running = await begun();
      await eventually(async () => (await unreached()) < 250 && (await isWaitingFor('apps')));
      await running.stop('SIGKILL');
    });
  }

  /** Kills a rotation that has only its last step left. */
  async function killedAtTheEnd(): Promise<void> {
    await withLocked('apps', await lastApp(), async (apps) => {
      const running = await begun();
      await eventually(() => isWaitingFor('apps'));
      await withLocked('secret_keys', { state: 'retiring' }, async () => {
        await apps.rollback();
        await eventually(async () => (await unreached()) === 0 && (await isWaitingFor('secret_keys')));
        await running.stop('SIGKILL');
      });
    });
  }

  const begun = () => service.begin([next, former], 'key', 'rotate');
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

  /** Whether a session works on a statement that needs the rows of a table for itself. */
  async function isWaitingFor(table: string): Promise<boolean> {
    const [rows] = await pool.raw(
      `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND (INFO LIKE ? OR INFO LIKE ?)`,
      [`%from \`${table}\` %for update`, `delete from \`${table}\`%`],
    );
    return rows.length > 0;
  }
});

/** Gateways behind a load balancer, and clients that never rest. */
class Load {
  readonly gateways: { readonly stop: () => Promise<unknown> }[] = [];
  readonly #app: NewCredentials;
  readonly #clients = new Map<string, Counterfoil>();
  readonly #balancer = new Balancer();
  readonly #failed: unknown[] = [];
  #count = 0;
  #isOver = false;
  #sending: Promise<unknown> | undefined;

  constructor(app: NewCredentials) {
    this.#app = app;
  }

  async add({ url, running }: Awaited<ReturnType<KeyedService['startGateway']>>): Promise<void> {
    const { app_id: appId, api_secret: apiSecret } = this.#app;
    this.#clients.set(url, counterfoil({ url, appId, apiSecret, repeats: 0 }));
    this.#balancer.add(url);
    this.gateways.push({ stop: () => running.stop() });
    this.#sending ??= Promise.all(Array.from({ length: 8 }, () => this.#send()));
  }

  /** Resolves when so many more calls were answered. */
  async answers(more: number): Promise<void> {
    const wanted = this.#count + more;
    await eventually(() => this.#count >= wanted);
  }

  async stop(): Promise<{ readonly count: number; readonly failed: readonly unknown[] }> {
    this.#isOver = true;
    await this.#sending;
    await this.#balancer.stop();
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
    return { count: this.#count, failed: this.#failed };
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      const client = this.#clients.get(this.#balancer.next());
      const answer = await client
        ?.send('article.create', '{"article_title":"Tea"}')
        .catch((error: unknown) => ({ status: 0, code: String(error) }));
      if (answer?.status === 200) this.#count += 1;
      else this.#failed.push(answer);
    }
  }
}
