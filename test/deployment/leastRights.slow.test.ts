import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { counterfoil } from '../../client/nodeClient.ts';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { operations } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, resources } from '../../shared/contract/operations/operation.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { rights, workerRights, workerTables } from '../../workers/database/grants.ts';
import { Purge } from '../../workers/maintenance/purge.ts';
import { ChangePurge } from '../../workers/stores/changePurge.ts';
import type { Deliverable } from '../../workers/stores/deliverable.ts';
import { Erasures } from '../../workers/stores/erasures.ts';
import { HistoryPurge } from '../../workers/stores/historyPurge.ts';
import { Inbox } from '../../workers/stores/inbox.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { TableSizes } from '../../workers/stores/tableSizes.ts';
import { WebhookDeliveries } from '../../workers/stores/webhookDeliveries.ts';
import { startWorker, type Worker } from '../../workers/worker.ts';
import { gatewaySettings, secretKey } from '../support/cluster.ts';
import { expectError, run } from '../support/command.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { deployRedisUser, startDeployedDatabase, usersOfDeploy } from '../support/deployed.ts';
import { recordEvents } from '../support/events.ts';
import { attempt, gone, newOwnWebhook } from '../support/ownWebhook.ts';
import type { PrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { indexed } from '../support/queryIndex.ts';
import { envelopeOf } from '../support/replies.ts';
import { redisUrl as serverUrl } from '../support/servers.ts';
import { thrown } from '../support/thrown.ts';

/** Knex's own tables, of which workers read the first one. */
const knexTables = ['knex_migrations', 'knex_migrations_lock'];
const letters = Object.keys(rights) as (keyof typeof rights)[];

/** Records have to exist before they are read, and are deleted last: one of each kind, then all that are left. */
const turns = [
  'create',
  'update',
  'batch',
  'read',
  'list',
  'find',
  'exists',
  'invoice',
  'test',
  'app',
  'keys',
  'claim',
  'claimed',
  'delete',
  'empty',
];

describe(`the users of deploy/database and deploy/redis on ${databaseServer.name} (runs every operation)`, function () {
  this.timeout(60_000);
  let database: PrivateDatabase;
  let redis: PrivateRedis;
  let redisUrl: string;
  let gateway: Gateway;
  let worker: Worker;
  let admin: Database;
  let pool: Database;
  let account: { readonly id: number; readonly client: ReturnType<typeof counterfoil> };
  const events = recordEvents();
  const purge = new Purge({ rowsPerStep: 10, emit: events.emit, stop: new AbortController().signal });
  before(async () => {
    [database, redis] = await Promise.all([startDeployedDatabase(), startPrivateRedis()]);
    const migrate = openDatabase(database.urlAs('counterfoil_migrate'), 1);
    await migrateUp(migrate).finally(() => migrate.destroy());
    admin = openDatabase(database.urlAs('counterfoil_admin'), 1);
    pool = openDatabase(database.urlAs('counterfoil_worker'), 1);
    redisUrl = await deployRedisUser(redis.server);
    const settings = { redisUrl, databaseUrl: database.urlAs('counterfoil_worker'), databasePool: 10 };
    worker = await startWorker(resources, { ...settings, concurrency: 64 }, events.emit);
    gateway = await startGateway(gatewaySettings(redisUrl), events.emit);
  });
  after(cleanUp);
  after(async () => {
    await account?.client.close();
    await gateway?.stop();
    await worker?.stop();
    await Promise.all([admin?.destroy(), pool?.destroy()]);
    await Promise.all([database.remove(), redis.remove()]);
  });

  it('state the rights of workers on each table, and no others', async () => {
    const stated = workerRights.map(({ table, letters: own }) => `${table} ${own}`);
    const statements = usersOfDeploy().filter((line) => line.endsWith("TO 'counterfoil_worker'@'%'"));
    const granted = statements.map((line) => {
      const [, list = '', table = ''] = /^GRANT (.*), CREATE ON counterfoil\.(\w+) TO/.exec(line) ?? [];
      return `${table} ${list
        .split(', ')
        .map((right) => right[0])
        .join('')}`;
    });
    const tables = (
      await admin('information_schema.TABLES').whereRaw('TABLE_SCHEMA = DATABASE()').pluck('TABLE_NAME')
    ).filter((name: string) => !knexTables.includes(name));

    expect(granted).to.have.members([...stated, 'knex_migrations S']);
    expect(tables, 'tables without a line in workers/database/grants.ts').to.have.members(workerTables);
  });

  it('let workers run every operation', async () => {
    const ident = await createAccount(admin, {
      ...defaultSettings,
      name: 'least',
      is_sandbox: 1,
      requests_per_second: 1_000,
    });
    const { app_id: appId, api_secret: apiSecret } = await createApp(admin, ident, secretKey);
    const { id } = await admin('accounts').first('id');
    const client = counterfoil({ url: `http://127.0.0.1:${gateway.port}`, appId, apiSecret, repeats: 0 });
    const signed = await client.send('article.create', '{"article_title":"Tea"}', { idempotencyKey: 'once' });
    const [entry] = await client.batch([{ method: 'article.create', data: { article_title: 'Tea' } }]);
    account = { id, client };
    expect(signed.envelope).to.include({ response: true });
    expect(entry.error).to.equal(undefined);

    const idents = new Map<string, string>([['app', appId]]);
    const names = Object.keys(operations).toSorted((one, other) => turnOf(one) - turnOf(other));
    for (const name of names) {
      const { message, response } = await call(id, operations[name as keyof typeof operations], idents);
      const isMissing = !name.startsWith('webhook.') && /expired|not found|does not exist/.test(message);
      expect(response || isMissing, `${name}: ${message}`).to.equal(true);
    }

    const run = new Set(events.emitted('set').map(({ method }) => method));
    expect(names.filter((name) => !run.has(name as never))).to.deep.equal([]);
    expectNoFault();
  });

  const turnOf = (name: string) =>
    turns.indexOf(name.split('.')[1] ?? '') * 10 + (name.startsWith('customer') ? 0 : 1);

  /** The example of an operation, with the idents of records that were created before; notes those that it creates. */
  async function call(account: number, contract: AnyOperation, idents: Map<string, string>) {
    const text = JSON.stringify(contract.example).replaceAll(
      /\b(cus|adr|art|ord|whk|app)_[0-9a-z]{26}/g,
      (example, kind: string) => idents.get(kind) ?? example,
    );
    const reading = inputReader(contract)(JSON.parse(text));
    if ('fieldErrors' in reading) throw new Error(`${contract.name}: ${reading.fieldErrors[0]?.message}`);
    const reply = await gateway.callClient.call(account, { contract, input: reading.input });
    const envelope = envelopeOf(reply as never);
    if (contract.name.endsWith('.create'))
      for (const [ident = '', kind = ''] of JSON.stringify(envelope.data).matchAll(
        /\b(cus|adr|art|ord|whk)_[0-9a-z]{26}/g,
      ))
        idents.set(kind, ident);
    return envelope;
  }

  it('let workers deliver webhooks, and disable them', async () => {
    const key = await newOwnWebhook(admin);
    const deliveries = new WebhookDeliveries(pool);
    const { webhooks } = new Stores(pool);
    const take = async (lease: string) => {
      const row = (await deliveries.read(key)) as Deliverable;
      expect(await deliveries.claim(row, row.until_position, lease)).to.equal(true);
    };

    const start = { account: 0, ident: '' };
    expect(await deliveries.due(start, 10, 1_000)).to.deep.include({ ...key, pace: 'quick' });
    await take('one');
    expect(await deliveries.delivered(key, 'one', attempt)).to.equal(true);
    await webhooks.requestTest(key.account, key.ident, 'msg_2', '2026-01-01 00:00:00');
    expect(await deliveries.requested(10, 1_000)).to.deep.include({ ...key, pace: 'quick' });
    await take('two');
    const test = { ...attempt, delivery_id: 'msg_2', delivery_kind: 'test' } as const;
    expect(await deliveries.answered(key, 'two', test)).to.equal(true);
    expect(await deliveries.postpone((await deliveries.read(key)) as Deliverable, 60)).to.equal(true);
    await deliveries.skip((await deliveries.read(key)) as Deliverable, 1);
    await take('three');
    const isGone = { pauseSeconds: 5, isGone: true };
    expect(await deliveries.failed(key, 'three', gone, isGone)).to.equal('gone');
    await webhooks.requestAgain(key.account, key.ident, 'msg_1');
    await deliveries.dropRequest(key, 'msg_1');
    expect((await deliveries.counts()).disabled).to.equal(1);
  });

  it('let workers erase what they keep of a customer beside its record', async () => {
    const { id, client } = account;
    const [{ customer_ident }] = await client.atomicBatch([
      { method: 'customer.create', data: { bill_company: 'Erased' } },
      { method: 'customer.update', data: { customer_ident: { entry: 0 }, bill_company: 'Erased too' } },
    ]);
    await client.customer.delete({ customer_ident, erase: 1 });
    expect(JSON.stringify(await admin('inbox').where('account_id', id))).to.include('Erased too');

    await purge.erasures(new Erasures(pool));
    await indexed({ id }, pool);

    for (const table of ['inbox', 'record_history', 'query_records', 'query_words'])
      expect(JSON.stringify(await admin(table).where('account_id', id)), table).not.to.match(/erased/i);
    expect(await admin('erasures')).to.deep.equal([]);
    expectNoFault();
  });

  it('let workers remove what has expired', async () => {
    const longAgo = '2020-01-01 00:00:00';
    await admin('inbox').update({ date_expires: longAgo });
    await admin('changes').update({ date_created: longAgo });
    await admin('record_history').update({ date_created: longAgo });
    await admin('webhook_deliveries').update({ date_attempted: longAgo });

    await purge.inbox(new Inbox(pool));
    await purge.accounts('changes_purged', new ChangePurge(pool));
    await purge.accounts('history_purged', new HistoryPurge(pool));
    await purge.deliveries(new WebhookDeliveries(pool));
    await new TableSizes(pool).read();

    for (const table of ['inbox', 'changes', 'record_history', 'webhook_deliveries'])
      expect(await admin(table).select(1), table).to.deep.equal([]);
    expectNoFault();
  });

  function expectNoFault(): void {
    for (const event of [
      'queue_failed',
      'job_failed',
      'connection_failed',
      'call_failed',
      'purge_failed',
      'rewrite_failed',
      'query_index_failed',
      'storage_not_measured',
    ] as const)
      expect(events.emitted(event), event).to.deep.equal([]);
  }

  const statements = {
    S: (table: string) => `SELECT 1 FROM ${table}`,
    I: (table: string) => `INSERT INTO ${table} VALUES ()`,
    U: (table: string, column: string) => `UPDATE ${table} SET ${column} = ${column}`,
    D: (table: string) => `DELETE FROM ${table}`,
  };
  for (const { table, letters: own, column } of workerRights) {
    const forbidden = [
      ...letters.filter((letter) => !own.includes(letter)).map((letter) => statements[letter](table, column)),
      `TRUNCATE ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table} ADD COLUMN x INT`,
      `CREATE INDEX x ON ${table} (${column})`,
    ];
    it(`let workers do to ${table} nothing but ${own}`, async () => {
      for (const statement of forbidden)
        expect(await codeOf(statement), statement).to.equal('ER_TABLEACCESS_DENIED_ERROR');
    });
  }

  it('let workers make no tables, users or databases', async () => {
    for (const statement of [
      'CREATE TABLE x (id INT)',
      'CREATE DATABASE x',
      "CREATE USER x IDENTIFIED BY 'x'",
      'SELECT * FROM knex_migrations_lock',
    ])
      expect(await codeOf(statement), statement).to.match(/DENIED/);
  });

  it('let `migrate` say which right a worker lacks', async () => {
    // A Redis that no worker uses, since the command refuses to run beside workers.
    const env = { DATABASE_URL: database.urlAs('counterfoil_worker'), REDIS_URL: serverUrl(15) };

    expectError(
      await run(['migrate', 'down', '--yes'], { env }),
      /^the user of DATABASE_URL lacks the right [A-Z]+: grant it, see docs\/deploying\.md$/,
    );
  });

  it('let roles touch no keys of others, nor the server of Redis', async () => {
    const ours = new Redis(redisUrl);
    try {
      for (const forbidden of [
        () => ours.get('session:1'),
        () => ours.set('other', 1),
        () => ours.flushall(),
        () => ours.keys('*'),
        () => ours.config('GET', '*'),
        () => ours.acl('LIST'),
        () => ours.publish('counterfoil', 'x'),
      ])
        expect(String(await thrown(forbidden))).to.include('NOPERM');
    } finally {
      ours.disconnect();
    }
  });

  async function codeOf(statement: string): Promise<string> {
    return ((await thrown(() => pool.raw(statement))) as { code?: string } | undefined)?.code ?? 'none';
  }
});
