import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { expect } from 'chai';
import { Agent, buildConnector, request } from 'undici';
import { checkedConnector, Sender } from '../../../workers/webhooks/deliverySender.ts';
import { AnsweringServer, page } from '../../support/answeringServer.ts';
import { Authority } from '../../support/certificates.ts';
import { until } from '../../support/until.ts';

const host = 'rebind.example.com';
const message = { headers: { 'webhook-id': 'msg_1' }, body: '{}' };
const sandbox = { loopback: true };
const outside = { loopback: false };

/** A sandbox may connect to all loopback addresses, so that they stand for public ones here. */
describe('connections to a host whose name server changes its answer', () => {
  let authority: Authority;
  let server: Server;
  let sender: Sender;
  let url: string;
  let addresses: readonly string[];
  let asked: number;
  /** Addresses at which requests came. */
  let came: (string | undefined)[];
  let sockets: Set<Socket>;
  before(async () => {
    authority = new Authority();
    const { key, certificate } = authority.certify('rebind', [`DNS:${host}`]);
    server = createServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      ({ socket }, answer) => {
        came.push(socket.localAddress);
        answer.writeHead(204).end();
      },
    );
    server.on('secureConnection', (socket) => sockets.add(socket));
    await once(server.listen(0, '0.0.0.0'), 'listening');
    url = `https://${host}:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    came = [];
    asked = 0;
    sockets = new Set();
    const resolve = async () => {
      asked += 1;
      return addresses;
    };
    sender = new Sender({ resolve, maxMs: 5_000, ca: readFileSync(authority.file, 'utf8') });
  });
  afterEach(() => sender.stop());
  after(() => {
    server.close();
    authority.remove();
  });

  const post = (reach = sandbox) => sender.post({ ...message, url }, reach);

  it('go to the address that was checked, and are used again without another one [webhooks-ssrf]', async () => {
    addresses = ['127.0.0.2'];
    // The second one opens a connection, too, if the first one is not idle yet: one of both is for the third.
    const attempts = [await post(), await post()];
    addresses = ['169.254.169.254'];
    attempts.push(await post());

    expect(attempts.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
    expect(came).to.deep.equal(['127.0.0.2', '127.0.0.2', '127.0.0.2']);
    expect(sockets.size).to.equal(asked).and.to.be.below(3);
  });

  it('are checked anew after they were closed [webhooks-ssrf]', async () => {
    addresses = ['127.0.0.2'];
    await post();
    addresses = ['10.0.0.1'];
    for (const socket of sockets) socket.destroy();
    let attempt = await post();
    // The sender may not have seen the end of the connection yet.
    await until(async () => attempt.error.startsWith('address refused') || ((attempt = await post()), false));

    expect(attempt).to.include({ status: 0, error: 'address refused: 10.0.0.1 is not a public address' });
    expect(came).to.deep.equal(['127.0.0.2']);
  });

  it('of a sandbox are not used for another account [webhooks-ssrf]', async () => {
    addresses = ['127.0.0.2'];
    await post(sandbox);
    const attempt = await post(outside);

    expect(attempt.error).to.equal('address refused: 127.0.0.2 is not a public address');
    expect(came).to.have.length(1);
  });
});

describe('a connection to another address than the one that was checked', () => {
  /** Stands for a look-up that answers something else after the check. */
  const rebound: LookupFunction = (_, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

  for (const [reach, requests, what] of [
    [outside, 0, 'is closed before anything is sent'],
    [sandbox, 2, 'is used if it may be connected to'],
  ] as const)
    it(`${what} [webhooks-ssrf]`, async () => {
      const server = await AnsweringServer.listen(page(200));
      const connect = checkedConnector(buildConnector({ lookup: rebound }), reach);
      const dispatcher = new Agent({ connect });
      const { port } = new URL(server.url);
      const statuses: unknown[] = [];
      for (let count = 0; count < 2; count += 1)
        await request(`http://${host}:${port}/`, { dispatcher }).then(
          ({ statusCode, body }) => body.dump().then(() => statuses.push(statusCode)),
          ({ message: text }) => statuses.push(text),
        );
      await dispatcher.destroy();
      await server.close();

      const refused = 'connected to an address that is not public';
      expect(statuses).to.deep.equal(requests === 0 ? [refused, refused] : [200, 200]);
      expect(server.seen).to.equal(requests);
    });
});
