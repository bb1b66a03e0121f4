import { expect } from 'chai';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import { Numeral } from '../../shared/contract/values/numeral.ts';
import { drawing } from '../support/random.ts';

describe('reading a request', () => {
  const values = [
    '',
    ' ',
    'x',
    'de',
    'DE',
    '\0',
    '\ud83d',
    'ö',
    ' a ',
    'a\r\nb',
    'x'.repeat(256),
    '1',
    '12.50',
    '2024-02-30 00:00:00',
    '2024-02-29 12:00:00',
    'sku',
    'bill_city',
    'article_nr',
    0,
    1,
    -1,
    1.5,
    1e21,
    2 ** 53,
    new Numeral('1e-400'),
    new Numeral('9007199254740993'),
    new Numeral('10.0e-1'),
    'á'.repeat(31),
    `a${'́'.repeat(31)}`,
    true,
    false,
    null,
    [],
    {},
    [[1]],
  ];
  for (const contract of Object.values<AnyOperation>(publicOperations)) {
    it(`of ${contract.name} ends with an input or with errors, whatever the values`, () => {
      const read = inputReader(contract);
      const names = [
        ...Object.keys(contract.input),
        ...Object.values(namesOf).flatMap((some) => [...some]),
        'nope',
        'validate',
        'constructor',
      ];
      const { below, one } = drawing(7);
      for (let round = 0; round < 1_000; round += 1) {
        const body = Object.fromEntries(Array.from({ length: below(6) }, () => [one(names), one(values)]));
        const reading = read(body);
        if ('input' in reading) expect(read(reading.input), JSON.stringify(body)).to.deep.equal(reading);
        else expectEmitted(reading.fieldErrors);
      }
    });

    it(`of ${contract.name} takes its own example`, () => {
      expect(inputReader(contract)(contract.example)).to.have.property('input');
    });
  }
});

function expectEmitted(fieldErrors: readonly FieldError[]): void {
  expect(fieldErrors).to.not.be.empty;
  for (const { field, code, message } of fieldErrors) {
    expect(code).to.match(/^(field_required|field_invalid|field_unknown|public_authority_id_invalid)$/);
    const begins = code === 'field_unknown' && field !== 'validate' ? 'unknown field: ' : `${field} `;
    expect(message.startsWith(begins), message).to.equal(true);
  }
}
