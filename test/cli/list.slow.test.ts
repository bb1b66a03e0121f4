import { existsSync } from 'node:fs';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cluster } from '../support/cluster.ts';
import { start } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addArticles } from '../support/manyRows.ts';
import { until } from '../support/until.ts';

describe('counterfoil list (starts commands)', () => {
  let folder: string;
  const account = freshAccount();
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  after(cleanUp);

  const environment = async () => ({
    COUNTERFOIL_URL: (await cluster()).url,
    COUNTERFOIL_APP_ID: account.appId,
    COUNTERFOIL_API_SECRET: account.apiSecret,
  });
  const list = async (...parameters: string[]) => runHosted(['list', ...parameters], await environment());

  it('shows a table, with how to get more', async () => {
    await addArticles(account.id, 'S-1', 101, { article_title: 'Tea', article_price: 12.5 });

    const { code, stdout, stderr } = await list('articles');

    expect(code).to.equal(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).to.match(/^number +title +SKU +price +tax % +ident$/);
    expect(lines[1]).to.match(/Tea +S-1 +12\.5 +0 +art_/);
    expect(lines).to.have.length(101);
    expect(stderr).to.equal('These are the first 100; --limit shows more, --csv and --json all.\n');
  });

  it('filters, searches and limits, and prints records as lines of JSON', async () => {
    const [first] = await addArticles(account.id, 'a=b', 3, { article_title: 'Tea' });
    await addArticles(account.id, 'other', 3);

    const filtered = [
      '--filter',
      'article_sku=a=b',
      '--search',
      'TE',
      '--updated-from',
      '1960-01-01 00:00:00',
    ];
    const { code, stdout } = await list('articles', ...filtered, '--limit', '1', '--json');

    expect(code).to.equal(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).article_ident),
    ).to.deep.equal([first]);
    expect((await list('articles', ...filtered, '--json')).stdout.trimEnd().split('\n')).to.have.length(3);
  });

  it('says that nothing was found', async () => {
    const { code, stderr } = await list('customers', '--search', 'none');

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: 'no customers found\n' });
  });

  it("ends with 2 and the message of the service for a field that can't be filtered by", async () => {
    const { code, stdout, stderr } = await list('customers', '--filter', 'bill_city=Kiel', '--json');

    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(
      /^counterfoil: filter\.bill_city can't be filtered by: send customer_nr, bill_email/,
    );
  });

  it('overwrites no file, and leaves none of a list that was refused', async () => {
    const file = path.join(folder, 'articles.csv');
    await writeFile(file, 'mine');

    const { code, stderr } = await list('articles', '--csv', file);
    const refused = await list('articles', '--csv', path.join(folder, 'other.csv'), '--filter', 'x=1');

    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: `counterfoil: ${file} exists: choose another name, or remove it\n`,
    });
    expect(await readFile(file, 'utf8')).to.equal('mine');
    expect(refused.code).to.equal(2);
    expect(existsSync(path.join(folder, 'other.csv.part'))).to.equal(false);
  });

  it('exports to a file that no other user may read, as it has personal data', async () => {
    const file = path.join(folder, 'customers.csv');

    await list('customers', '--csv', file);

    expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it('says that the file of an export can no longer be written, and leaves none', async () => {
    await addArticles(account.id, 'full', 3);
    const file = path.join(folder, 'articles.csv');
    // Every write to this device finds a full disk.
    await symlink('/dev/full', `${file}.part`);

    const { code, stderr } = await list('articles', '--csv', file);

    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: `counterfoil: ${file} can't be written: ENOSPC: no space left on device, write\n`,
    });
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('stops at Ctrl-C and leaves no file', async () => {
    await addArticles(account.id, 'S', 20_000, { article_description: 'd'.repeat(500) });
    const file = path.join(folder, 'articles.csv');
    const running = await start(['list', 'articles', '--csv', file], { env: await environment() });
    await until(async () => existsSync(`${file}.part`));

    const { code, stderr } = await running.stop('SIGINT');

    expect({ code, stderr }).to.deep.equal({
      code: 130,
      stderr: 'counterfoil: stopped before the end of the list\n',
    });
    expect(existsSync(file) || existsSync(`${file}.part`)).to.equal(false);
  });
});
