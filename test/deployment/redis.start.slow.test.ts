import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Authority } from '../support/certificates.ts';
import { secretKey } from '../support/cluster.ts';
import { expectError, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { startTlsRedis } from '../support/privateRedis.ts';
import { servers } from '../support/servers.ts';

/** Milliseconds, fewer than the ten seconds that a role waits for Redis if waiting can help. */
const soonMs = 6_000;

describe('a role refuses at once', function () {
  this.timeout(60_000);
  let authority: Authority;
  let stranger: Authority;
  let redis: Awaited<ReturnType<typeof startTlsRedis>>;
  before(async () => {
    authority = new Authority();
    stranger = new Authority();
    redis = await startTlsRedis(authority);
  });
  after(cleanUp);
  after(async () => {
    await redis.remove();
    authority.remove();
    stranger.remove();
  });

  function withPassword(password: string, url = redis.server.url): string {
    return Object.assign(new URL(url), { password }).href;
  }

  async function startRole(command: string, env: Record<string, string>) {
    const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
    const DATABASE_URL = servers().mariadb.url;
    const defaults = { COUNTERFOIL_SECRET_KEY, DATABASE_URL, PORT: `${await freePort()}` };
    return start(command.split(' '), { env: { ...defaults, ...env } });
  }

  async function expectRefusal(command: string, env: Record<string, string>, line: RegExp) {
    const role = await startRole(command, env);
    const startedAt = performance.now();
    const { stdout, ...ended } = await role.ended;
    expectError({ ...ended, stdout: '' }, line);
    expect(performance.now() - startedAt).to.be.below(soonMs);
    return stdout;
  }

  for (const command of ['gateway', 'worker article']) {
    it(`a Redis that refuses the password (${command})`, async () => {
      const stdout = await expectRefusal(
        command,
        { REDIS_URL: withPassword('wrong') },
        /^Redis at 127\.0\.0\.1:\d+ rejects the user or password: check REDIS_URL$/,
      );

      expect(stdout).to.match(/"to":"redis","error":{"code":"WRONGPASS"/);
    });

    it(`a Redis that requires a password (${command})`, async () => {
      const stdout = await expectRefusal(command, { REDIS_URL: withPassword('') }, /requires a password/);

      expect(stdout).to.match(/"to":"redis","error":{"code":"NOAUTH"/);
    });
  }

  const overTls = (hostname: string) => {
    const url = new URL(redis.server.url);
    return `rediss://:${url.password}@${hostname}:${redis.tlsPort}`;
  };

  const certificates = [
    {
      what: 'of another authority',
      host: 'localhost',
      ca: () => stranger,
      line: /not trusted .*REDIS_CA_FILE/,
    },
    {
      what: 'for another name',
      host: '127.0.0.1',
      ca: () => authority,
      line: /certificate for another name/,
    },
  ];
  for (const { what, host, ca, line } of certificates)
    it(`a Redis with a certificate ${what}`, async () => {
      const env = { REDIS_URL: overTls(host), REDIS_CA_FILE: ca().file };

      const stdout = await expectRefusal('worker article', env, line);

      expect(stdout).to.match(
        /"error":{"code":"(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_[A-Z_]+|ERR_TLS_CERT_ALTNAME_INVALID)"/,
      );
    });

  it('a Redis with a certificate that has expired', async () => {
    const { key, certificate } = authority.certify('expired', ['DNS:localhost'], -1);
    const configure = new Redis(redis.server.url);
    await configure.config('SET', 'tls-cert-file', certificate, 'tls-key-file', key);
    configure.disconnect();
    const env = { REDIS_URL: overTls('localhost'), REDIS_CA_FILE: authority.file };

    const stdout = await expectRefusal('worker article', env, /has an expired certificate/);

    expect(stdout).to.include('"error":{"code":"CERT_HAS_EXPIRED"');
  });
});
