import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { newAccount } from '../support/account.ts';
import { newApp, setPolicy } from '../support/apps.ts';
import { type Cluster, roleEnvironment, startCluster } from '../support/cluster.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { type ExampleClient, type ExampleCommand, exampleClients } from '../support/exampleClients.ts';
import { freshAccount } from '../support/fixtures.ts';
import { freePort } from '../support/ports.ts';
import type { Signer } from '../support/rawRequest.ts';
import { startRole } from '../support/roleProcess.ts';
import { Running } from '../support/running.ts';
import { storedRows } from '../support/stored.ts';
import { type Replacement, TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const vectors = 'examples/signature-vectors.json';
const redis = 14;
const clients = exampleClients();
/** Commands by the names of the clients, each of which is compiled once. */
const commands = new Map<string, ExampleCommand>();
/** The page of a proxy. */
const page = '200 OK\r\nContent-Type: text/html';
const json = 'Content-Type: application/json\r\nX-Request-Id: 1';
/** Answers that do not tell what became of an earlier attempt, and what the clients say of them. */
const indefinite = {
  'is rejected': {
    head: `401 Unauthorized\r\nX-Svc-Error: authentication_failed\r\n${json}`,
    body: '{"response":false,"message":"wrong","data":null}',
    said: '401 authentication_failed',
  },
  'gets the page of a proxy': { head: page, body: '<html>', said: '200 (not from Counterfoil)' },
};

describe('clients of examples/ (starts programs)', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  /** App whose requests need both signatures. */
  let app: Signer;
  let proxy: TcpProxy;
  let folder: string;
  before(async function () {
    // The first time, with downloads of 250 MB.
    this.timeout(600_000);
    folder = await emptyFolder();
    await Promise.all(clients.map(async ({ name, prepare }) => commands.set(name, await prepare(folder))));
    cluster = await startCluster({ redis });
  });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    app = await newApp(account.id);
    await setPolicy(app, 'v2-required');
    proxy = await TcpProxy.listen(cluster.gateways[0]?.port ?? 0);
  });
  afterEach(() => proxy.close());
  after(async () => {
    await cluster.stop();
    await cleanUp();
  });

  /** Starts a client as its users do. */
  function start(
    client: ExampleClient,
    line: readonly string[],
    signer = app,
    more: Record<string, string> = {},
  ) {
    const { file, parameters, env: own } = commands.get(client.name) as ExampleCommand;
    const env = {
      ...own,
      COUNTERFOIL_URL: `http://127.0.0.1:${proxy.port}`,
      COUNTERFOIL_APP_ID: signer.appId,
      COUNTERFOIL_API_SECRET: signer.apiSecret,
      ...more,
    };
    return new Running(file, [...parameters, ...line], { env });
  }

  function run(...parameters: Parameters<typeof start>) {
    return start(...parameters).ended;
  }

  /** Replaces an answer by one with this status and these headers. */
  function answerOf(head: string, body = '{}'): Replacement {
    const more = `Content-Length: ${body.length}\r\nConnection: close`;
    return { bytes: Buffer.from(`HTTP/1.1 ${head}\r\n${more}\r\n\r\n${body}`), isWhole: () => true };
  }

  /** A file with a signature that is said to be right, and is not. */
  async function oneWrongVector(): Promise<string> {
    const { vectors: all } = JSON.parse(await readFile(vectors, 'utf8'));
    const wrong = all.find(({ valid }: { readonly valid: string }) => valid === 'no');
    return JSON.stringify({ vectors: [{ ...wrong, valid: 'yes' }] }, null, 2);
  }

  const titles = async () =>
    (await storedRows('articles', account.id)).map(({ article_title }) => article_title);

  for (const client of clients) {
    const { name } = client;

    it(`${name} agrees with the signature vectors, and notices a wrong one`, async () => {
      const wrong = path.join(folder, `${name}.json`);
      await writeFile(wrong, await oneWrongVector());
      const right = await run(client, ['--vectors', vectors]);
      const differing = await run(client, ['--vectors', wrong]);

      expect(right).to.include({ code: 0, stderr: '' });
      expect(right.stdout).to.match(/^(\d+) of \1 vectors agree\n$/);
      expect(differing.code).to.equal(1);
      expect(differing.stdout)
        .to.include('differs: v1: wrong, signed another body\n')
        .and.include('0 of 1 vectors agree\n');
    });

    it(`${name} does not take a file without signature vectors for agreement`, async () => {
      const empty = path.join(folder, `${name}-empty.json`);
      await writeFile(empty, '{}');
      const { code, stdout } = await run(client, ['--vectors', empty]);

      expect(code).to.equal(1);
      expect(stdout).to.equal('0 of 0 vectors agree\n');
    });

    it(`${name} creates and reads a record, with characters beyond ASCII`, async () => {
      const created = await run(client, ['article.create', '{"article_title":"Käse 🧀"}']);
      const ident = /art_[0-9a-z]{26}/.exec(created.stdout)?.[0];
      const read = await run(client, ['article.read', `{"article_ident":"${ident}"}`]);

      expect(created).to.include({ code: 0, stderr: '' });
      expect(read.stdout).to.include('Käse 🧀');
      expect(await titles()).to.deep.equal(['Käse 🧀']);
    });

    it(`${name} says why an operation or a request was refused`, async () => {
      const refused = await run(client, ['article.read', '{"article_ident":"art_unknown"}']);
      const unsigned = await run(client, ['customer.create'], { ...app, apiSecret: 'wrong' });

      expect(refused.code).to.equal(2);
      expect(refused.stderr).to.include('article_not_found');
      expect(unsigned.code).to.equal(1);
      expect(unsigned.stderr).to.include('authentication_failed');
    });

    it(`${name} waits as long as Retry-After says, and repeats then`, async () => {
      proxy.replaceAnswers(1, 'POST', answerOf('503 Service Unavailable\r\nRetry-After: 2'));
      const startedAt = performance.now();
      const { code } = await run(client, ['article.create', '{"article_title":"Tea"}']);

      expect(code).to.equal(0);
      expect(performance.now() - startedAt).to.be.above(2_000);
      expect(await titles()).to.deep.equal(['Tea']);
    });

    for (const [what, { head, body, said }] of Object.entries(indefinite))
      it(`${name} calls the outcome unknown when the answer was lost and the repeat ${what}`, async () => {
        proxy.onDrop = () => proxy.replaceAnswers(1, 'POST', answerOf(head, body));
        proxy.dropAnswers(1);
        const { code, stderr } = await run(client, ['article.create', '{"article_title":"Tea"}', 'key-1']);

        expect(code).to.equal(1);
        expect(stderr).to.include(
          `${said}; the outcome is unknown\nRepeat it with the idempotency key key-1`,
        );
        expect(await titles()).to.deep.equal(['Tea']);
      });

    it(`${name} repeats a call whose answer a proxy lost, and the record is created once`, async () => {
      const head = '502 Bad Gateway\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT';
      proxy.replaceAnswers(1, 'POST', answerOf(head, '<html>'));
      const ended = await run(client, ['article.create', '{"article_title":"Tea"}']);

      expect(ended).to.include({ code: 0, stderr: '' });
      expect(await titles()).to.deep.equal(['Tea']);
    });

    it(`${name} repeats a call whose answer broke off between chunks`, async () => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked';
      const bytes = Buffer.from(`${head}\r\nConnection: close\r\n\r\n11\r\n{"response":true,\r\n`);
      proxy.replaceAnswers(1, 'POST', { bytes, isWhole: () => true });
      const ended = await run(client, ['article.create', '{"article_title":"Tea"}']);

      expect(ended).to.include({ code: 0, stderr: '' });
      expect(ended.stdout).to.match(/art_[0-9a-z]{26}/);
      expect(await titles()).to.deep.equal(['Tea']);
    });

    it(`${name} does not send a call whose idempotency key is empty`, async () => {
      const { code, stderr } = await run(client, ['article.create', '{"article_title":"Tea"}', '']);

      expect(code, stderr).to.equal(1);
      expect(stderr).to.match(/idempotency.?key/i);
      expect(await titles()).to.deep.equal([]);
    });

    it(`${name} does not take the answer of another server for success`, async () => {
      proxy.replaceAnswers(1, 'POST', answerOf(page, '<html>'));
      const { code, stdout, stderr } = await run(client, ['article.create', '{"article_title":"Tea"}']);

      expect(code).to.equal(1);
      expect(stderr).to.include('is not from Counterfoil: check the address');
      expect(stdout).to.equal('');
    });

    it(`${name} gives up at its deadline, and names the key to repeat with`, async () => {
      const env = { COUNTERFOIL_URL: `http://127.0.0.1:${await freePort()}`, COUNTERFOIL_DEADLINE: '1' };
      const { code, stderr } = await run(client, ['article.create', '{}', 'key-1'], app, env);

      expect(code).to.equal(1);
      expect(stderr).to.match(/not answered.*\n?Repeat it with the idempotency key key-1/s);
    });
  }

  for (const java of clients.filter(({ name }) => name === 'Java'))
    it("Java refuses arguments that it can't read in this locale", async () => {
      const { code, stderr } = await run(java, ['article.create', '{"article_title":"Käse"}'], app, {
        LC_ALL: 'C',
      });

      expect(code).to.equal(1);
      expect(stderr).to.include('LC_ALL=C.UTF-8');
      expect(await titles()).to.deep.equal([]);
    });

  it('have created one record each when the gateway is killed before it answers', async () => {
    const port = await freePort();
    const first = await startGateway(port);
    await proxy.close();
    proxy = await TcpProxy.listen(port);
    proxy.dropAnswers(clients.length);
    const running = clients.map((client) =>
      start(client, ['article.create', `{"article_title":"${client.name}"}`]),
    );
    try {
      await until(() => proxy.dropped === clients.length);
    } finally {
      process.kill(first.pid ?? Number.NaN, 'SIGKILL');
      await first.stop();
    }
    const second = await startGateway(port);
    const ended = await Promise.all(running.map((each) => each.ended));
    await second.stop();

    for (const { code, stdout, stderr } of ended) {
      expect(code, stderr).to.equal(0);
      expect(stdout).to.match(/art_[0-9a-z]{26}/);
    }
    expect(await titles()).to.have.members(clients.map(({ name }) => name));
  });

  function startGateway(port: number): Promise<ManagedProcess> {
    return startRole('gateway', { env: { ...roleEnvironment(redis, port), LOG_LEVEL: 'silent' } });
  }
});
