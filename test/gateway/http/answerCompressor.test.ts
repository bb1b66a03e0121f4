import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import { AnswerCompressor } from '../../../gateway/http/answerCompressor.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { until } from '../../support/until.ts';

const request = 'GET / HTTP/1.1\r\nHost: a.example\r\nAccept-Encoding: gzip\r\n\r\n';

describe('AnswerCompressor', () => {
  /** The bodies of the answers, which end when the test ends them. */
  let bodies: PassThrough[];
  let finished: number;
  let connections: RawConnection[];
  let server: ReturnType<Koa['listen']>;
  beforeEach(async () => {
    bodies = [];
    connections = [];
    finished = 0;
    const compressor = new AnswerCompressor();
    const app = new Koa();
    app.silent = true;
    app.use(async (ctx) => {
      const body = new PassThrough();
      bodies.push(body);
      ctx.body = body;
      ctx.length = 8;
      await compressor.compress(ctx);
      finished += 1;
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const connection of connections) connection.close();
    server.close();
  });

  const ask = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open((server.address() as AddressInfo).port);
    connections.push(connection);
    const count = bodies.length;
    await connection.send(request);
    await until(() => bodies.length > count);
    return connection;
  };

  it('compresses two answers at once, and sends others as they are', async () => {
    const asked = [await ask(), await ask(), await ask()];
    for (const body of bodies) body.end('received');

    const answers = await Promise.all(asked.map((connection) => connection.answer()));

    const encodings = answers.map(({ headers }) => headers['content-encoding']);
    expect(encodings).to.deep.equal(['gzip', 'gzip', undefined]);
    expect(answers[2]).to.have.property('body', 'received');
    for (const { bytes } of answers.slice(0, 2)) expect(gunzipSync(bytes).toString()).to.equal('received');
  });

  it('ends when its client disconnects, and compresses another answer instead', async () => {
    for (const connection of [await ask(), await ask()]) connection.close();
    await until(() => finished === 2);
    expect(bodies.map(({ destroyed }) => destroyed)).to.deep.equal([true, true]);

    const next = await ask();
    bodies.at(-1)?.end('received');
    expect((await next.answer()).headers).to.include({ 'content-encoding': 'gzip' });
  });
});
