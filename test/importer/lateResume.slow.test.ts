import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { Imports, summaryOf } from '../support/imports.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';
import { database } from '../support/servers.ts';
import { storedRows } from '../support/stored.ts';

/** The service keeps answers for 25 hours, and the plans of a batch in flight stay on disk until somebody continues it. */
describe('an import that is continued or undone after more than a day (waits for the service)', function () {
  this.timeout(60_000);
  let account: TestAccount;
  let service: LoadBalancer;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    service = await LoadBalancer.listen((await cluster()).url);
    imports = await Imports.of(account, service.url);
  });
  afterEach(() => service.close());
  after(cleanUp);

  /** Runs an import that gives up: requests with this text are not answered. With `passed`, they are done nevertheless. */
  async function brokenRun(text: string, passed: boolean, ...parameters: readonly string[]): Promise<void> {
    service.broken = { text, passed };
    const { code, stderr } = await imports.run(...parameters, '--patience', '1');
    service.broken = { text: '', passed: false };
    expect(code, stderr).to.equal(1);
    expect(stderr).to.match(/no answer from the service for/);
  }

  const forgetAnswers = () => database()('inbox').where({ account_id: account.id }).delete();

  /** Makes stored plans a day older. */
  async function agePlans(): Promise<void> {
    const names = (await imports.files()).filter((name) => /\.journal\.\d+(\.taken)?$/.test(name));
    expect(names).not.to.be.empty;
    for (const name of names) {
      const plan = JSON.parse(await imports.read(name));
      await imports.write(name, JSON.stringify({ ...plan, plannedAt: plan.plannedAt - 25 * 3_600_000 }));
    }
  }

  it('gives each record the values of its own row', async () => {
    const head = 'external_ident,article_title,article_price,article_tax_rate\n';
    const update = ['articles', 'list.csv', '--on-existing', 'update', '--json'];
    await imports.write('list.csv', `${head}b,Kaffee,5,7\n`);
    await imports.run(...update);
    await imports.write('list.csv', `${head}a,Tee,999,7\nb,Kaffee,6,7\nc,Saft,3,7\nd,Kakao,4,7\n`);
    await brokenRun('article.update', false, ...update);
    await forgetAnswers();

    const ended = await imports.run(...update);

    expect(summaryOf(ended), ended.stderr).to.include({ isFinished: true, refused: 0, updated: 1 });
    const prices = (await storedRows('articles', account.id)).map(({ article_title, article_price }) => [
      article_title,
      article_price,
    ]);
    expect(Object.fromEntries(prices)).to.deep.equal({
      Tee: '999.0000',
      Kaffee: '6.0000',
      Saft: '3.0000',
      Kakao: '4.0000',
    });
  });

  it('also continues while the service still has the answers', async () => {
    const head = 'external_ident,article_title,article_price,article_tax_rate\n';
    const update = ['articles', 'list.csv', '--on-existing', 'update', '--json'];
    await imports.write('list.csv', `${head}b,Kaffee,5,7\n`);
    await imports.run(...update);
    await imports.write('list.csv', `${head}a,Tee,2,7\nb,Kaffee,6,7\nc,Saft,3,7\n`);
    await brokenRun('article.create', true, ...update);
    await agePlans();

    const ended = await imports.run(...update);

    expect(summaryOf(ended), ended.stderr).to.include({ isFinished: true, updated: 1, unchanged: 2 });
  });

  it('creates each delivery address once', async () => {
    const { customer_ident } = await account.client.customer.create({});
    await imports.write('places.csv', `customer_ident,delivery_city\n${customer_ident},Kiel\n`);
    await brokenRun('address.create', true, 'addresses', 'places.csv');
    await forgetAnswers();
    await agePlans();

    const ended = await imports.run('addresses', 'places.csv', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ isFinished: true, created: 0, existed: 1 });
    expect(await storedRows('addresses', account.id)).to.have.length(1);
  });

  it('creates each record of an export once, also without an external_ident', async () => {
    const exported = ['articles', 'export.csv', '--match', 'article_ident', '--json'];
    const ident = 'art_01jd2q4z0c8k3v7n5m9x1r6t2w';
    await imports.write('export.csv', `article_ident,article_nr,article_title\n${ident},T-1,Tee\n`);
    await brokenRun('article.create', true, ...exported);
    await forgetAnswers();
    await agePlans();

    const ended = await imports.run(...exported);

    expect(summaryOf(ended), ended.stderr).to.include({ isFinished: true, created: 0, unchanged: 1 });
    expect(await storedRows('articles', account.id)).to.have.length(1);
  });

  it('is not taken for undone: what it may have written is left, and listed', async () => {
    const head = 'external_ident,article_title,article_price,article_tax_rate\n';
    const update = ['articles', 'list.csv', '--on-existing', 'update', '--json'];
    await imports.write('list.csv', `${head}b,Kaffee,5,7\nc,Saft,3,7\nd,Kakao,4,7\n`);
    await imports.run(...update);
    await imports.write('list.csv', `${head}a,Tee,2,7\nb,Kaffee,6,7\nc,Saft,3,7\nd,Kakao,4,7\n`);
    await brokenRun('article.update', true, ...update);
    await forgetAnswers();
    await agePlans();
    const before = await storedRows('articles', account.id);

    const undone = await imports.run('undo', '2');
    const again = await imports.run('undo', '2', '--json');

    expect(undone.code, undone.stderr).to.equal(3);
    expect(undone.stdout).to.match(
      /^Nothing of run 2 [^]* 2 left as they are, [^]*"Tee" \(a\): may have been written by the run/,
    );
    expect(undone.stdout).to.match(/"Kaffee" \(b\): .*; article_price: before 5(\.0+)?, run 6\n/);
    expect(summaryOf(again), again.stderr).to.include({ left: 2, gone: 0, removed: 0 });
    expect(before).to.have.length(4);
    expect(await storedRows('articles', account.id)).to.deep.equal(before);
  });
});
