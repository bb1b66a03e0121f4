// @early: it starts three servers.
import { expect } from 'chai';
import { migrateUp } from '../../migrations/migrations.ts';
import { isTransient } from '../../shared/runtime/databaseErrors.ts';
import type { Call } from '../../shared/wire/call.ts';
import { callOf } from '../../test/support/calls.ts';
import { databaseEngine } from '../../test/support/databaseEngine.ts';
import { setRunner } from '../../test/support/setRunners.ts';
import { thrown } from '../../test/support/thrown.ts';
import { until } from '../../test/support/until.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import type { PipelineConfig } from '../../workers/database/pipeliningClient.ts';
import { GaleraServers } from './galera/galeraServers.ts';
import { RacedAccount, type Writers } from './galera/racedAccount.ts';
import {
  changingAuthority,
  changingCustomerVersion,
  changingVersion,
  runRaces,
  validating,
  validatingNextNumber,
} from './galera/writerRaces.ts';

/** Races of each kind; `WRITER_RACES=50000` runs more. */
const races = Number(process.env.WRITER_RACES ?? 200);
/** Accounts in which races run at the same time. */
const lanes = 8;

/** Tests the statements of docs/scaling.md about several writers. */
describe('two writers of a Galera cluster (200 races each)', function () {
  this.timeout(Math.max(120_000, races * 100));
  let servers: GaleraServers;
  let writers: Writers;
  before(async function () {
    if (databaseEngine !== 'mariadb') this.skip();
    servers = await GaleraServers.start();
    const [one, other] = servers.nodes.map(({ port }) => openDatabase(servers.urlAt(port), lanes + 1, 4_000));
    writers = [one as Database, other as Database];
    await migrateUp(writers[0]);
  });
  after(async () => {
    await Promise.all((writers ?? []).map((pool) => pool.destroy()));
    await servers?.stop();
  });

  for (const [title, start] of [
    ['let one of two updates pass that validate the same number [validate-unique]', validating('article_nr')],
    [
      'let one of two updates pass that validate the same value of a field [validate-unique]',
      validating('article_sku'),
    ],
    ['let one of two updates of one version pass', changingVersion],
    ['let no update pass that validates a number which a create gets', validatingNextNumber],
    ['refuse an update with if_version after an address was created', changingCustomerVersion],
  ] as const)
    it(`${title}: ${races} races`, () => runRaces(start, races, writers, lanes));

  it('get the statements of a transaction one by one, so that none is written without the others', async () => {
    const account = await RacedAccount.create(writers);
    const article_ident = await account.article();
    const sent: (readonly string[])[] = [];
    const config = writers[0].client.config as PipelineConfig;
    config.observer = (sqls) => {
      sent.push(sqls);
      return undefined;
    };
    await account.run(0, ['article.update', { article_ident, validate: 'article_sku', article_sku: 'S-1' }]);
    delete config.observer;

    expect(sent.length).to.be.above(5);
    expect(sent.filter(([first, ...others]) => others.length > (first === 'BEGIN;' ? 1 : 0))).to.deep.equal(
      [],
    );
  });

  it('may leave an order with a former Leitweg-ID, so one writer is supported', async () => {
    const error = await thrown(() => runRaces(changingAuthority, Math.min(races, 200), writers, lanes));

    expect((error as Error).message).to.match(/^the number of orders with a former Leitweg-ID: [1-9]/);
  });

  it('hold keys, external idents and generated numbers apart', async () => {
    const { id } = await RacedAccount.create(writers);
    const [writer, other] = writers;
    const importOf = (nr: number, changes: Partial<Call> = {}) =>
      callOf('article.create', id, { article_title: 'Tea', external_ident: `E-${nr}` }, changes);
    const calls = Array.from({ length: 20 }, (_, nr) => importOf(nr, { key: `key-${nr}` }));

    const replies = await Promise.all(
      calls.flatMap((call, nr) => [
        setRunner('article.create', writer).run([call]),
        setRunner('article.create', other).run([call]),
        setRunner('article.create', other).run([importOf(nr)]),
      ]),
    );

    const imported = await writer('articles').where({ account_id: id }).whereNotNull('external_ident');
    const numbers = imported.map(({ article_nr }) => article_nr);
    expect(numbers).to.have.length(calls.length);
    expect(new Set(numbers)).to.have.property('size', calls.length);
    expect(replies.flat().filter((reply) => reply?.code === '')).to.have.length.at.least(calls.length);
  });

  it('end one of two transactions that write the same row, and trying again may help', async () => {
    const account = await RacedAccount.create(writers);
    const ident = await account.article();
    const [writer, other] = writers;
    const rename = (pool: Database, article_title: string) =>
      pool('articles').where({ account_id: account.id, article_ident: ident }).update({ article_title });

    const error = await thrown(() =>
      other.transaction(async (transaction) => {
        await rename(transaction, 'second');
        await rename(writer, 'first');
        await until(
          async () =>
            (await other('articles').where({ article_ident: ident, account_id: account.id }).first())
              ?.article_title === 'first',
        );
      }),
    );

    expect(error).to.include({ code: 'ER_LOCK_DEADLOCK' });
    expect(isTransient(error)).to.equal(true);
  });
});
