// @early: it starts four servers and six processes.
import { expect } from 'chai';
import { clusterFindings } from '../../admin/doctor/database.ts';
import { isTransient } from '../../shared/runtime/databaseErrors.ts';
import { callOf } from '../../test/support/calls.ts';
import { databaseEngine } from '../../test/support/databaseEngine.ts';
import { database } from '../../test/support/servers.ts';
import { setRunner } from '../../test/support/setRunners.ts';
import { thrown } from '../../test/support/thrown.ts';
import { until } from '../../test/support/until.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { expectGood } from '../faults/expectGood.ts';
import { runTrial } from '../faults/trial.ts';
import { GaleraCluster } from './galera/galeraCluster.ts';
import { writerKilled } from './galera/galeraFaults.ts';
import type { GaleraNode } from './galera/galeraNode.ts';

/** Tests what docs/scaling.md says about the cluster, and injects one fault of `npm run test:all -- topologies`. */
describe('a Galera cluster behind HAProxy (kills database nodes)', function () {
  this.timeout(120_000);
  let cluster: GaleraCluster;
  let nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  /** Two connections to each of the first two nodes. */
  let writer: Database;
  let other: Database;
  let account: number;
  before(async function () {
    if (databaseEngine !== 'mariadb') this.skip();
    cluster = await GaleraCluster.start();
    nodes = cluster.servers.nodes as unknown as typeof nodes;
    [writer, other] = nodes
      .slice(0, 2)
      .map(({ port }) => openDatabase(cluster.servers.urlAt(port), 2, 4_000)) as [Database, Database];
    ({ account } = await cluster.newAccount('Galera'));
  });
  after(async () => {
    await Promise.all([writer, other].map((pool) => pool?.destroy()));
    await cluster?.stop();
  });

  const title = (pool: Database, article_ident: string) =>
    pool('articles')
      .where({ account_id: account, article_ident })
      .first('article_nr')
      .then((row) => row?.article_nr);
  const create = async (pool = writer) => {
    const call = callOf('article.create', account, { article_title: 'Tea' });
    const [reply] = await setRunner('article.create', pool).run([call]);
    expect(reply?.code).to.equal('');
    return (call.input as { readonly article_ident: string }).article_ident;
  };
  it('shows a new connection what was committed at another node before, also when its node is behind [writer-failover]', async () => {
    await other.raw('SELECT 1');
    const open = openDatabase(cluster.servers.urlAt(nodes[1].port), 1, 4_000);
    const release = await holdBack(nodes[1]);
    let early: unknown;
    let answer: Promise<unknown>;
    try {
      const ident = await create();
      early = await title(other, ident);
      answer = title(open, ident);
      await Promise.race([answer, until(async () => isWaitedFor(nodes[1]))]);
    } finally {
      await release();
    }

    expect(early, 'a connection from before reads what its node has').to.equal(undefined);
    expect(await answer.finally(() => open.destroy())).to.be.a('string');
  });

  it('ends connections to a node that takes no statements, and says that trying again may help [writer-failover]', async () => {
    const pool = openDatabase(cluster.servers.urlAt(nodes[2].port), 1, 4_000);
    const idOf = async () => (await pool.raw('SELECT CONNECTION_ID() AS id'))[0][0].id;
    const before = await idOf();
    await nodes[2].query('SET GLOBAL wsrep_reject_queries = ALL');

    const error = await thrown(() => pool('articles').first('article_ident'));
    await nodes[2].query('SET GLOBAL wsrep_reject_queries = NONE');

    expect(error).to.include({ code: 'ER_UNKNOWN_COM_ERROR' });
    expect(isTransient(error)).to.equal(true);
    expect(await idOf().finally(() => pool.destroy())).not.to.equal(before);
  });

  it('is found by `doctor`, and so are writes at another node', async () => {
    const [quiet] = await clusterFindings(writer);
    const over = new AbortController();
    const writing = (async () => {
      for (let nr = 0; !over.signal.aborted; nr += 1)
        await other('value_claims').insert({ ...claim, value_hash: `${nr}` });
    })();
    const [busy] = await clusterFindings(writer);
    over.abort();
    await writing;

    expect(quiet).to.include({ state: 'ok', message: 'a node of 3, Synced, the only one that takes writes' });
    expect(busy?.state).to.equal('warn');
    expect(busy?.message).to.match(/^a node of 3, Synced; \d+ messages of other nodes in a second/);
    expect(await clusterFindings(database())).to.deep.equal([]);
  });

  it(`${writerKilled.name}: ${writerKilled.promise} [writer-failover]`, async () => {
    expectGood(await runTrial(cluster, writerKilled, { seed: 1, users: 8, calmMs: 300 }));
  });
});

const claim = { account_id: 1, field: 'a value' };

/** Keeps a node from applying what others commit; resolves to what ends that. */
async function holdBack(node: GaleraNode): Promise<() => Promise<void>> {
  const connection = await node.connect();
  await connection.query('FLUSH TABLES WITH READ LOCK');
  return async () => {
    await connection.query('UNLOCK TABLES');
    connection.destroy();
  };
}

/** True if a connection waits until its node has caught up. */
async function isWaitedFor(node: GaleraNode): Promise<boolean> {
  const rows = await node.query(`SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT 1'`);
  return rows.length > 0;
}
