import { expect } from 'chai';
import type { TestAccount } from './account.ts';
import { runBatch } from './batches.ts';
import { type Finding, find, foundIdents, type Row } from './findings.ts';
import { freshAccount } from './fixtures.ts';

/** Defines the tests of what a search does with many values and long texts. */
export function itFindsMuch(finding: Finding): void {
  const account = freshAccount();
  itFindsManyValues(finding, account);
  itFindsLongTexts(finding, account);
}

function itFindsManyValues(finding: Finding, account: TestAccount): void {
  const { method, table, ident, fields, needed } = finding;

  it('finds 1,000 values, of which each is long, in a body and in an entry of a batch', async () => {
    const [by = ''] = fields;
    const values = Array.from({ length: 1_000 }, (_, index) => `${index} ${'ö'.repeat(100)}`);
    const creates = values.map((value) => ({
      method: method.replace('find', 'create'),
      data: { ...needed, [by]: value },
    }));
    const made = await runBatch(account, creates);
    const idents = made.map(({ data }) => data?.[ident]);

    const alone = await foundIdents(finding, account, { by, values });
    const [entry] = await runBatch(account, [{ method, data: { by, values } }]);

    expect(alone).to.deep.equal(idents);
    expect(((entry?.data ?? {})[table] as Row[]).map((record) => record[ident])).to.deep.equal(idents);
  });
}

function itFindsLongTexts(finding: Finding, account: TestAccount): void {
  const { ident, fields, text, create } = finding;

  it('answers long texts as far as they fit, and covers the others with the next request (megabytes)', async () => {
    const [by = ''] = fields;
    const long = '"ä'.repeat(20_000);
    const values = Array.from({ length: 25 }, (_, index) => `L-${index}`);
    for (const value of values) await create(account, { [by]: value, [text]: `${value}${long}` });

    const found: Row[] = [];
    const sizes: number[] = [];
    for (let from = 0; from < values.length; ) {
      const { records, next } = await find(finding, account, {
        by,
        values: values.slice(from),
        fields: [text],
      });
      found.push(...records);
      sizes.push(Buffer.byteLength(JSON.stringify(records)));
      from += next ?? values.length;
    }

    expect(found.map((record) => record[text])).to.deep.equal(values.map((value) => `${value}${long}`));
    expect(sizes.length).to.be.within(3, 5);
    for (const size of sizes) expect(size).to.be.at.most(512 * 1_024);
  });

  it('covers the first value, even if its records do not fit, and says how many there are', async () => {
    const [, by = ''] = fields;
    const long = 'x'.repeat(65_535);
    const made: string[] = [];
    for (let count = 0; count < 10; count += 1) made.push(await create(account, { [by]: 'A', [text]: long }));
    const last = await create(account, { [by]: 'B' });

    const { exceeded, next, records } = await find(finding, account, {
      by,
      values: ['A', 'B'],
      fields: [text],
    });

    const [shown, others] = [records.slice(0, 7), records.slice(7)];
    expect(shown.map((record) => record[ident])).to.deep.equal(made.slice(0, 7));
    for (const record of shown) expect(record[text]).to.equal(long);
    expect(others.map((record) => record[ident])).to.deep.equal([last]);
    expect([exceeded, next]).to.deep.equal([[{ value: 'A', count: 10 }], undefined]);
  });
}
