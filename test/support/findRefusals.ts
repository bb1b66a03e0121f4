import { expect } from 'chai';
import { newAccount, type TestAccount } from './account.ts';
import { expectFieldRefused } from './answers.ts';
import type { Finding } from './findings.ts';

/** Defines the tests of what a search refuses. */
export function itRefusesSearches({ method, fields: [by = ''] }: Finding): void {
  let account: TestAccount;
  before(async () => {
    account = await newAccount();
  });
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
  it('refuses values that are no list of 1 to 1,000 texts', async () => {
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
