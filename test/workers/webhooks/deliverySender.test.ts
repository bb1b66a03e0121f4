import { promises as dns } from 'node:dns';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { lookupWith, Sender } from '../../../workers/webhooks/deliverySender.ts';
import { publicResolver } from '../../../workers/webhooks/publicResolver.ts';
import { AnsweringServer, cutOff, type Handler, page, silence } from '../../support/answeringServer.ts';
import { Authority } from '../../support/certificates.ts';
import { NameServer } from '../../support/nameServer.ts';

const sandbox = { loopback: true };
const outside = { loopback: false };
const message = { headers: { 'webhook-id': 'msg_1' }, body: '{}' };

describe('sender of webhooks', () => {
  const sender = new Sender({ resolve: async () => ['127.0.0.1'], maxMs: 300 });
  const servers: AnsweringServer[] = [];
  after(async () => {
    await sender.stop();
    await Promise.all(servers.map((server) => server.close()));
  });

  async function answerOf(handler: Handler) {
    const server = await AnsweringServer.listen(handler);
    servers.push(server);
    return { server, attempt: await sender.post({ ...message, url: server.url }, sandbox) };
  }

  it('keeps status and the beginning of the answer', async () => {
    const { attempt } = await answerOf((answer) => answer.writeHead(500).end('out\u0000 of\norder'));

    expect(attempt).to.include({ status: 500, error: '', answer: 'out of order' });
  });

  it('sends the exact body, and nothing of its own but what it names', async () => {
    let seen: unknown;
    await answerOf((answer, request) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { method, headers } = request;
        seen = { body, method, id: headers['webhook-id'], headers: Object.keys(headers).toSorted() };
        answer.end();
      });
    });

    expect(seen).to.deep.equal({
      body: '{}',
      method: 'POST',
      id: 'msg_1',
      headers: ['connection', 'content-length', 'host', 'webhook-id'],
    });
  });

  it('follows no redirect [webhooks-ssrf]', async () => {
    const target = await AnsweringServer.listen(page(200));
    servers.push(target);

    const { attempt } = await answerOf((answer) => answer.writeHead(307, { Location: target.url }).end());

    expect(attempt.status).to.equal(307);
    expect(target.seen).to.equal(0);
  });

  it('ends after its time if nobody answers', async () => {
    const { attempt } = await answerOf(silence);

    expect(attempt).to.include({ status: 0, error: 'no answer within 0.3 s' });
  });

  it('says that the receiver closed the connection', async () => {
    const { attempt } = await answerOf((answer) => answer.destroy());

    expect(attempt).to.include({ status: 0, error: 'connection closed without an answer' });
  });

  it('takes the status of an answer that breaks off', async () => {
    const { attempt } = await answerOf(cutOff);

    expect(attempt).to.include({ status: 200, answer: '{"response":true,"data":' });
  });

  it('reads a bounded part of an answer without end, and stores less', async () => {
    let written = 0;
    const { attempt } = await answerOf((answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write('x'.repeat(65_536))) written += 65_536;
        if (!answer.destroyed) answer.once('drain', more);
      };
      more();
    });

    expect(attempt).to.include({ status: 200, answer: 'x'.repeat(512) });
    expect(written).to.be.below(64 * 1_048_576);
  });

  it('counts the time of the body: who sends it slowly is slow', async () => {
    const server = await AnsweringServer.listen((answer) => {
      answer.write('a');
      setTimeout(() => answer.end('b'), 100);
    });
    servers.push(server);
    const patient = new Sender({ resolve: async () => [] });

    const attempt = await patient.post({ ...message, url: server.url }, sandbox);
    await patient.stop();

    expect(attempt).to.include({ status: 200, answer: 'ab' });
    expect(attempt.ms).to.be.at.least(90);
  });

  it('says why in at most 128 characters, whatever the name of the host', async () => {
    const nowhere = new Sender({ resolve: async () => [] });
    const host = `${'a'.repeat(60)}.`.repeat(4);

    const { error } = await nowhere.post({ ...message, url: `https://${host}example.com/` }, outside);
    await nowhere.stop();

    expect(error).to.match(/^address refused: aaa/);
    expect(error).to.have.length(128);
  });

  it('refuses headers without end', async () => {
    const { attempt } = await answerOf((answer) =>
      answer.writeHead(200, { 'X-Long': 'x'.repeat(100_000) }).end(),
    );

    expect(attempt.status).to.equal(0);
    expect(attempt.error).to.match(/headers/i);
  });

  it('says that nobody listens', async () => {
    const server = await AnsweringServer.listen(page(200));
    const { url } = server;
    await server.close();

    const attempt = await sender.post({ ...message, url }, sandbox);

    expect(attempt).to.include({ status: 0, error: 'connection refused' });
  });

  it('says that nobody answers where the name servers should be', async () => {
    const server = await NameServer.listen('192.0.2.1');
    const { url } = server;
    await server.close();
    const resolver = new dns.Resolver({ timeout: 100, tries: 1 });
    resolver.setServers([url]);
    const lost = new Sender({ resolve: publicResolver(() => resolver) });

    const attempt = await lost.post({ ...message, url: 'https://hooks.example.com/' }, outside);
    const misnamed = await lost.post({ ...message, url: `https://${'a'.repeat(64)}.example.com/` }, outside);
    await lost.stop();

    expect(attempt).to.include({ status: 0, error: 'the name servers did not answer' });
    expect(misnamed).to.include({ status: 0, error: 'the host has no address' });
  });

  it('sends to no address that a URL names, if it is not public [webhooks-ssrf]', async () => {
    const server = await AnsweringServer.listen(page(200));
    servers.push(server);
    const url = server.url.replace('http:', 'https:');

    const attempt = await sender.post({ ...message, url }, outside);

    expect(attempt.error).to.match(/^url has the address 127\.0\.0\.1, which is not public/);
    expect(server.seen).to.equal(0);
  });
});

