import { expect } from 'chai';
import { newAccount, type TestAccount } from './account.ts';
import { expectDone, expectFieldRefused } from './answers.ts';
import { type Finding, find, foundIdents, type Row } from './findings.ts';
import { itFindsMuch } from './findSizes.ts';
import { freshAccount, sharedAccount } from './fixtures.ts';
import { runSet } from './sets.ts';

/** A search, with an account of its own for each test. */
interface FindTest {
  readonly finding: Finding;
  readonly account: TestAccount;
  readonly identsOf: (body: object) => Promise<readonly unknown[]>;
}

/** Defines the tests that every search passes. */
export function itFindsByValues(finding: Finding): void {
  const account = freshAccount();
  const identsOf = (body: object) => foundIdents(finding, account, body);
  const test: FindTest = { finding, account, identsOf };

  for (const by of finding.fields) itFindsByField(test, by);
  itFindsBySource(test);
  itFindsCurrentRecords(test);
  itAnswersEachCall(test);
  itFindsMuch(finding);
  itRefusesSearches(finding);
}

function itFindsByField({ finding, account, identsOf }: FindTest, by: string): void {
  const { ident, type, create } = finding;
  // An external_ident is unique within its source.
  const sourceOf = (index: number) => (by === 'external_ident' ? { [type]: `shop ${index}` } : {});

  it(`finds by ${by}, in the order of the values, the oldest one of a value first`, async () => {
    const [b, a] = [await create(account, { [by]: 'B' }), await create(account, { [by]: 'A' })];
    const second = await create(account, { [by]: 'B', ...sourceOf(2) });
    await create(account, { [by]: 'C' });

    const { records, ...others } = await find(finding, account, { by, values: ['A', 'none', 'B', 'A'] });

    expect(records.map((record) => [record[ident], record[by]])).to.deep.equal([
      [a, 'A'],
      [b, 'B'],
      [second, 'B'],
    ]);
    expect(Object.keys(records[0] ?? {})).to.have.members([ident, 'version', by]);
    expect(others).to.deep.equal({});
  });

  it(`compares ${by} byte for byte, after cleaning what was sent`, async () => {
    const found = await create(account, { [by]: 'Café 1' });
    const digits = await create(account, { [by]: '4006381333931' });

    const different = ['café 1', 'CAFÉ 1', 'Cafe 1', 'Café', 'Café 11', 'Café%', 'Café_1', '%', ' '];
    expect(await identsOf({ by, values: different })).to.deep.equal([]);
    expect(await identsOf({ by, values: [' Cafe\u0301\u00011 ', 4006381333931] })).to.deep.equal([
      found,
      digits,
    ]);
  });

  it(`finds at most 10 of a value by ${by}, and counts the others`, async () => {
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1)
      made.push(await create(account, { [by]: 'A', ...sourceOf(index) }));
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(account, { [by]: 'B', ...sourceOf(index) })),
    );

    const { records, exceeded } = await find(finding, account, { by, values: ['A', 'B'] });

    expect(records.map((record) => record[ident])).to.deep.equal([...made.slice(0, 10), ...ten.toSorted()]);
    expect(exceeded).to.deep.equal([{ value: 'A', count: 12 }]);
  });

  it(`finds no record of another account by ${by}`, async () => {
    const stranger = await newAccount();
    await create(stranger, { [by]: 'A' });
    const own = await create(account, { [by]: 'B' });
    await create(stranger, { [by]: 'B' });

    expect(await identsOf({ by, values: ['A', 'B'] })).to.deep.equal([own]);
  });
}

function itFindsBySource({ finding, account, identsOf }: FindTest): void {
  const { ident, fields, type, create } = finding;

  it('finds records of one source, also without a name of its account', async () => {
    const plain = await create(account, { external_ident: 'E', [type]: 'csv' });
    const named = await create(account, {
      external_ident: 'E',
      [type]: 'csv',
      external_account_name: 'shop',
    });
    const other = await create(account, { external_ident: 'E', [type]: 'shop' });
    const by = { by: 'external_ident', values: ['E'] };

    expect(await identsOf(by)).to.deep.equal([plain, named, other]);
    expect(await identsOf({ ...by, [type]: 'csv' })).to.deep.equal([plain, named]);
    expect(await identsOf({ ...by, [type]: 'csv', external_account_name: '' })).to.deep.equal([plain]);
    expect(await identsOf({ ...by, external_account_name: 'shop' })).to.deep.equal([named]);
    expect(await identsOf({ ...by, [type]: 'none' })).to.deep.equal([]);
  });

  for (const by of [...fields, ident])
    it(`by ${by} finds records of one source`, async () => {
      const [own = ''] = await Promise.all(
        ['csv', 'shop'].map((source) =>
          create(account, { [type]: source, ...(by !== ident && { [by]: 'A' }) }),
        ),
      );
      const search = { by, values: [by === ident ? own : 'A'] };

      expect(await identsOf({ ...search, [type]: 'csv' })).to.deep.equal([own]);
      expect(await identsOf({ ...search, [type]: 'none' })).to.deep.equal([]);
    });
}

