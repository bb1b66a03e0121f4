import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { expectError } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { articlesCsv, Imports, summaryOf } from '../support/imports.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';
import { freePort } from '../support/ports.ts';
import { storedRows } from '../support/stored.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

describe('an import and its service (waits for the service)', function () {
  this.timeout(60_000);
  let account: TestAccount;
  before(async () => {
    account = await newAccount();
  });
  after(cleanUp);

  const prepared = async (url: string, rows = 1_000, signer = account) => {
    const imports = await Imports.of(signer, url);
    await imports.write('list.csv', articlesCsv(rows));
    return imports;
  };

  it('that is not running: is reported at once', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const imports = await prepared(url);

    expectError(
      await imports.run('articles', 'list.csv'),
      /^no answer from http:\S+: is the service running\?/,
    );
    expect(await imports.files()).to.deep.equal(['list.csv']);
  });

  it('that rejects the app: is reported at once', async () => {
    const imports = await prepared((await cluster()).url, 1, { ...account, apiSecret: 'wrong' });

    expectError(
      await imports.run('articles', 'list.csv'),
      /rejects the app app_\w+: it is unknown, revoked or disabled, or its secret is wrong/,
    );
  });

  it('that is overloaded: the import waits for Retry-After, and sends everything', async () => {
    const balancer = await LoadBalancer.listen((await cluster()).url);
    const fresh = await newAccount();
    const imports = await prepared(balancer.url, 1_000, fresh);
    const isThere: [number] = [200];
    const busy = [503, { 'retry-after': '1' }] as [number, Record<string, string>];
    // The account is read, and then records are sent.
    balancer.answer(isThere, busy, 'pass on', busy, [429, { 'retry-after': '1' }]);

    const ended = await imports.run('articles', 'list.csv', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ created: 1_000, refused: 0 });
    const [first, ...later] = balancer.seen.slice(3);
    const again = later.findLast(
      ({ headers }) => headers['idempotency-key'] === first?.headers['idempotency-key'],
    );
    expect((again?.at ?? 0) - (first?.at ?? 0)).to.be.at.least(1_000);
    await balancer.close();
  });

  it('that is overloaded: the import can be stopped while it waits', async () => {
    const balancer = await LoadBalancer.listen((await cluster()).url);
    const imports = await prepared(balancer.url, 1_000, await newAccount());
    const busy = [503, { 'retry-after': '30' }] as [number, Record<string, string>];
    balancer.answer([200], 'pass on', busy);
    const running = await imports.start('articles', 'list.csv', '--json');
    await until(() => balancer.seen.length === 3);

    const { code, stderr } = await running.stop('SIGINT');

    expect({ code }).to.deep.equal({ code: 1 });
    expect(stderr).to.match(/counterfoil: stopped\n$/);
    await balancer.close();
  });

  it('that stops answering: the import gives up after --patience, and continues when the service is back [import-outage]', async () => {
    const fresh = await newAccount();
    const proxy = await TcpProxy.listen(Number(new URL((await cluster()).url).port));
    const imports = await prepared(`http://127.0.0.1:${proxy.port}`, 30_000, fresh);
    const running = await imports.start('articles', 'list.csv', '--json', '--patience', '1');
    const journal = 'list.csv.articles.journal';
    await until(() => imports.hasLines(journal, 4));

    const refusing = setInterval(() => proxy.cut(), 5);
    const { code, stderr, stdout } = await running.ended;
    clearInterval(refusing);

    expect(code, stdout).to.equal(1);
    expect(stderr).to.match(
      /counterfoil: no answer from the service for \d+ s: .*; run the same command again to continue\n$/,
    );
    const again = await imports.run('articles', 'list.csv', '--json');
    expect(summaryOf(again)).to.include({ rows: 30_000, created: 30_000 });
    expect(await storedRows('articles', fresh.id)).to.have.length(30_000);
    await proxy.close();
  });
});
