// @early: one of the slowest.
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Acknowledged, AcknowledgedLoad, type Signer } from '../support/acknowledgedLoad.ts';
import { expectRestored, runPage } from '../support/backedUp.ts';
import { expectError, run } from '../support/command.ts';
import { cleanUp, dataFolder, emptyFolder } from '../support/dataFolders.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
import { programShims } from '../support/programShims.ts';
import { binariesFolder } from '../support/servers.ts';
import { demoOf, startUp, type Up } from '../support/up.ts';

describe('docs/backup.md, under npm start (starts `up`)', function () {
  this.timeout(180_000);
  let folder: string;
  let data: string;
  let env: Record<string, string>;
  let up: Up;
  let signer: Signer;
  let acknowledged: readonly Acknowledged[];
  const page = (heading: string) => runPage(heading, folder, env);
  before('starts from nothing', async () => {
    folder = await emptyFolder();
    data = path.join(folder, '.counterfoil');
    env = { PATH: `${await programShims(path.join(folder, 'programs'))}:${process.env.PATH}` };
    await newDataFolder();
    up = await startUp({ folder: data });
    const { COUNTERFOIL_APP_ID: appId = '', COUNTERFOIL_API_SECRET: apiSecret = '' } = await demoOf(up);
    signer = { url: up.url, appId, apiSecret };
  });
  after(cleanUp);

  async function newDataFolder(): Promise<void> {
    await mkdir(data, { mode: 0o755 });
    await symlink(binariesFolder, path.join(data, 'binaries'));
  }

  it('backs up while calls are answered', async () => {
    const load = new AcknowledgedLoad(signer);
    await load.more(200);
    acknowledged = load.acknowledged;

    const ended = await page('Backup under npm start');

    const during = load.acknowledged.length;
    await load.more(50);
    await load.stop();
    expect(ended.code, ended.stderr).to.equal(0);
    expect(during).to.be.above(acknowledged.length);
    const [dump = ''] = (await readdir(folder)).filter((name) => name.endsWith('.sql.gz'));
    await rename(path.join(folder, dump), path.join(folder, 'counterfoil.sql.gz'));
  });

  it('does not replace a backup, and restores into no folder that an `up` uses', async () => {
    const file = path.join(folder, 'counterfoil.sql.gz');
    const running = { env: { COUNTERFOIL_DATA_DIR: data } };

    expectError(
      await run(['backup', file], running),
      /counterfoil\.sql\.gz already exists: choose another name$/,
    );
    expectError(await run(['restore', file], running), /^another `counterfoil up` runs in /);
  });

  it('proves that the backup is good, in a scratch folder', async () => {
    const { code, stdout, stderr } = await page('In a scratch folder');

    expect(code, stderr + stdout).to.equal(0);
    expect(stdout)
      .to.match(/^ok +secrets +the key decrypts all 1 secrets$/m)
      .and.not.match(/^(warn|fatal|skipped)/m);
  });

  it('restores after everything was killed and its folder removed [backup-restored]', async () => {
    const roles = descendantsOf(up.running.pid);
    await up.running.stop('SIGKILL');
    await allGone(roles);
    await rm(data, { recursive: true });
    await newDataFolder();

    const restored = await page('Restore under npm start');

    expect(restored.code, restored.stderr + restored.stdout).to.equal(0);
    up = await startUp({ folder: data });
    const { DATABASE_URL = '' } = parseEnv(await readFile(path.join(data, 'servers.env'), 'utf8'));
    await expectRestored({ ...signer, url: up.url }, DATABASE_URL, acknowledged);
  });

  it('refuses to restore over a database that is not empty', async () => {
    await up.running.stop();

    const { code, stderr } = await page('Restore under npm start');

    expect(code).to.equal(1);
    expect(stderr).to.match(/the database counterfoil is not empty \(\d+ tables\): use an empty database/);
  });

  describe('refuses before anything is written', () => {
    const key = { COUNTERFOIL_SECRET_KEY: Buffer.alloc(32, 3).toString('base64') };
    let empty: string;
    before(async () => {
      empty = await emptyFolder();
    });
    afterEach(async () => expect(await readdir(empty)).to.deep.equal([]));

    const cuts = [
      {
        name: 'a compressed file that was cut off',
        file: 'cut.sql.gz',
        cut: (dump: Buffer) => dump.subarray(0, -20),
        says: /is damaged or incomplete/,
      },
      {
        name: 'a file that was cut off between two statements',
        file: 'cut.sql',
        cut: (dump: Buffer) => beforeLast(gunzipSync(dump).toString(), '\nCREATE TABLE'),
        says: /does not end with "-- Dump completed"/,
      },
    ];
    for (const { name, file, cut, says } of cuts)
      it(name, async () => {
        const place = path.join(folder, file);
        await writeFile(place, cut(await readFile(path.join(folder, 'counterfoil.sql.gz'))));

        expectError(await run(['restore', place], { env: { COUNTERFOIL_DATA_DIR: empty, ...key } }), says);
      });

    it('without a key', async () => {
      const file = path.join(folder, 'counterfoil.sql.gz');
      const ended = await run(['restore', file], { env: { COUNTERFOIL_DATA_DIR: empty } });

      expectError(ended, /^COUNTERFOIL_SECRET_KEY not set/);
    });
  });

  it('says so when the key is another one, and does not keep that', async () => {
    const scratch = await dataFolder();
    const COUNTERFOIL_SECRET_KEY = Buffer.alloc(32, 3).toString('base64');
    const env = { COUNTERFOIL_DATA_DIR: scratch, COUNTERFOIL_SECRET_KEY };
    const { code, stdout } = await run(['restore', path.join(folder, 'counterfoil.sql.gz')], { env });

    expect(code).to.equal(1);
    expect(stdout).to.match(
      /^fatal +secrets +the key does not decrypt the secrets of 1 app \(app_\w+\).* the one with key id \w{16}$/m,
    );
    expect(await readdir(scratch)).not.to.include('servers.env');
  });
});

function beforeLast(text: string, part: string): string {
  return text.slice(0, text.lastIndexOf(part) + 1);
}
