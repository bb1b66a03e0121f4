import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

const head = 'external_ident,article_title,article_price,article_tax_rate\n';
const update = ['articles', 'list.csv', '--on-existing', 'update', '--json'];

describe('an import that changes most prices (starts imports)', function () {
  this.timeout(60_000);
  const imports = withImports();
  const list = (count: number, priceOf: (price: number, index: number) => number) =>
    imports.write(
      'list.csv',
      head +
        Array.from({ length: count }, (_, index) => {
          const price = priceOf(2 + index / 4, index);
          return `a-${index},Tee ${index},${price.toFixed(2)},7\n`;
        }).join(''),
    );
  const prices = async () => (await imports.storedRows('articles')).map(({ article_price }) => article_price);

  const questions: readonly (readonly [string, (price: number) => number, RegExp])[] = [
    [
      '100 times as high',
      (price) => price * 100,
      /40 of 40 changed prices would be 100 times the stored ones: "Tee 0" 2\.00 → 200\.00; .* --max-change 9900%/,
    ],
    ['with tax', (price) => price * 1.19, /would be the stored ones with tax, .* --max-change 27%/],
    [
      'divided by 100',
      (price) => price / 100,
      /would be the stored ones divided by 100: .* --max-change 99%/,
    ],
    [
      '80 % higher, more or less',
      (price) => price * (1.7 + (price % 1) / 5),
      /40 of 40 changed prices would change by more than 50 %: /,
    ],
  ];
  for (const [what, change, message] of questions)
    it(`asks before it writes, and in the dry run: ${what}`, async () => {
      await list(40, (price) => price);
      await imports.run('articles', 'list.csv');
      const before = await prices();
      await list(40, change);

      const real = await imports.run(...update);
      const dry = await imports.run(...update, '--dry-run');
      const after = await prices();
      const option = /--max-change \d+%/.exec(real.stderr)?.[0].split(' ') ?? [];
      const confirmed = await imports.run(...update, ...option);

      expect(real.stderr).to.match(message).and.to.contain('Nothing was written');
      expect(dry.stderr).to.match(message);
      expect(after).to.deep.equal(before);
      expect(summaryOf(confirmed), confirmed.stderr).to.include({ updated: 40 });
    });

  it('shows what was read and how it is mapped before it asks', async () => {
    await list(40, (price) => price);
    await imports.run('articles', 'list.csv');
    await list(40, (price) => price * 100);

    const { stdout, stderr } = await imports.run('articles', 'list.csv', '--on-existing', 'update');

    expect(stdout).to.match(/list\.csv: 40 rows read, none imported\n$/);
    expect(stderr).to.match(/  mapped by .*:\n(?: .*\n)* +article_price +\S/);
  });

  it('asks in the middle of the file, before it writes those rows', async () => {
    await list(3_000, (price) => price);
    await imports.run('articles', 'list.csv');
    await list(3_000, (price, index) => (index < 2_000 ? price : price * 100));

    const asked = await imports.run(...update);

    expect(asked.code).to.equal(1);
    expect(asked.stderr).to.match(
      /500 of 500 changed prices would be 100 times the stored ones: "Tee 2\d\d\d" /,
    );
    expect(Math.max(...(await prices()).map(Number))).to.be.below(1_000);
  });

  it('does not ask for usual changes, and shows stored and new values with titles in a dry run', async () => {
    await list(40, (price) => price);
    await imports.run('articles', 'list.csv');
    await list(40, (price, index) => (index === 7 ? price * 9 : price * 1.05));

    const dry = await imports.run(...update, '--dry-run');

    expect(dry.code, dry.stderr).to.equal(0);
    expect(dry.stderr).to.contain('Tee 0: article_price 2.00 → 2.10\n');
    expect(dry.stderr).to.match(/the largest changes of prices:\n {4}"Tee 7" 3\.75 → 33\.75 \(\+800 %\)\n/);
  });

  it('says 1 row of a file with one', async () => {
    await list(1, (price) => price);

    const { stdout, stderr } = await imports.run('articles', 'list.csv');

    expect(stdout).to.match(/: 1 row, /);
    expect(stderr).not.to.contain('1 rows');
  });
});
