import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { until } from '../../support/until.ts';
import { withImports } from '../../support/withImports.ts';

const count = 8_000;
const update = ['articles', 'list.csv', '--on-existing', 'update', '--json'];

/** A run that was killed has changed records whose results it has not recorded: the next run must not take them for others' changes. */
describe('an import of changes that was killed (kills imports) [import-resumed]', function () {
  this.timeout(120_000);
  const imports = withImports();
  beforeEach(async () => {
    await imports.write(
      'list.csv',
      csv(count - 500, (tenth) => 2 + tenth / 10),
    );
    await imports.run('articles', 'list.csv');
    await imports.write(
      'list.csv',
      csv(count, () => 3),
    );
  });

  /** Every tenth price is always 2. No factor makes all new prices of the stored ones, which would be asked about. */
  const csv = (rows: number, priceOf: (tenth: number) => number) =>
    `external_ident,article_title,article_price,article_tax_rate\n${Array.from(
      { length: rows },
      (_, index) => `row-${index},Tee ${index},${index % 10 === 0 ? 2 : priceOf(index % 10)},7`,
    ).join('\n')}\n`;
  const changed = async () =>
    (await imports.storedRows('articles')).filter(({ article_price: price }) => price === '3.0000').length;

  async function killedHalfWay(...options: readonly string[]): Promise<void> {
    const running = await imports.start(...update, ...options);
    await until(async () => (await changed()) > 2_000);
    await running.stop('SIGKILL');
  }

  async function expectWhole(...options: readonly string[]): Promise<void> {
    const ended = await imports.run(...update, ...options);
    expect(ended.stderr).to.match(/continues after [\d,]+ rows of an earlier run/);
    const unchanged = (count - 500) / 10;
    expect(summaryOf(ended)).to.include({ refused: 0, created: 500, unchanged });
    expect(summaryOf(ended)).to.include({ rows: count, updated: count - 500 - unchanged });
    expect(await changed()).to.equal(count * 0.9);
  }

  it('continues, and counts each row once', async () => {
    await killedHalfWay();
    await expectWhole();
    expect(await imports.files()).to.deep.equal(['list.csv']);
  });

  it('continues with the plan of its dry run', async () => {
    const planned = ['--plan', 'list.plan'];
    await imports.run(...update, ...planned, '--dry-run');
    await killedHalfWay(...planned);
    await imports.remove('list.csv.dry-run.changes.csv');
    await expectWhole(...planned);
    expect(await imports.files()).to.have.members(['list.csv', 'list.plan']);
  });
});
