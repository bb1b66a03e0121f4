import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { expectError, jsonOf } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { servers } from '../support/servers.ts';

describe('the settings of a command (starts commands)', () => {
  let folder: string;
  let elsewhere: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    elsewhere = `mysql://a:b@127.0.0.1:${await freePort()}/c`;
  });
  afterEach(cleanUp);

  it('come from servers.env where the environment has none', async () => {
    await leave(servers().mariadb.url);

    expect(jsonOf(await list({}))).to.be.an('array');
    expect(jsonOf(await list({ DATABASE_URL: '' }))).to.be.an('array');
  });

  it('come from the environment where it has some', async () => {
    await leave(servers().mariadb.url);

    expectError(await list({ DATABASE_URL: elsewhere }), /does not answer/);
  });

  it('come from the file that the environment names, before servers.env', async () => {
    await leave(elsewhere);
    const secret = path.join(folder, 'database_url');
    await writeFile(secret, `${servers().mariadb.url}\n`);

    expect(jsonOf(await list({ DATABASE_URL_FILE: secret }))).to.be.an('array');
    expectError(
      await list({ DATABASE_URL_FILE: `${secret}.not` }),
      /DATABASE_URL_FILE: .* can't be read: check its path and permissions$/,
    );
  });

  const leave = (databaseUrl: string) =>
    writeFile(path.join(folder, 'servers.env'), `DATABASE_URL=${databaseUrl}\n`);
  const list = (env: Record<string, string>) =>
    runHosted(['account', 'list', '--json'], { COUNTERFOIL_DATA_DIR: folder, ...env });
});
