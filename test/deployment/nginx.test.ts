import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { Authority } from '../support/certificates.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { Running } from '../support/running.ts';
import { until } from '../support/until.ts';

const nginx = findCommand('nginx', commandFolders());
const name = 'counterfoil.example.com';

if (nginx)
  describe('deploy/nginx/counterfoil.conf', function () {
    this.timeout(60_000);
    let cluster: Cluster;
    let account: TestAccount;
    let authority: Authority;
    let server: ChildProcess;
    let port: number;
    let folder: string;
    before(async () => {
      cluster = await startCluster({ redis: 12, gateways: 2 });
      account = await newAccount({}, cluster);
      authority = new Authority();
      folder = await emptyFolder();
      port = await freePort();
      server = spawn(nginx, ['-p', folder, '-c', await configuration()], { stdio: 'inherit' });
      await until(async () => (await curl('/', [])).stdout.startsWith('404'));
    });
    after(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await cluster.stop();
      authority.remove();
      await cleanUp();
    });

    /** The example with the ports and the certificate of this test. */
    async function configuration(): Promise<string> {
      const { key, certificate } = authority.certify(name, [`DNS:${name}`]);
      const example = (await readFile('deploy/nginx/counterfoil.conf', 'utf8'))
        .replace('listen [::]:443 ssl;', '')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
        .replace('127.0.0.1:8081', `127.0.0.1:${cluster.gateways[0]?.port}`)
        .replace('127.0.0.1:8082', `127.0.0.1:${cluster.gateways[1]?.port}`)
        .replace('/etc/ssl/counterfoil/fullchain.pem', certificate)
        .replace('/etc/ssl/counterfoil/key.pem', key);
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((temporary) => {
        return `${temporary}_temp_path ${folder}/${temporary};`;
      });
      const http = ['access_log off;', ...places, example].join('\n');
      const whole = ['daemon off;', `pid ${folder}/pid;`, `error_log ${folder}/error.log;`, 'events {}'];
      await mkdir(path.join(folder, 'logs'));
      const file = path.join(folder, 'nginx.conf');
      await writeFile(file, `${whole.join('\n')}\nhttp {\n${http}\n}\n`);
      return file;
    }

    /** The status, then the body. */
    function curl(place: string, options: readonly string[], input = '') {
      const trust = ['--silent', '--cacert', authority.file, '--resolve', `${name}:${port}:127.0.0.1`];
      const line = [...trust, '--write-out', '%{stderr}%{http_code}', ...options];
      const url = `https://${name}:${port}${place}`;
      return new Running('curl', [...line, url], { input }).ended.then(({ stdout, stderr, code }) => ({
        code,
        stdout: `${stderr} ${stdout}`,
      }));
    }

    function post(
      method: string,
      body: string,
      headers: readonly string[] = [],
      more: readonly string[] = [],
    ) {
      const all = [
        'Content-Type: application/json',
        `X-Svc-Method: ${method}`,
        `X-Svc-Hmac: ${signatureHeader(account.appId, body, account.apiSecret)}`,
        ...headers,
      ];
      const options = all.flatMap((header) => ['--header', header]);
      return curl('/api/v1', ['--data-binary', '@-', ...options, ...more], body);
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

    it('goes on with the other gateway when one stops', async () => {
      await cluster.gateways[0]?.stop();

      const answers = await Promise.all(Array.from({ length: 20 }, () => post('customer.create', '{}')));

      for (const { stdout } of answers) expect(stdout).to.match(/^200 {"response":true,/);
    });
  });