function itFindsCurrentRecords({ finding, account, identsOf }: FindTest): void {
  const { method, ident, fields, create } = finding;

  it('finds by ident, as it was sent, and none of another account', async () => {
    const stranger = await newAccount();
    const [own, strange] = [await create(account, {}), await create(stranger, {})];

    expect(await identsOf({ by: ident, values: [strange, `${own} `, own.toUpperCase()] })).to.deep.equal([]);
    expect(await identsOf({ by: ident, values: [own, own] })).to.deep.equal([own]);
  });

  it('no longer finds deleted or changed records', async () => {
    const [by = ''] = fields;
    const gone = await create(account, { [by]: 'A' });
    const changed = await create(account, { [by]: 'A' });
    const kept = await create(account, { [by]: 'A' });
    const resource = method.split('.')[0];
    await account.send(`${resource}.delete`, { [ident]: gone });
    await account.send(`${resource}.update`, { [ident]: changed, [by]: 'B' });

    expect(await identsOf({ by, values: ['A', 'B'] })).to.deep.equal([kept, changed]);
  });
}

function itAnswersEachCall({ finding, account }: FindTest): void {
  const { method, table, ident, fields, text, create } = finding;

  it('answers each call of a set, whatever it asks for', async () => {
    const stranger = await newAccount();
    const [one = '', two = ''] = fields;
    const own = await create(account, { [one]: 'A', [two]: 'X' });
    const strange = await create(stranger, { [one]: 'A' });

    const replies = await runSet(method, [
      [account, { by: one, values: ['A', 'B'] }],
      [stranger, { by: one, values: ['A'] }],
      [account, { by: two, values: ['X'], fields: [text] }],
      [stranger, { by: two, values: ['X'] }],
      [account, { by: ident, values: [strange, own] }],
    ]);

    const found = replies.map(({ data }) => ((data ?? {})[table] as Row[]).map((record) => record[ident]));
    expect(found).to.deep.equal([[own], [strange], [own], [], [own]]);
  });

  it('says that nothing was found with an empty list', async () => {
    const [by] = fields;

    expectDone(await account.send(method, { by, values: ['A'] }), method, `${table} found`, {
      [table]: [],
    });
  });
}

function itRefusesSearches({ method, fields: [by = ''] }: Finding): void {
  const account = sharedAccount();
  const send = (body: object) => account.send(method, body);

  for (const [name, missing] of [
    ['by', { values: ['A'] }],
    ['values', { by }],
    ['values', { by, values: null }],
    ['values', { by, values: '' }],
  ] as const)
    it(`refuses ${JSON.stringify(missing)}: ${name} not set`, async () => {
      const { code, envelope } = await send(missing);
      expect([code, envelope.message]).to.deep.equal(['field_required', `${name} not set`]);
    });

  const wrongValues: readonly unknown[] = [
    [],
    'A',
    { 0: 'A' },
    [''],
    [null],
    [true],
    [['A']],
    [{}],
    [1.5],
    ['A', null],
    ['x'.repeat(256)],
    Array(1001).fill('A'),
    Array(3e3).fill('A'.repeat(50)),
    ['a\0b'],
    ['\ud800'],
  ];
  it('refuses values that are not a list of 1 to 1,000 texts', async () => {
    for (const values of wrongValues) expectFieldRefused(await send({ by, values }), method, 'values');
  });

  it('refuses fields that it does not search or answer', async () => {
    for (const wrong of ['bill_city', 'sales', 'version', '', 7, 'article_title,article_nr'])
      expect((await send({ by: wrong, values: ['A'] })).code).to.be.oneOf([
        'field_invalid',
        'field_required',
      ]);
    for (const fields of ['article_nr', ['sales'], ['version'], [7], null, {}, Array(101).fill(by)])
      expectFieldRefused(await send({ by, values: ['A'], fields }), method, 'fields');
  });
}
