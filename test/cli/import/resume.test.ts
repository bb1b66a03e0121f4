import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { expectComplaint } from '../../support/command.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { articlesCsv, Imports, summaryOf } from '../../support/imports.ts';
import type { Running } from '../../support/running.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const count = 30_000;
const journal = 'list.csv.articles.journal';

describe('an import that was broken off', function () {
  this.timeout(120_000);
  let account: TestAccount;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    imports = await Imports.of(account);
    await imports.write('list.csv', `${articlesCsv(count)}bad,,,\n`);
  });
  after(cleanUp);

  const again = (...more: string[]) => imports.start('articles', 'list.csv', '--json', ...more);
  /** Resolves when an import has noted some batches and is not at its end. */
  const isHalfDone = () =>
    until(async () =>
      (await imports.files()).includes(journal)
        ? (await imports.read(journal)).split('\n').length > 4
        : false,
    );

  async function expectWhole(running: Running): Promise<void> {
    const ended = await running.ended;
    expect(ended.code, ended.stderr).to.equal(3);
    expect(ended.stderr).to.match(/goes on after [\d,]+ rows of an earlier run/);
    expect(summaryOf(ended)).to.include({ rows: count + 1, created: count, existed: 0, refused: 1 });
    const rows = await storedRows('articles', account.id);
    expect(new Set(rows.map(({ external_ident }) => external_ident)).size).to.equal(count);
    expect(rows).to.have.length(count);
    expect((await imports.read('list.csv.refused.csv')).match(/article_title is required/g)).to.have.length(
      1,
    );
    expect(await imports.files()).to.have.members(['list.csv', 'list.csv.refused.csv']);
  }

  it('by kill -9 goes on where it was', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');

    await expectWhole(await again());
  });

  it('by Ctrl-C says so, ends with 1 and goes on where it was', async () => {
    const stopped = await again();
    await isHalfDone();

    const { code, stdout, stderr } = await stopped.stop('SIGINT');

    expect(code).to.equal(1);
    expect(stderr).to.match(/counterfoil: stopped: the same command goes on where it was\n$/);
    expect(JSON.parse(stdout)).to.include({ isFinished: false });
    await expectWhole(await again());
  });

  it('is not mixed up with another file, or another way to import it', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');

    const another = await imports.run('articles', 'list.csv', '--on-existing', 'update');
    await imports.write('list.csv', articlesCsv(3));
    const changed = await imports.run('articles', 'list.csv');

    expectComplaint(another, /journal is of an import .* another on-existing: .*--restart/);
    expectComplaint(changed, /journal is of an import .* another file: .*--restart/);
    expect(summaryOf(await imports.run('articles', 'list.csv', '--restart', '--json'))).to.include({
      rows: 3,
    });
  });

  it('goes on with a journal whose last line was torn', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');
    await imports.write(journal, `${await imports.read(journal)}{"batch":9,"ta`);

    await expectWhole(await again());
  });

  it('does not touch a file that is no journal', async () => {
    await imports.write(journal, 'my diary\n');

    expectComplaint(await imports.run('articles', 'list.csv'), /is in the way: it is no journal/);
    expect(await imports.read(journal)).to.equal('my diary\n');
  });
});
