import { expect } from 'chai';
import { counterfoil } from '../../client/nodeClient.ts';
import { jsonOf, run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { descendantsOf } from '../support/processes.ts';
import { startUp, type Up } from '../support/up.ts';

describe('counterfoil up with several workers of a kind (starts `up`)', function () {
  this.timeout(60_000);
  let up: Up;
  let accountWorkers: readonly number[];
  before(async () => {
    const parameters = ['up', '--workers', 'article=2,bulk=2'];
    up = await startUp({ starts: (options) => start(parameters, options) });
    const ofAccounts = workers().filter(({ command }) => command === 'counterfoil worker account');
    accountWorkers = ofAccounts.map(({ pid }) => pid);
  });
  after(cleanUp);

  const workers = () =>
    descendantsOf(up.running.pid).filter(({ command }) => command.startsWith('counterfoil worker'));
  const returns = () => (up.running.printed.match(/^worker account( 2)? is back$/gm) ?? []).length;

  async function json(...command: string[]): Promise<Readonly<Record<string, string>>> {
    return jsonOf(await run([...command, '--json'], { env: { COUNTERFOIL_DATA_DIR: up.folder } })) as Record<
      string,
      string
    >;
  }

  it('runs as many as the option says, two of accounts, and one of each other kind', () => {
    const titles = workers().map(({ command }) => command.replace('counterfoil worker ', ''));

    expect(titles.toSorted()).to.deep.equal([
      'account',
      'account',
      'address interactive',
      'article interactive',
      'article interactive',
      'changes interactive',
      'customer address article changes bulk',
      'customer address article changes bulk',
      'customer interactive',
      'order',
      'webhook',
    ]);
  });

  for (const [index, which] of ['one', 'the other'].entries())
    it(`answers apps that it has not seen before while ${which} account worker is killed`, async () => {
      const { account_ident = '' } = await json('account', 'create', 'New');
      const { app_id: appId = '', api_secret: apiSecret = '' } = await json('app', 'create', account_ident);
      const client = counterfoil({ url: up.url, appId, apiSecret, repeats: 0 });

      process.kill(accountWorkers[index] ?? Number.NaN, 'SIGKILL');
      // Until its connection is closed, Redis may still wake it for the next job; the others look after two seconds.
      await up.running.prints(new RegExp(`(was killed by SIGKILL[^]*){${index + 1}}`));
      const { status, envelope } = await client.send('article.create', '{"article_title":"Tea"}');
      const returnsBefore = returns();
      await client.close();

      expect({ status, response: envelope.response }).to.deep.equal({ status: 200, response: true });
      expect(returnsBefore).to.equal(index);
      await up.running.prints(new RegExp(`(is back\\n[^]*){${index + 1}}`));
    });
});