describe('sender of webhooks over TLS', () => {
  let authority: Authority;
  let server: Server;
  let port: number;
  let seen = 0;
  before(async () => {
    authority = new Authority();
    const { key, certificate } = authority.certify('receiver', ['DNS:localhost']);
    server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, answer) => {
      seen += 1;
      answer.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    server.close();
    authority.remove();
  });

  const send = async (ca: string | undefined, host: string, addresses: readonly (readonly string[])[]) => {
    const asked: string[] = [];
    const sender = new Sender({
      resolve: async (name) => {
        asked.push(name);
        return addresses[Math.min(asked.length, addresses.length) - 1] as readonly string[];
      },
      maxMs: 2_000,
      ...(ca && { ca }),
    });
    const url = `https://${host}:${port}/`;
    const reach = host === 'localhost' ? sandbox : outside;
    const attempts = [
      await sender.post({ ...message, url }, reach),
      await sender.post({ ...message, url }, reach),
    ];
    await sender.stop();
    return { attempts, asked };
  };

  it('verifies the certificate', async () => {
    const trusted = await send(readFileSync(authority.file, 'utf8'), 'localhost', [[]]);
    const untrusted = await send(undefined, 'localhost', [[]]);

    expect(trusted.attempts.map(({ status }) => status)).to.deep.equal([204, 204]);
    expect(untrusted.attempts[0]).to.include({ status: 0 });
    expect(untrusted.attempts[0]?.error).to.match(/connection failed: \w+/);
  });

  it('connects to nothing that its resolver says, if it is not public [webhooks-ssrf]', async () => {
    const before = seen;

    const { attempts, asked } = await send(undefined, 'rebind.example.com', [['127.0.0.1'], ['::1']]);

    expect(attempts.map(({ error }) => error)).to.deep.equal([
      'address refused: 127.0.0.1 is not a public address',
      'address refused: ::1 is not a public address',
    ]);
    expect(asked).to.deep.equal(['rebind.example.com', 'rebind.example.com']);
    expect(seen).to.equal(before);
  });
});

describe('look-up of a connection', () => {
  it('asks once, and pins the addresses that it checked, when a resolver changes its answer [webhooks-ssrf]', async () => {
    const answers = [['1.1.1.1', '2606:4700:4700::1111'], ['169.254.169.254']];
    let asked = 0;
    const lookup = lookupWith(outside, async () => answers[asked++] as string[]);
    const look = () =>
      new Promise((resolve) =>
        lookup('rebind.example.com', { all: true }, (error, found) => resolve(error?.message ?? found)),
      );

    expect(await look()).to.deep.equal([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(asked).to.equal(1);
    expect(await look()).to.equal('169.254.169.254 is not a public address');
  });
});
