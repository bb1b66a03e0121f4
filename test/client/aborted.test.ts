import { expect } from 'chai';
import { counterfoil as nodeClient } from '../../client/nodeClient.ts';
import { AbortedError, type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { AnsweringServer, envelope, type Handler, silence } from '../support/answeringServer.ts';
import { thrown } from '../support/thrown.ts';
import { until } from '../support/until.ts';

for (const [how, open] of [
  ['fetch', counterfoil],
  ['undici', nodeClient],
] as const)
  describe(`client over ${how} gives a call up when its signal aborts`, () => {
    let server: AnsweringServer;
    let client: Counterfoil;
    afterEach(async () => {
      await client.close();
      await server.close();
    });

    const listen = async (handler: Handler) => {
      server = await AnsweringServer.listen(handler);
      client = open({ url: server.url, appId: 'app_1', apiSecret: 'secret', connections: 1 });
    };
    const create = (signal: AbortSignal) => thrown(() => client.customer.create({}, { signal }));

    it('before it is sent', async () => {
      await listen(silence);

      const error = await create(AbortSignal.abort());

      expect(error).to.be.instanceOf(AbortedError).and.to.include({ attempts: 0, name: 'AbortError' });
      expect(server.seen).to.equal(0);
    });

    it('while it is signed', async () => {
      await listen(envelope({}));
      const controller = new AbortController();
      const call = create(controller.signal);

      controller.abort();

      expect(await call)
        .to.be.instanceOf(AbortedError)
        .and.to.include({ attempts: 0 });
      expect(server.seen).to.equal(0);
    });

    it('while it waits for the answer, with the key', async () => {
      await listen(silence);
      const controller = new AbortController();
      const call = create(controller.signal);
      await until(() => server.seen === 1);

      controller.abort('too late');

      const error = await call;
      expect(error).to.be.instanceOf(AbortedError).and.to.include({ attempts: 1, cause: 'too late' });
      expect(error)
        .to.have.property('idempotencyKey')
        .that.matches(/^[\w-]{36}$/);
    });

    it('while it waits before a repeat', async () => {
      await listen(envelope(null, 503, { 'Retry-After': '20' }));
      const controller = new AbortController();
      const call = create(controller.signal);
      await until(() => server.seen === 1);

      controller.abort();

      expect(await call).to.be.instanceOf(AbortedError);
      expect(server.seen).to.equal(1);
    });

    it('while it waits for a connection', async () => {
      await listen(silence);
      const [first, second] = [new AbortController(), new AbortController()];
      const calls = [create(first.signal), create(second.signal)];
      await until(() => server.seen === 1);

      second.abort();

      expect(await calls[1])
        .to.be.instanceOf(AbortedError)
        .and.to.include({ attempts: 0 });
      first.abort();
      expect(await calls[0]).to.include({ attempts: 1 });
    });
  });
