import { expectError, run } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort, withTakenPort } from '../support/ports.ts';
import { redisUrl, servers } from '../support/servers.ts';

describe('counterfoil prints a one-line error when there is (waits for a silent server)', () => {
  after(cleanUp);

  async function expectRefusal(
    command: string,
    variables: Record<string, string>,
    line: RegExp,
  ): Promise<void> {
    const defaults = {
      COUNTERFOIL_DATA_DIR: await emptyFolder(),
      PORT: `${await freePort()}`,
      LOG_LEVEL: 'silent',
    };
    expectError(await run(command.split(' '), { env: { ...defaults, ...variables } }), line);
  }

  function databaseUrl(changes: Partial<URL>): string {
    return Object.assign(new URL(servers().mariadb.url), changes).href;
  }

  for (const command of ['up', 'worker article', 'account list'])
    it(`no database server (${command})`, async () => {
      const port = `${await freePort()}`;
      const urls = { DATABASE_URL: databaseUrl({ port }), REDIS_URL: redisUrl(15) };

      await expectRefusal(
        command,
        urls,
        new RegExp(`^the database at 127\\.0\\.0\\.1:${port} does not answer: is it`),
      );
    });

  it('a database server that is silent', async () => {
    await withTakenPort(async (port) => {
      const DATABASE_URL = databaseUrl({ port: `${port}` });

      await expectRefusal(
        'account list',
        { DATABASE_URL },
        /^the database did not answer in time: is it running\? Check DATABASE_URL$/,
      );
    });
  });

  it('a wrong password', async () => {
    const DATABASE_URL = databaseUrl({ password: 'wrong' });

    await expectRefusal(
      'account list',
      { DATABASE_URL },
      /^the database rejects the user or password of DATABASE_URL, or requires TLS/,
    );
  });

  it('no such database', async () => {
    const DATABASE_URL = databaseUrl({ pathname: '/counterfoil_nowhere' });

    await expectRefusal(
      'migrate',
      { DATABASE_URL },
      /^the database in DATABASE_URL does not exist: create it, or correct the name$/,
    );
  });

  it('no setting that a gateway needs', async () => {
    await expectRefusal('gateway', {}, /^REDIS_URL, COUNTERFOIL_SECRET_KEY not set, and no running/);
  });

  it('another program on the port of a gateway', async () => {
    const COUNTERFOIL_SECRET_KEY = Buffer.alloc(32).toString('base64');
    await withTakenPort(async (port) => {
      const variables = { PORT: `${port}`, REDIS_URL: redisUrl(15), COUNTERFOIL_SECRET_KEY };

      await expectRefusal('gateway', variables, new RegExp(`^port ${port} is in use`));
    });
  });
});
