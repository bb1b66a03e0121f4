import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expectError, run, runUnprivileged } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort, withTakenPort } from '../support/ports.ts';

describe('counterfoil up refuses (starts `up`)', () => {
  let folder: string;
  before(async () => {
    folder = await emptyFolder();
  });
  after(cleanUp);

  it('a port that is taken', async () => {
    await withTakenPort(async (port) => {
      const ended = await run(['up'], { env: { COUNTERFOIL_DATA_DIR: folder, PORT: `${port}` } });

      expectError(ended, new RegExp(`^port ${port} is in use: set PORT to a free port$`));
    });
  });

  it('an address that is not of this machine', async () => {
    const ended = await run(['up'], { env: { COUNTERFOIL_DATA_DIR: folder, HOST: '192.0.2.1' } });

    expectError(ended, /^192\.0\.2\.1 is not an address of this machine: check HOST$/);
  });

  it('a data folder below a file', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');

    const ended = await run(['up'], { env: { COUNTERFOIL_DATA_DIR: path.join(file, 'below') } });

    expectError(ended, new RegExp(`^${file}/below.* can't be created: a folder in its path is a file$`));
  });

  it('a data folder that is not writable', async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o555);

    const ended = await runUnprivileged(['up'], { env: { COUNTERFOIL_DATA_DIR: closed } });

    expectError(ended, new RegExp(`^${closed} can't be used: check its owner`));
  });

  it("a machine that has no servers and can't download them", async () => {
    const commands = path.join(folder, 'commands');
    await mkdir(commands);
    await symlink(process.execPath, path.join(commands, 'node'));

    const ended = await run(['up'], {
      env: { COUNTERFOIL_DATA_DIR: folder, PORT: `${await freePort()}`, PATH: commands },
    });

    expectError(
      ended,
      /^No usable .*Redis.* found: install it with "apt install .*redis-server", start Docker, or set .*REDIS_URL\.$/,
    );
  });
});
