import { expect } from 'chai';
import { expectFieldRefused } from '../support/answers.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.create';

/** The JSON text that is sent, and the value of the DECIMAL column. */
const takenByAll: readonly (readonly [json: string, stored: string])[] = [
  ['0', '0.0000'],
  ['12', '12.0000'],
  ['12.5', '12.5000'],
  ['"12"', '12.0000'],
  ['"12.50"', '12.5000'],
  ['"0.0001"', '0.0001'],
  ['0.0001', '0.0001'],
  ['1e-4', '0.0001'],
  ['1e1', '10.0000'],
  ['1.005', '1.0050'],
  ['"99.9999"', '99.9999'],
  ['" 7.25 "', '7.2500'],
  ['"12.500000"', '12.5000'],
  ['12.500000', '12.5000'],
  [`12.5${'0'.repeat(1_000)}`, '12.5000'],
  ['1e2', '100.0000'],
  ['1.5e1', '15.0000'],
  ['1500E-2', '15.0000'],
  ['0e400', '0.0000'],
];

const takenByPrices: readonly (readonly [json: string, stored: string])[] = [
  ['99999999999.9999', '99999999999.9999'],
  ['"99999999999.9999"', '99999999999.9999'],
  ['"10000000000.0001"', '10000000000.0001'],
  ['4503599627.3705', '4503599627.3705'],
  ['-12.5', '-12.5000'],
  ['"-0.0001"', '-0.0001'],
];

const takenByRates: readonly (readonly [json: string, stored: string])[] = [
  ['100', '100.0000'],
  ['"100.0000"', '100.0000'],
];

const refusedByAll = [
  '"12abc"',
  '""',
  '" "',
  'true',
  'false',
  'null',
  '[]',
  '[12]',
  '{}',
  '1e300',
  '1e-400',
  '-1e-400',
  '12.345600000000000000001',
  '"12.345600000000000000001"',
  '12.34560000000000000000100',
  '"1e2"',
  '0.00001',
  '"0.00001"',
];
const refusedForText = [
  '"1,5"',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"1 2"',
  '"1.2.3"',
  '"-"',
  '"١٢"',
  '"12\\u00000"',
];
const refusedByPrices = [
  '100000000000',
  '"100000000000"',
  '-100000000000',
  '"99999999999.99999"',
  '12345678901.12345',
  '99999999999.99990000000001',
];
const refusedByRates = [
  '100.0001',
  '100.00000000000000000001',
  '"100.0001"',
  '101',
  '1000',
  '-0.0001',
  '"-1"',
];

const amounts = [
  { field: 'article_price', taken: takenByPrices, refused: refusedByPrices },
  { field: 'article_purchase_price', taken: takenByPrices, refused: refusedByPrices },
  { field: 'article_tax_rate', taken: takenByRates, refused: refusedByRates },
];

describe('article.create amounts', () => {
  const account = sharedAccount();

  const sendJson = (field: string, json: string) =>
    account.send(method, `{"article_title":"Tea","${field}":${json}}`);

  for (const { field, taken, refused } of amounts) {
    for (const [json, stored] of [...takenByAll, ...taken]) {
      it(`${field} takes ${json} and stores ${stored} [nothing-rounded]`, async () => {
        const { envelope } = await sendJson(field, json);

        const { article_ident } = envelope.data as { article_ident: string };
        expect(await storedRow('articles', account.id, { article_ident })).to.have.property(field, stored);
        const read = await account.client.article.read({ article_ident });
        expect(read).to.have.property(field, Number(stored));
      });
    }

    it(`${field} refuses values that are not amounts [nothing-rounded]`, async () => {
      const before = await storedRows('articles', account.id);
      for (const json of [...refusedByAll, ...refusedForText, ...refused]) {
        expectFieldRefused(await sendJson(field, json), method, field);
      }
      expect(await storedRows('articles', account.id)).to.have.length(before.length);
    });
  }
});
