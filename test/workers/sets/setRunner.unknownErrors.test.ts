import { expect } from 'chai';
import { newIdent } from '../../../shared/contract/values/idents.ts';
import { isTransient } from '../../../shared/runtime/databaseErrors.ts';
import { type Emit, ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Call } from '../../../shared/wire/call.ts';
import { packReply } from '../../../shared/wire/replies.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { SetRunner } from '../../../workers/sets/setRunner.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { errorAfter, errorBefore } from '../../support/mysqlErrors.ts';
import { database, servers } from '../../support/servers.ts';
import { quietRunner, setRunner } from '../../support/setRunners.ts';
import { storedRows } from '../../support/stored.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';
import { through } from '../../support/teas.ts';
import { thrown } from '../../support/thrown.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

/** Attempts in which the connection breaks: as many as a race may take. */
const outage = 5;

/** ER_UNKNOWN_ERROR: an error of a server that has no code for it. */
const unknown = 1105;

/** Acts on the first error of a set, before the set is tried again. */
const reportsReplay =
  (act: () => void, emit: Emit = ignoreEvents): Emit =>
  (event, fields) => {
    if (event === 'set_retried') act();
    emit(event, fields);
  };

const done = { kind: 'done', code: '', envelope: '{}' } as const;

describe('an error of the database that does not say whether the set is stored', () => {
  let proxy: TcpProxy;
  let pool: Database;
  before(async () => {
    proxy = await TcpProxy.listen(Number(new URL(servers().mariadb.url).port));
  });
  const account = freshAccount();
  beforeEach(async () => {
    pool = openDatabase(through(proxy, servers().mariadb.url), 2, 4_000);
  });
  afterEach(() => pool.destroy());
  after(() => proxy.close());

  const create = (changes: Partial<Call> = {}) =>
    callOf('article.create', account.id, { article_title: 'Tea' }, changes);
  const stored = () => storedRows('articles', account.id);
  /** The set is stored, and its worker gets an error. */
  const failAfterCommit = (count = 1) => proxy.replaceAnswers(count, '\nCOMMIT', errorAfter(unknown));
  const failBefore = (count: number, text: string, errno: number) =>
    proxy.replaceAnswers(count, text, errorBefore(errno));

  it('is answered from the inbox when the call had run [status-500]', async () => {
    failAfterCommit();

    const [reply] = await setRunner('article.create', pool).run([create()]);

    expect(reply?.code).to.equal('');
    expect(await stored()).to.have.length(1);
  });

  it('waits for a transaction that the server may still commit after its worker died', async () => {
    const call = create();
    const runner = new SetRunner(implementations['article.create'], { ...quietRunner, database: database() });
    const dead = await pool.transaction();
    await dead('inbox').insert({
      account_id: account.id,
      call_id: call.id,
      reply: packReply(done),
      date_expires: '2100-01-01 00:00:00',
    });

    const reply = runner.storedReply(call);
    await until(() => isStatementRunning('%from `inbox`%'));
    await dead.commit();

    expect(await reply).to.deep.equal(done);
  });

  it('is an internal error when the inbox knows nothing of the call', async () => {
    const { emit, emitted } = recordEvents();
    failBefore(1, 'insert into `articles`', unknown);
    const lost = create();

    const [reply] = await setRunner('article.create', pool, emit).run([lost]);

    expect(reply?.code).to.equal('internal_error');
    expect(await stored()).to.have.length(0);
    expect(emitted('call_failed').map(({ callId }) => callId)).to.deep.equal([lost.id]);
  });

  it('leaves no record without its change: both are committed together [changes-complete]', async () => {
    failBefore(1, 'INSERT INTO change_positions', unknown);

    const [reply] = await setRunner('article.create', pool).run([create()]);

    expect(reply?.code).to.equal('internal_error');
    expect(await stored()).to.have.length(0);
  });

  it('leaves a race that follows an outage all its tries [one-effect]', async () => {
    await setRunner('article.create').run([create()]);
    const [tea] = await stored();
    const { id, ...row } = tea as { readonly id: number };
    const rival = await database().transaction();
    await rival('articles').insert({
      ...Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('search_'))),
      article_ident: newIdent('art'),
      article_nr: 'R-1',
      external_ident: 'S',
    });
    const put = callOf('article.put', account.id, { external_ident: 'S', article_title: 'Green tea' });
    proxy.dropAnswers(outage, 'as externalIdent');

    const running = setRunner('article.put', pool).run([put]);
    await until(() => isStatementRunning('%insert into `articles`%'));
    await rival.commit();
    const [reply] = await running;

    expect(proxy.dropped).to.equal(outage);
    expect(reply?.code).to.equal('');
    expect((await stored()).map(({ article_title }) => article_title)).to.have.members(['Tea', 'Green tea']);
  });

  it("waits for the inbox while it can't be asked", async () => {
    failAfterCommit();
    const running = setRunner(
      'article.create',
      pool,
      reportsReplay(() => failBefore(3, 'from `inbox`', unknown)),
    ).run([create()]);

    const [reply] = await running;

    expect(reply?.code).to.equal('');
    expect(proxy.toReplace).to.equal(0);
    expect(await stored()).to.have.length(1);
  });

  it("leaves the call open when the inbox can't be asked before the deadline", async () => {
    const { emit, emitted } = recordEvents();
    failAfterCommit();
    const failForEver = reportsReplay(
      () => failBefore(Number.POSITIVE_INFINITY, 'from `inbox`', unknown),
      emit,
    );

    const replies = await setRunner('article.create', pool, failForEver).run([
      create({ deadline: Date.now() + 1_000 }),
    ]);

    expect(replies).to.deep.equal([undefined]);
    expect(emitted('calls_expired')).to.have.length(1);
    expect(emitted('call_failed')).to.have.length(0);
  });

  for (const [errno, what] of [
    [1045, 'a password that is being changed'],
    [1047, 'a Galera node that is not ready'],
    [1129, 'a host that is blocked'],
    [1180, 'a COMMIT that other nodes did not take'],
    [3101, 'a transaction that its group rolled back'],
    [3100, 'a COMMIT that did not reach its group'],
    [3797, 'a group that could not be waited for'],
    [1290, 'a server that has become read-only'],
    [1836, 'a server that runs read-only'],
    [3032, 'a member that was expelled from its group'],
    [4031, 'a connection that was idle for too long'],
    [1927, 'a connection that was killed'],
    [1969, 'a statement that took too long'],
    [2013, 'a proxy that lost its server'],
    [9001, 'a proxy that finds no server'],
  ] as const)
    it(`passes when it is that of ${what}: ${errno}`, async () => {
      failBefore(2, 'insert into `articles`', errno);

      const replies = await setRunner('article.create', pool).run([create(), create()]);
      failBefore(1, 'SLEEP', errno);

      expect(replies.map((reply) => reply?.code)).to.deep.equal(['', '']);
      expect(await stored()).to.have.length(2);
      expect(isTransient(await thrown(() => pool.raw('DO SLEEP(0)')))).to.equal(true);
    });
});
