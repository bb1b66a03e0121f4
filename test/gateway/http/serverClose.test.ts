import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { Connections } from '../../../gateway/http/connections.ts';
import { HttpServer } from '../../../gateway/http/server.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { until } from '../../support/until.ts';

const healthz = 'GET /healthz HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n';

/** Sends requests on connections of their own while the thread of the server is blocked, then tells their statuses. */
const requestsOfAnotherThread = `
  const { get } = require('node:http');
  const { parentPort, workerData: { port, count, sent } } = require('node:worker_threads');
  const statusOf = () => new Promise((resolve) => {
    const request = get({ port, agent: false }, ({ statusCode }) => resolve(statusCode));
    request.on('error', ({ code }) => resolve(code));
    request.on('finish', () => {
      Atomics.add(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
  });
  Promise.all(Array.from({ length: count }, statusOf)).then((statuses) => parentPort.postMessage(statuses));
`;

/** Sends a request, and when it is told, a second one on the same connection; then tells the status of that. */
const secondRequestOfAnotherThread = `
  const { Agent, get } = require('node:http');
  const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = () => new Promise((resolve) => {
    const request = get({ port, agent }, (response) => response.resume().on('end', () => resolve(response.statusCode)));
    request.on('error', ({ code }) => resolve(code));
    request.on('finish', () => {
      Atomics.add(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
  });
  statusOf().then(() => {
    parentPort.postMessage('idle');
    setImmediate(async () => {
      Atomics.wait(sent, 1, 0);
      parentPort.postMessage(await statusOf());
    });
  });
`;

describe('a server that closes', () => {
  it('answers the connections that it had not accepted', async () => {
    const connections = new Connections({ maxConnections: 100, readTimeoutMs: 1_000 });
    const server = new HttpServer((_, response) => response.end(), { requestTimeoutMs: 1_000, connections });
    const port = await server.listen(0, '127.0.0.1');
    const count = 20;
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const thread = new Worker(requestsOfAnotherThread, { eval: true, workerData: { port, count, sent } });
    await once(thread, 'online');
    while (Atomics.load(sent, 0) < count) Atomics.wait(sent, 0, Atomics.load(sent, 0));

    const closing = server.close();

    expect(await once(thread, 'message')).to.deep.equal([Array.from({ length: count }, () => 200)]);
    await closing;
  });

  it('answers a request that came on an idle connection while it was busy', async () => {
    const connections = new Connections({ maxConnections: 100, readTimeoutMs: 1_000 });
    const server = new HttpServer((_, response) => response.end(), { requestTimeoutMs: 1_000, connections });
    const port = await server.listen(0, '127.0.0.1');
    const sent = new Int32Array(new SharedArrayBuffer(8));
    const thread = new Worker(secondRequestOfAnotherThread, { eval: true, workerData: { port, sent } });
    await once(thread, 'message');

    connections.endUnused(0);
    Atomics.store(sent, 1, 1);
    Atomics.notify(sent, 1);
    while (Atomics.load(sent, 0) < 2) Atomics.wait(sent, 0, 1);
    // The timer that ends the connection is due, too.
    Atomics.wait(sent, 0, 2, 20);

    const [status] = await once(thread, 'message');
    await thread.terminate();
    await server.close();
    expect(status).to.equal(200);
  });

  it('ends a connection whose answer had begun, when it is sent', async () => {
    const connections = new Connections({ maxConnections: 100, readTimeoutMs: 1_000 });
    let finish = () => {};
    const begin = (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': 4 });
      response.write('ab');
      finish = () => void response.end('cd');
    };
    const server = new HttpServer(begin, { requestTimeoutMs: 1_000, connections });
    const connection = await RawConnection.open(await server.listen(0, '127.0.0.1'));
    await connection.send(healthz);
    await until(() => connections.responses.length === 1);

    const closing = server.close();
    finish();

    expect((await connection.answer()).body).to.equal('abcd');
    await connection.cut();
    await closing;
  });
});
