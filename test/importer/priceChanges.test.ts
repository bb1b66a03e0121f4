import { expect } from 'chai';
import { PriceChanges } from '../../importer/plan/priceChanges.ts';
import type { RowPlan, UpdatePlan } from '../../importer/plan/rowPlan.ts';

describe('the changes of prices in an import', () => {
  const update = (from: number | string, to: number | string, field = 'article_price'): UpdatePlan => ({
    kind: 'update',
    ident: 'art_1',
    title: 'Tee',
    version: '1',
    changes: [{ field, from: `${from}`, to: `${to}` }],
  });
  const same: RowPlan = { kind: 'same', ident: 'art_2', version: '1' };
  const prices = [1.99, 12.5, 249, 3.33, 18.9, 7, 45.45, 99.95, 5.25, 1_200];
  const faultOf = (rows: readonly RowPlan[], limit?: number) => {
    try {
      new PriceChanges('list.csv', limit).check(rows, 'Nothing was written');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const by = (factor: number) =>
    prices.map((price) => update(price.toFixed(4), Math.round(price * factor * 100) / 100));

  for (const [factor, what] of [
    [100, '100 times the stored ones'],
    [1_000, '1,000 times the stored ones'],
    [0.01, 'the stored ones divided by 100'],
    [1.19, 'the stored ones with tax'],
    [1 / 1.19, 'the stored ones without tax'],
    [1.2, 'the stored ones with tax'],
    [1 / 1.22, 'the stored ones without tax'],
  ] as const)
    it(`are a question when most are by ${factor.toFixed(3)}`, () => {
      const fault = faultOf([...by(factor), update(10, 11), ...prices.map(() => same)]);

      expect(fault).to.contain(`10 of 11 changed prices would be ${what}`);
      const [, percent] = /--max-change (\d+)%/.exec(fault) ?? [];
      expect(faultOf([...by(factor), update(10, 11)], Number(percent))).to.equal('');
    });

  it('are a question for net and gross prices at several rates', () => {
    const mixed = prices.map((price, index) => update(price, price * (index % 2 === 0 ? 1.19 : 1.07)));

    expect(faultOf(mixed)).to.contain('10 of 10 changed prices would be the stored ones with tax');
  });

  it('are not asked about for usual rises, for few of many prices, and for prices that were 0', () => {
    expect(faultOf(by(1.03))).to.equal('');
    expect(faultOf(by(1.1))).to.equal('');
    expect(faultOf([...by(1.6).slice(0, 3), ...prices.map(() => same)])).to.equal('');
    expect(faultOf(prices.map((price) => update(0, price)))).to.equal('');
    expect(faultOf([update(1, 100), update(2, 3)])).to.equal('');
    expect(faultOf(prices.map(() => update(1, 100, 'article_nr')))).to.equal('');
  });

  it('are a question by any one factor, unless it is a usual rise or confirmed', () => {
    for (const factor of [0.7, 1.13, 1.3, 3]) {
      const fault = faultOf([update(10, 11), ...by(factor), ...prices.map(() => same)]);

      expect(fault).to.contain(`10 of 11 changed prices would be the stored ones × ${factor.toFixed(2)}`);
      const [, percent] = /--max-change (\d+)%/.exec(fault) ?? [];
      expect(faultOf([update(10, 11), ...by(factor)], Number(percent))).to.equal('');
    }
    expect(faultOf(by(0.9))).to.equal('');
    expect(faultOf(prices.map((price, index) => update(price, price * (1.13 + index / 50))))).to.equal('');
  });

  it('are a question in one field, whatever the other one does', () => {
    const rows = prices.flatMap((price) => [
      update(price, price * 1.03),
      update(price, price * 100, 'article_purchase_price'),
    ]);
    const rises = prices.map((price, index) => ({
      ...update(price, price * 1.03),
      changes: [
        ...update(price, price * 1.03).changes,
        ...update(price, price * (1.6 + index / 50), 'article_purchase_price').changes,
      ],
    }));

    expect(faultOf(rows)).to.contain('10 of 10 changed purchase prices would be 100 times the stored ones');
    expect(faultOf(rises)).to.contain('10 of 10 changed purchase prices would change by more than 50 %');
  });

  it('are a question when half of them become 0', () => {
    const rows = [
      ...Array.from({ length: 199 }, () => update(3, 0)),
      ...by(1.03),
      ...Array.from({ length: 201 }, () => same),
    ];

    expect(faultOf(rows)).to.match(/: 199 of 209 changed prices would be 0: .*--max-change 100%/);
    expect(faultOf(rows, 100)).to.equal('');
    expect(faultOf([...by(1.03), update(3, 0)])).to.equal('');
  });

  it('are a question beyond the limit, which counts for what is confirmed, too', () => {
    const rises = prices.map((price, index) => update(price, price * (1.35 + index / 50)));

    expect(faultOf(rises)).to.equal('');
    expect(faultOf(rises, 30)).to.match(
      /^list\.csv: 10 of 10 changed prices would change by more than 30 %: "Tee" 1\.99 → /,
    );
    expect(faultOf(by(100), 99)).to.contain('100 times');
    const most = prices.map((price, index) => update(price, price * (1.6 + index / 50)));
    expect(faultOf([...most.slice(0, 4), ...prices.map(() => same)])).to.contain(
      '4 of 4 changed prices would change by more than 50 %',
    );
  });
});
