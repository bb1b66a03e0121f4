import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { Imports, summaryOf } from '../support/imports.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';
import { database } from '../support/servers.ts';
import { storedRows } from '../support/stored.ts';

/** The service keeps answers for 25 hours, and the plans of a batch in flight stay on disk until somebody continues it. */
describe('an import that is continued after more than a day (waits for the service)', function () {
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
});
