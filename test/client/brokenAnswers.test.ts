import { expect } from 'chai';
import { counterfoil as nodeClient } from '../../client/nodeClient.ts';
import { counterfoil, RequestError, UnavailableError } from '../../client/webClient.ts';
import { AnsweringServer, cutOff, envelope, page, silence } from '../support/answeringServer.ts';
import { thrown } from '../support/thrown.ts';

const ident = { article_ident: 'art_1' };

for (const [how, open] of [
  ['fetch', counterfoil],
  ['undici', nodeClient],
] as const)
  describe(`client over ${how} (sends a large answer)`, () => {
    let server: AnsweringServer;
    afterEach(() => server.close());

    const create = async (options: object = {}) => {
      const client = open({ url: server.url, appId: 'app_1', apiSecret: 'secret', ...options });
      try {
        return await client.article.create({ article_title: 'Tea' });
      } finally {
        await client.close();
      }
    };
    const failure = (options: object = {}) => thrown(() => create(options));

    it('repeats when the connection ends in the middle of an answer', async () => {
      server = await AnsweringServer.listen(cutOff, cutOff, envelope(ident));

      expect(await create()).to.deep.equal(ident);
      expect(server.seen).to.equal(3);
    });

    it('reads a large answer', async () => {
      const data = { ...ident, text: 'x\u00e4'.repeat(8_000_000) };
      server = await AnsweringServer.listen(envelope(data));

      expect(await create()).to.deep.equal(data);
    });

    it('repeats what a proxy answers while the service is away', async () => {
      server = await AnsweringServer.listen(page(502), page(503), envelope(ident));

      expect(await create()).to.deep.equal(ident);
    });

    it('throws at once what something else than the service answers', async () => {
      server = await AnsweringServer.listen(page(404));

      const error = await failure();

      expect(error).to.be.instanceOf(RequestError).and.to.include({ code: 'not_the_service', status: 404 });
      expect(error).to.have.property('message').that.includes(`${server.url}/api/v1 answered 404 text/html`);
      expect(server.seen).to.equal(1);
    });

    it('does not follow a redirect', async () => {
      const elsewhere = { Location: 'http://127.0.0.1:1/' };
      server = await AnsweringServer.listen((answer) => answer.writeHead(301, elsewhere).end());

      expect(await failure()).to.include({ code: 'not_the_service', status: 301 });
    });

    it('repeats a failure inside of the service twice', async () => {
      server = await AnsweringServer.listen(envelope(null, 500, { 'X-Svc-Error': 'internal_error' }));

      const error = await failure();

      expect(error)
        .to.be.instanceOf(UnavailableError)
        .and.to.include({ code: 'internal_error', attempts: 3 });
      expect(error)
        .to.have.property('idempotencyKey')
        .that.matches(/^[\w-]{36}$/);
      expect(server.seen).to.equal(3);
    });

    it('gives up at the deadline when nothing answers, with the key', async () => {
      server = await AnsweringServer.listen(silence);
      const beganAt = performance.now();

      const error = await failure({ deadlineMs: 1_000, timeoutMs: 200 });

      expect(performance.now() - beganAt).to.be.within(500, 5_000);
      expect(error).to.be.instanceOf(UnavailableError).and.to.include({ code: 'no_answer', status: 0 });
      expect(error)
        .to.have.property('message')
        .that.matches(/^no answer: no answer within \d+ ms/);
      expect(error)
        .to.have.property('idempotencyKey')
        .that.matches(/^[\w-]{36}$/);
      const { attempts } = error as UnavailableError;
      expect(attempts).to.be.within(2, 5);
      // The deadline may come before the last one has reached the server.
      expect(attempts - server.seen).to.be.within(0, 1);
    });

    it('gives up the first attempt at the deadline, too', async () => {
      server = await AnsweringServer.listen(silence);

      expect(await failure({ deadlineMs: 200 })).to.include({ code: 'no_answer', attempts: 1 });
    });

    it('does not wait for a Retry-After that is beyond the deadline', async () => {
      server = await AnsweringServer.listen(
        envelope(null, 503, { 'Retry-After': '60', 'X-Svc-Error': 'unavailable' }),
      );

      const error = await failure();

      expect(error).to.include({ code: 'unavailable', retryAfterMs: 60_000, attempts: 1 });
    });

    it('names a host that does not exist', async () => {
      server = await AnsweringServer.listen(silence);

      const error = await failure({ url: 'http://nowhere.invalid', repeats: 0 });

      expect(error).to.be.instanceOf(UnavailableError);
      expect(error).to.have.property('message').that.includes('nowhere.invalid');
    });
  });
