// @early: one of the slowest.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { counterfoil } from '../../client/nodeClient.ts';
import { type Acknowledged, AcknowledgedLoad, type Signer } from '../support/acknowledgedLoad.ts';
import { articleRow } from '../support/articles.ts';
import { expectRestored, runPage } from '../support/backedUp.ts';
import { jsonOf, run, start } from '../support/command.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { usersOfDeploy } from '../support/deployed.ts';
import { freePort } from '../support/ports.ts';
import { programShims } from '../support/programShims.ts';
import { Running } from '../support/running.ts';
import { Site } from '../support/site.ts';
import { until } from '../support/until.ts';

const { name } = databaseServer;
const fillers = 40_000;

describe(`docs/backup.md, with a ${name} of one's own (dumps and restores databases)`, function () {
  this.timeout(120_000);
  let folder: string;
  let programs: string;
  let site: Site;
  let signer: Signer;
  let acknowledged: readonly Acknowledged[];
  /** Cursor of `changes.list`, from before the loss. */
  let cursor: string;
  before('starts servers and roles with the users of deploy/', async () => {
    folder = await emptyFolder();
    programs = await programShims(path.join(folder, 'programs'));
    await writeFile(path.join(folder, 'users.sql'), `${usersOfDeploy().join(';\n')};\n`);
    site = await Site.open(folder, usersOfDeploy());
    expect(await run(['migrate', 'up'], { env: site.settings() })).to.include({ code: 0 });
    const { account_ident } = await json('account', 'create', 'Backed up');
    const app = await json('app', 'create', account_ident ?? '');
    await fillArticles();
    const url = await site.startRoles();
    signer = { url, appId: app.app_id ?? '', apiSecret: app.api_secret ?? '' };
  });
  after(cleanUp);
  after(() => site.remove());

  async function json(...command: string[]): Promise<Readonly<Record<string, string>>> {
    const ended = await run([...command, '--json'], { env: site.settings('counterfoil_admin') });
    return jsonOf(ended) as Record<string, string>;
  }

  /** Stores so many articles that calls are answered between the first table of a dump and the last one. */
  async function fillArticles(): Promise<void> {
    const account = (await site.withPool((pool) => pool('accounts').first('id'))).id;
    const rows = Array.from({ length: fillers }, (_, index) => ({
      ...articleRow(account, `filler ${index}`),
      article_description: 'd'.repeat(500),
    }));
    await site.withPool((pool) => pool.batchInsert('articles', rows, 5_000));
  }

  function page(heading: string) {
    const PATH = `${programs}:${process.env.PATH}`;
    return runPage(heading, folder, { ...site.settings(), PATH });
  }

  const inFolder = (file: string) => path.join(folder, file);

  it('backs up while calls are answered', async () => {
    const load = new AcknowledgedLoad(signer);
    await load.more(200);
    acknowledged = load.acknowledged;

    const { code, stderr } = await page(`Backup of ${name}`);

    const during = load.acknowledged.length;
    await load.more(50);
    await load.stop();
    expect(code, stderr).to.equal(0);
    expect(stderr).not.to.match(/error/i);
    expect(during).to.be.above(acknowledged.length);
    cursor = ((await changes({})).envelope.data as { cursor: string }).cursor;
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`leaves neither a file nor a password when ${signal} ends a backup`, async () => {
      const TMPDIR = await emptyFolder();
      const file = path.join(TMPDIR, 'stopped.sql');
      const env = { ...site.settings(), PATH: `${programs}:${process.env.PATH}`, TMPDIR };

      const { code, stderr } = await site.withPool(async (pool) => {
        // The dump waits at its last table.
        await pool.raw('LOCK TABLES webhooks WRITE');
        const backup = await start(['backup', file], { env });
        await until(async () =>
          (await readFile(`${file}.partial`, 'utf8').catch(() => '')).includes('filler'),
        );
        backup.child.kill(signal);
        return backup.ended;
      });

      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: 'counterfoil: the database client was stopped by a signal\n',
      });
      expect(await readdir(TMPDIR)).to.deep.equal([]);
    });

  it('verifies and compares a database', async () => {
    const { code, stdout, stderr } = await page('Against another database');

    expect(code, stderr + stdout).to.equal(0);
    expect(stdout).to.equal('');
  });

  it('restores onto an empty server, after everything was killed and removed [backup-restored]', async () => {
    await site.destroy();
    site = await Site.open(folder);

    const restored = await page(`Restore of ${name}`);
    const ready = await page('Before the roles start');

    expect(restored.code, restored.stderr).to.equal(0);
    expect(ready.code, ready.stderr + ready.stdout).to.equal(0);
    expect(ready.stdout)
      .to.match(/^ok +secrets/m)
      .and.not.match(/^(warn|fatal|skipped)/m);
    expect(await unrememberedCreates()).to.equal(0);
    const url = await site.startRoles();
    signer = { ...signer, url };
    await expectRestored(signer, site.databaseUrl, acknowledged);
  });

  it('lets the cursors of changes expire, since their positions are given again [changes-complete]', async () => {
    expect(await changes({ after: cursor })).to.include({ code: 'cursor_expired' });
  });

  async function changes(request: object) {
    const client = counterfoil({ ...signer, repeats: 0 });
    try {
      return await client.send('changes.list', JSON.stringify(request));
    } finally {
      await client.close();
    }
  }

  /** Records without their answer in the inbox, which is written in the same transaction. */
  function unrememberedCreates(): Promise<number> {
    return site.withPool(async (pool) => {
      const tables = ['articles', 'customers', 'inbox'];
      const counts = await Promise.all(tables.map((table) => pool(table).count({ count: '*' }).first()));
      const [articles = 0, customers = 0, answers = 0] = counts.map((row) => Number(row?.count));
      return articles - fillers + customers - answers;
    });
  }

  it('finds what differs from the database that was backed up', async () => {
    const then = await readFile(inFolder('source.txt'), 'utf8');
    const now = await verified();

    expect(lineOf('articles', now)).not.to.equal(lineOf('articles', then));
    expect(lineOf('apps', now)).to.equal(lineOf('apps', then));
  });

  it('says where the numbers are that were given last', async () => {
    const [, statement = ''] =
      /`(SELECT account_ident[^`]*)`/.exec(await readFile('docs/backup.md', 'utf8')) ?? [];

    const [[{ account_ident, ...numbers }]] = await site.withPool((pool) =>
      pool.raw(statement.replaceAll(/\s+/g, ' ')),
    );

    expect(account_ident).to.match(/^acc_/);
    expect(Object.values(numbers).map(Number)).to.satisfy(([last = 0]: number[]) => last > 10_000);
  });

  it('refuses to restore while workers run', async () => {
    for (const what of [inFolder('counterfoil.sql.gz'), '--loaded']) {
      const { code, stderr } = await run(['restore', what], { env: site.settings() });

      expect(code).to.equal(1);
      expect(stderr).to.match(/workers run \(.*article.*\): stop them first\n$/);
    }
  });

  it("refuses to restore if Redis can't say whether workers run", async () => {
    const env = { ...site.settings(), REDIS_URL: `redis://127.0.0.1:${await freePort()}` };

    const { code, stderr } = await run(['restore', '--loaded'], { env });

    expect(code).to.equal(1);
    expect(stderr).to.match(/Redis/);
  });

  it('refuses to restore over a database that is not empty, which stays as it is [bad-backup]', async () => {
    await site.stopRoles();
    const before = await verified();

    const { code, stderr } = await page(`Restore of ${name}`);

    expect(code).not.to.equal(0);
    expect(stderr).to.match(/Table 'accounts' already exists/);
    expect(await verified()).to.equal(before);
  });

  it('lets the cursors expire before it verifies, so that it may be killed then [changes-complete]', async () => {
    const epoch = () => site.withPool(async (pool) => (await pool('change_feed').first('epoch')).epoch);
    const before = await epoch();
    const restoring = await start(['restore', '--loaded'], { env: site.settings() });

    await until(async () => (await epoch()) !== before);
    restoring.child.kill('SIGKILL');

    expect(await restoring.ended).to.include({ signal: 'SIGKILL', stdout: '' });
  });

  /** The output of `verify`, whose lines have a digest of each table. */
  async function verified(): Promise<string> {
    return (await run(['verify'], { env: site.settings() })).stdout;
  }

  const lineOf = (table: string, output: string) => new RegExp(`^ok +${table} .*$`, 'm').exec(output)?.[0];

  describe('with a dump that was cut off', () => {
    let whole: Buffer;
    before('empties the server', async () => {
      whole = await readFile(inFolder('counterfoil.sql.gz'));
      await site.remove();
      site = await Site.open(folder, usersOfDeploy());
    });

    for (const [what, cut] of [
      ['in the middle', (dump: Buffer) => dump.subarray(0, dump.length / 2)],
      ['between two tables', (dump: Buffer) => gzipSync(beforeLastTable(dump))],
    ] as const)
      it(`refuses one that ends ${what} [bad-backup]`, async () => {
        await writeFile(inFolder('counterfoil.sql.gz'), cut(whole));

        const { code } = await page(`Restore of ${name}`);

        expect(code).not.to.equal(0);
        const { stdout } = await run(['verify'], { env: site.settings() });
        expect(stdout).to.match(/^fatal +tables +the database is empty\n$/);
      });

    it('verify finds one that was restored all the same [bad-backup]', async () => {
      await writeFile(inFolder('cut.sql'), beforeLastTable(whole));
      const client = path.join(programs, name === 'MariaDB' ? 'mariadb' : 'mysql');
      const line = `${client} --defaults-extra-file=client.cnf counterfoil < cut.sql`;
      const loaded = await new Running('bash', ['-c', line], { cwd: folder }).ended;

      const { code, stdout } = await run(['verify'], { env: site.settings() });

      expect(loaded.code, loaded.stderr).to.equal(0);
      expect(code).to.equal(1);
      expect(stdout).to.match(/^fatal +tables +webhooks missing: the backup is incomplete/);
    });
  });
});

function beforeLastTable(dump: Buffer): string {
  const text = gunzipSync(dump).toString();
  return text.slice(0, text.lastIndexOf('\nCREATE TABLE') + 1);
}
