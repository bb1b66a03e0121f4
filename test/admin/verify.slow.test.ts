import { expect } from 'chai';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import type { Verification } from '../../admin/verify/verify.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { secretKeyOf } from '../../shared/contract/keys/keyRing.ts';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { secretKey } from '../support/cluster.ts';
import { run } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

type Result = Verification & { readonly ok: boolean };

describe('counterfoil verify', () => {
  let own: OwnDatabase;
  let ident: string;
  let account: number;
  before(async () => {
    own = await newDatabase('verify_test');
    await migrateUp(own.pool);
    ident = await createAccount(own.pool, { ...defaultSettings, name: 'verified' });
    await createApp(own.pool, ident, secretKey);
    account = (await own.pool('accounts').first('id')).id;
    await own.pool('articles').insert(['10001', 'A-7'].map(article));
    await own.pool('number_sequences').where({ resource: 'article' }).update({ next_number: 10_002 });
  });
  after(cleanUp);
  after(() => own.drop());

  const article = (article_nr: string) => ({
    account_id: account,
    article_ident: newIdent('art'),
    article_nr,
  });

  function counterfoil(...parameters: string[]) {
    const env = { DATABASE_URL: own.url, COUNTERFOIL_SECRET_KEY: secretKey.toString('base64') };
    return runHosted(['verify', ...parameters], env);
  }

  async function verify(): Promise<Result> {
    const { code, stdout, stderr } = await counterfoil('--json');
    expect(stderr).to.equal('');
    const result = JSON.parse(stdout) as Result;
    expect(code).to.equal(result.ok ? 0 : 1);
    return result;
  }

  /** The check that is not as it should be, while something is wrong with the data. */
  async function findingWhile(damage: readonly string[], repair: readonly string[]) {
    const connection = await own.pool.client.acquireConnection();
    const execute = async (statements: readonly string[]) => {
      for (const statement of ['SET foreign_key_checks = 0', ...statements])
        await own.pool.raw(statement).connection(connection);
    };
    await execute(damage);
    const { ok, checks } = await verify().finally(async () => {
      await execute([...repair, 'SET foreign_key_checks = 1']);
      await own.pool.client.releaseConnection(connection);
    });
    const bad = checks.filter(({ state }) => state !== 'ok');
    expect(bad).to.have.length(1);
    return { ok, ...bad[0] };
  }

  it('finds nothing where all is well, and counts and hashes each table', async () => {
    const { ok, checks, tables } = await verify();
    const { code, stdout } = await counterfoil();

    expect({ ok, code }).to.deep.equal({ ok: true, code: 0 });
    expect(stdout.trim().split('\n')).to.have.length(checks.length);
    expect(stdout).to.match(/^ok +articles +2 rows, digest [0-9a-f]{16}$/m);
    expect(tables.articles?.rows).to.equal(2);
    expect(tables.articles?.digest).to.match(/^[0-9a-f]{64}$/);
  });

  it('has another digest of the table in which a value changed', async () => {
    const before = (await verify()).tables;
    await own.pool('articles').where({ article_nr: 'A-7' }).update({ article_title: 'Tea' });
    const after = (await verify()).tables;

    const changed = Object.keys(after).filter((name) => after[name]?.digest !== before[name]?.digest);
    expect(changed).to.deep.equal(['articles']);
  });

  it('reads the query index, but does not compare it: it follows the records later', async () => {
    const before = await counterfoil();
    const row = { account_id: account, resource: 1, typo: 1, word: 'tea' };
    await own.pool('query_typos').insert(row);
    const after = await counterfoil();
    const { tables } = await verify();
    await own.pool('query_typos').delete();

    expect(after).to.deep.equal(before);
    expect(after.stdout).to.match(/^ok +query_typos +every row can be read/m);
    expect(Object.keys(tables).filter((name) => name.startsWith('query_'))).to.deep.equal([]);
  });

  it('finds rows without the row that they refer to', async () => {
    const columns = 'account_id, address_ident, customer_ident';
    const { state, check, message } = await findingWhile(
      [`INSERT INTO addresses (${columns}) VALUES (${account}, 'adr_1', 'cus_gone')`],
      ['DELETE FROM addresses'],
    );

    expect({ state, check }).to.deep.equal({ state: 'fatal', check: 'references' });
    expect(message).to.equal('1 row of addresses without the row of customers');
  });

  it('finds rows without an account', async () => {
    const values = `(9999, 'c', '{}', '2030-01-01')`;
    const { state, message } = await findingWhile(
      [`INSERT INTO inbox (account_id, call_id, reply, date_expires) VALUES ${values}`],
      ['DELETE FROM inbox'],
    );

    expect({ state, message }).to.deep.equal({
      state: 'fatal',
      message: '1 row of inbox without the row of accounts',
    });
  });

  it('finds a missing number sequence', async () => {
    const { state, message } = await findingWhile(
      [`DELETE FROM number_sequences WHERE resource = 'invoice'`],
      [`INSERT INTO number_sequences SET account_id = ${account}, resource = 'invoice', next_number = 10001`],
    );

    expect({ state, message }).to.deep.equal({ state: 'fatal', message: 'missing: 1 number sequence' });
  });

  it('warns of a number that its sequence has not reached', async () => {
    const { ok, state, check, message } = await findingWhile(
      [`UPDATE articles SET article_nr = '10002' WHERE article_nr = 'A-7'`],
      [`UPDATE articles SET article_nr = 'A-7' WHERE article_nr = '10002'`],
    );

    expect({ ok, state, check }).to.deep.equal({ ok: true, state: 'warn', check: 'numbers' });
    expect(message).to.equal('not below the next number of the account: 1 article number');
  });

  it('finds sales that differ from the order items', async () => {
    const { state, check, message } = await findingWhile(
      [`INSERT INTO article_sales SET account_id = ${account}, article_ident = 'art_1', quantity = 1`],
      ['DELETE FROM article_sales'],
    );

    expect({ state, check }).to.deep.equal({ state: 'fatal', check: 'sales' });
    expect(message).to.equal(`the sales and the order items of 1 account (${ident}) disagree`);
  });

  it('finds a secret that the key does not open, also a former one', async () => {
    const { state, check, message } = await findingWhile(
      [`UPDATE apps SET former_secret = 'AAAA'`],
      ['UPDATE apps SET former_secret = NULL'],
    );

    expect({ state, check }).to.deep.equal({ state: 'fatal', check: 'secrets' });
    expect(message).to.match(/^the key does not decrypt the secrets of 1 app \(app_\w+\)/);
  });

  it('finds that the key is another one than that of the database, and names that', async () => {
    const { state, check, message } = await findingWhile(
      [`UPDATE secret_keys SET key_id = '0123456789abcdef'`],
      [`UPDATE secret_keys SET key_id = '${secretKeyOf(secretKey).id}'`],
    );

    expect({ state, check }).to.deep.equal({ state: 'fatal', check: 'secrets' });
    expect(message).to.match(/^COUNTERFOIL_SECRET_KEY .* set it to the one with key id 0123456789abcdef$/);
  });

  it('skips the secrets without a key', async () => {
    const { code, stdout } = await run(['verify'], { env: { DATABASE_URL: own.url } });

    expect(code).to.equal(0);
    expect(stdout).to.match(/^skipped +secrets +COUNTERFOIL_SECRET_KEY is not set$/m);
  });

  it('finds a missing table', async () => {
    await own.pool.raw('RENAME TABLE order_items TO knex_aside');
    const { ok, checks } = await verify().finally(() =>
      own.pool.raw('RENAME TABLE knex_aside TO order_items'),
    );

    expect(ok).to.equal(false);
    expect(checks.map(({ message }) => message)).to.deep.equal(['order_items missing']);
  });

  it('finds migrations that did not run', async () => {
    const rows = await own.pool('knex_migrations');
    await own.pool('knex_migrations').delete();
    const { ok, checks } = await verify().finally(() => own.pool('knex_migrations').insert(rows));

    const names = rows.map(({ name }) => name).join(', ');
    expect(ok).to.equal(false);
    expect(checks[0]?.message).to.equal(`the database lacks ${names}: run \`counterfoil migrate up\``);
  });
});
