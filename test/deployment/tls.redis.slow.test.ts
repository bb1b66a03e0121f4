import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { Authority } from '../support/certificates.ts';
import { secretKey, startCluster } from '../support/cluster.ts';
import { expectError, run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { startTlsRedis } from '../support/privateRedis.ts';

describe('Redis (starts servers)', function () {
  this.timeout(60_000);
  let authority: Authority;
  let redis: Awaited<ReturnType<typeof startTlsRedis>>;
  before(async () => {
    authority = new Authority();
    redis = await startTlsRedis(authority);
  });
  after(cleanUp);
  after(async () => {
    await redis.remove();
    authority.remove();
  });

  const overTls = (host: string) => {
    const { password } = new URL(redis.server.url);
    return `rediss://:${password}@${host}:${redis.tlsPort}?ssl-ca=${encodeURIComponent(authority.file)}`;
  };

  for (const host of ['localhost', '[::1]'])
    it(`serves gateways and workers over TLS at ${host}`, async () => {
      const cluster = await startCluster({ redis: overTls(host) });
      try {
        const account = await newAccount({}, cluster);

        expect((await account.send('customer.create', {})).envelope).to.include({ response: true });
        expect(await cluster.workers[0]?.monitor.readiness()).to.include({ ready: true, redis: true });
      } finally {
        await cluster.stop();
      }
    });

  it('serves over IPv6, a gateway that listens there too', async () => {
    const url = new URL(redis.server.url);
    const PORT = `${await freePort()}`;
    const env = {
      REDIS_URL: `redis://:${url.password}@[::1]:${url.port}`,
      HOST: '::1',
      PORT,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    };

    const gateway = await start(['gateway'], { env });
    await gateway.prints(/"event":"started"/);

    expect(gateway.printed).to.include(`"address":"[::1]:${PORT}"`);
    expect((await fetch(`http://[::1]:${PORT}/healthz`)).status).to.equal(200);
    expect(await gateway.stop()).to.include({ code: 0 });
  });

  it('is named with brackets where an IPv6 address does not answer', async () => {
    const port = await freePort();
    const env = {
      REDIS_URL: `redis://[::1]:${port}`,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
      LOG_LEVEL: 'silent',
    };

    expectError(
      await run(['gateway'], { env }),
      new RegExp(`^Redis at \\[::1\\]:${port} does not answer \\(ECONNREFUSED\\)`),
    );
  });
});
