import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { freePort } from '../support/ports.ts';
import { Proxy, proxyKinds, proxyName, proxyProgram } from '../support/proxies.ts';
import { Running } from '../support/running.ts';
import { until } from '../support/until.ts';

for (const kind of proxyKinds.filter(proxyProgram))
  describe(`deploy/${kind} (starts a proxy, stops a gateway)`, function () {
    this.timeout(60_000);
    let cluster: Cluster;
    let account: TestAccount;
    let proxy: Proxy;
    before(async () => {
      cluster = await startCluster({ redis: 12, gateways: 2, drainMs: 2_000 });
      account = await newAccount({}, cluster);
      proxy = await Proxy.start(
        kind,
        cluster.gateways.map(({ port }) => port),
      );
      await until(async () => (await curl('/', [])).stdout.startsWith('404'));
    });
    after(async () => {
      await proxy.stop();
      await cluster.stop();
    });

    /** Resolves to the status and the body in `stdout`, in this order. */
    function curl(place: string, options: readonly string[], input = '', through = proxy) {
      const address = `${proxyName}:${through.port}:127.0.0.1`;
      const trust = ['--silent', '--cacert', through.authority.file, '--resolve', address];
      const line = [...trust, '--write-out', '%{stderr}%{http_code}', ...options];
      return new Running('curl', [...line, `${through.url}${place}`], { input }).ended.then(
        ({ stdout, stderr, code }) => ({
          code,
          stdout: `${stderr} ${stdout}`,
        }),
      );
    }

    function post(
      method: string,
      body: string,
      headers: readonly string[] = [],
      more: readonly string[] = [],
      through = proxy,
    ) {
      const all = [
        'Content-Type: application/json',
        `X-Svc-Method: ${method}`,
        `X-Svc-Hmac: ${signatureHeader(account.appId, body, account.apiSecret)}`,
        ...headers,
      ];
      const options = all.flatMap((header) => ['--header', header]);
      return curl('/api/v1', ['--data-binary', '@-', ...options, ...more], body, through);
    }

    it('passes a signed call on, over TLS', async () => {
      const { stdout } = await post('customer.create', '{ "bill_city": "Köln\\u0041" }');

      expect(stdout).to.match(/^200 {"response":true,/);
    });

    it('passes a call on whose path names the operation', async () => {
      const hmac = `X-Svc-Hmac: ${signatureHeader(account.appId, '{}', account.apiSecret)}`;
      const headers = ['Content-Type: application/json', hmac].flatMap((header) => ['--header', header]);
      const { stdout } = await curl('/api/v1/customer.create', ['--data-binary', '@-', ...headers], '{}');

      expect(stdout).to.match(/^200 {"response":true,/);
    });

    it('passes a compressed answer on', async () => {
      const data = { article_title: 'Tea', article_description: 'x'.repeat(20_000) };
      const { article_ident } = await account.client.article.create(data);
      const { stdout } = await post(
        'article.read',
        JSON.stringify({ article_ident }),
        [],
        ['--compressed', '--include'],
      );

      expect(stdout).to.match(/\r\ncontent-encoding: gzip\r\n/i);
      expect(stdout).to.include(data.article_description);
    });

    it('passes a batch of many megabytes on, with and without Expect: 100-continue', async () => {
      const data = { article_title: 'Tea', article_description: 'x'.repeat(60_000) };
      const operations = Array.from({ length: 120 }, () => ({ method: 'article.create', data }));
      const body = JSON.stringify({ operations });
      expect(body.length).to.be.within(7_000_000, 8 * 1_048_576);

      for (const expects of ['Expect: 100-continue', 'Expect:']) {
        const { stdout } = await post('batch.run', body, [expects]);

        expect(stdout.slice(0, 60)).to.match(/^200 {"response":true,/);
        expect(stdout.match(/"article created"/g)).to.have.length(120);
      }
    });

    it('lets the gateway refuse what is too large', async () => {
      const { stdout } = await post(
        'article.create',
        JSON.stringify({ article_title: 'x'.repeat(2_000_000) }),
      );

      expect(stdout).to.match(
        /^413 {"response":false,"data":{"code":"body_too_large".*"request body too large"}$/,
      );
    });

    it('has no other addresses', async () => {
      for (const place of ['/readyz', '/healthz', '/docs', '/openapi.json', '/api/v1/', '/api/v1/x/y', '/'])
        expect((await curl(place, [])).stdout).to.match(/^404/);
    });

    it('sends to the other gateway what one could not be asked', async () => {
      const ports = [await freePort(), Number(cluster.gateways[1]?.port)];
      const half = await Proxy.start(kind, ports);
      const isAnswered = async () =>
        (await post('article.create', '{}', [], [], half)).stdout.startsWith('200');
      try {
        // Caddy learns of it by a check only, and takes gateways for healthy before the first one.
        if (kind === 'caddy') await until(isAnswered);
        for (const size of [1, 60_000]) {
          const body = JSON.stringify({ article_title: 'Tea', article_description: 'x'.repeat(size) });
          const calls = Array.from({ length: 10 }, () => post('article.create', body, [], [], half));
          for (const { stdout } of await Promise.all(calls))
            expect(stdout).to.match(/^200 {"response":true,/);
        }
      } finally {
        await half.stop();
      }
    });

    it('sends calls to the gateway that runs, while none is ready', async () => {
      const unready = createServer((request, response) => {
        const status = request.url === '/readyz' ? 503 : 200;
        request.resume().on('end', () => response.writeHead(status).end(request.url));
      }).listen(0, '127.0.0.1');
      await once(unready, 'listening');
      const ports = [await freePort(), (unready.address() as AddressInfo).port];
      const half = await Proxy.start(kind, ports);
      const answersOf = async (count: number) => {
        const calls = Array.from({ length: count }, () => post('article.create', '{}', [], [], half));
        return [...new Set((await Promise.all(calls)).map(({ stdout }) => stdout))];
      };
      try {
        // Caddy takes gateways for healthy before the first check.
        if (kind === 'caddy') await until(async () => (await answersOf(5)).join() === '200 /api/v1');
        expect(await answersOf(20)).to.deep.equal(['200 /api/v1']);
      } finally {
        await half.stop();
        unready.close();
      }
    });

    it('goes on with the other gateway when one stops', async () => {
      await cluster.gateways[0]?.stop();

      const answers = await Promise.all(Array.from({ length: 20 }, () => post('customer.create', '{}')));

      for (const { stdout } of answers) expect(stdout).to.match(/^200 {"response":true,/);
    });
  });
