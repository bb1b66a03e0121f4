import { stat } from 'node:fs/promises';
import { expect } from 'chai';
import { expectError } from '../support/command.ts';
import { articlesCsv, summaryOf } from '../support/imports.ts';
import type { Running } from '../support/running.ts';
import { until } from '../support/until.ts';
import { withImports } from '../support/withImports.ts';

const count = 8_000;
/** Refused rows are spread over the file, so that those before the interruption must be recorded too. */
const goodBetween = 99;
const bad = Math.floor(count / goodBetween);
const journal = 'list.csv.articles.journal';

describe('an interrupted import (starts imports)', function () {
  this.timeout(120_000);
  const imports = withImports();
  beforeEach(async () => {
    await imports.write('list.csv', withBadRows(articlesCsv(count)));
  });

  const again = (...more: string[]) =>
    imports.start('articles', 'list.csv', '--json', '--idents', imports.path('idents.csv'), ...more);
  /** Resolves when an import has recorded some batches and is not finished. */
  const isHalfDone = () => until(() => imports.hasLines(journal, 4));

  async function expectWhole(running: Running): Promise<void> {
    const ended = await running.ended;
    expect(ended.code, ended.stderr).to.equal(3);
    expect(ended.stderr).to.match(/continues after [\d,]+ rows of an earlier run/);
    expect(summaryOf(ended)).to.include({ rows: count + bad, created: count, existed: 0, refused: bad });
    const rows = await imports.storedRows('articles');
    expect(new Set(rows.map(({ external_ident }) => external_ident)).size).to.equal(count);
    expect(rows).to.have.length(count);
    const refused = (await imports.read('list.csv.refused.csv')).split('\r\n').slice(1, -1);
    expect(new Set(refused).size, 'refused rows').to.equal(bad);
    expect(refused).to.have.length(bad);
    const idents = (await imports.read('idents.csv')).split('\r\n').slice(1, -1);
    expect(idents.map((line) => line.split(',')[2])).to.have.members(
      rows.map(({ article_ident }) => article_ident),
    );
    expect(await imports.files()).to.have.members(['list.csv', 'list.csv.refused.csv', 'idents.csv']);
  }

  it('continues after kill -9 [import-resumed]', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');

    await expectWhole(await again());
  });

  it('leaves only files that no other user may read, as they have personal data', async () => {
    const killed = await again('--on-existing', 'update');
    await isHalfDone();
    await killed.stop('SIGKILL');

    const names = (await imports.files()).filter((name) => name !== 'list.csv' && !name.includes('.lock.'));
    const modes = await Promise.all(names.map(async (name) => (await stat(imports.path(name))).mode & 0o777));
    expect(names).to.include.members([journal, 'list.csv.refused.csv', 'idents.csv']);
    expect(new Set(modes), names.join()).to.deep.equal(new Set([0o600]));
  });

  it('ends with exit code 1 after Ctrl-C, and continues', async () => {
    const stopped = await again();
    await isHalfDone();

    const { code, stdout, stderr } = await stopped.stop('SIGINT');

    expect(code).to.equal(1);
    expect(stderr).to.match(/counterfoil: stopped; run the same command again to continue\n$/);
    expect(JSON.parse(stdout)).to.include({ isFinished: false });
    await expectWhole(await again());
  });

  it('is not continued with another version of the file, or with other options', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');

    const idents = ['--idents', imports.path('idents.csv')];
    const another = await imports.run('articles', 'list.csv', '--on-existing', 'update', ...idents);
    await imports.write('list.csv', articlesCsv(3));
    const changed = await imports.run('articles', 'list.csv', ...idents);

    expectError(
      another,
      /journal belongs to an interrupted import that differs from this one in --on-existing: .*--restart/,
    );
    expectError(
      changed,
      /journal belongs to an interrupted import that differs from this one in the content of the file: .*--restart/,
    );
    expect(summaryOf(await imports.run('articles', 'list.csv', '--restart', '--json'))).to.include({
      rows: 3,
    });
  });

  it('continues with a journal whose last line is incomplete', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');
    await imports.write(journal, `${await imports.read(journal)}{"batch":9,"ta`);

    await expectWhole(await again());
  });

  it("can't be started a second time while it runs", async () => {
    const first = await again();
    await isHalfDone();
    // Frozen, since it could end before the second one looks. Such a process can't say its id.
    first.child.kill('SIGSTOP');

    const second = await (await again()).ended;

    await first.stop('SIGKILL');
    expectError(second, /the same file is being imported by another process/);
    await expectWhole(await again());
  });

  it('is not continued without its file of refused rows', async () => {
    const killed = await again();
    await isHalfDone();
    await killed.stop('SIGKILL');
    await imports.write('list.csv.refused.csv', '');

    expectError(await (await again()).ended, /refused\.csv was changed or removed .*--restart/);
  });

  it('of addresses creates each address once [import-resumed]', async () => {
    const { customer_ident } = await imports.account.client.customer.create({});
    const places = Array.from({ length: 5_000 }, (_, index) => `${customer_ident},Gasse ${index}`);
    await imports.write('places.csv', `customer_ident,delivery_street\n${places.join('\n')}\n`);
    const killed = await imports.start('addresses', 'places.csv', '--json');
    await until(async () => (await imports.storedRows('addresses')).length > 600);
    await killed.stop('SIGKILL');

    const ended = await imports.run('addresses', 'places.csv', '--json');

    expect(ended.code, ended.stdout).to.equal(0);
    const streets = (await imports.storedRows('addresses')).map(({ delivery_street }) => delivery_street);
    expect(streets).to.have.length(5_000);
    expect(new Set(streets).size).to.equal(5_000);
  });

  it('does not overwrite a file that is not a journal', async () => {
    await imports.write(journal, 'my diary\n');

    expectError(
      await imports.run('articles', 'list.csv'),
      /exists and is not the journal of an import: move it/,
    );
    expect(await imports.read(journal)).to.equal('my diary\n');
  });
});

/** Adds a row without a title after every 99 rows. */
function withBadRows(csv: string): string {
  const [head = '', ...rows] = csv.trimEnd().split('\n');
  const mixed = rows.flatMap((row, index) =>
    (index + 1) % goodBetween === 0 ? [row, `bad-${index},,,`] : [row],
  );
  return `${[head, ...mixed].join('\n')}\n`;
}
