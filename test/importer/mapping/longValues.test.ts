import { expect } from 'chai';
import { foreignSign } from '../../../importer/mapping/foreignAddress.ts';
import { fieldsOf, type Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { placeIn, zipAndCity } from '../../../importer/mapping/splitPlaces.ts';
import { cellText, isNoValue } from '../../../importer/mapping/values/cells.ts';
import { conversionOf } from '../../../importer/mapping/values/conversions.ts';
import { piecesOf, piecesOfUnit } from '../../../importer/mapping/values/divisors.ts';
import { isSurelyPerson, kindOfName } from '../../../importer/mapping/values/nameKinds.ts';
import { splitLastFirst } from '../../../importer/mapping/values/nameOrder.ts';
import { percentageIn, placeOfRate } from '../../../importer/mapping/values/taxRates.ts';
import { ColumnSums } from '../../../importer/rows/columnSums.ts';
import { totalsReason } from '../../../importer/source/otherRows.ts';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { drawing } from '../../support/random.ts';

const forms = {
  currency: { code: 'EUR', isFromService: false },
  timeZone: 'Europe/Berlin',
  isGerman: true,
  isCoded: false,
  isForeign: false,
  hasNamibia: false,
  isWhole: true,
  letters: new Set<string>(),
};

/** Quadratic time is at least some seconds for as many characters. */
const length = 30_000;
const maxMs = 400;
const seed = 20_261_130;
const characters = [...' -.,1A0/+&;"\'é€%@(:'];
const known = ['1 ', 'Dr. ', 'van ', 'A, ', '&amp;', '1,000 ', '+49 ', 'a@', '9 St. ', 'Summe '];

/** Long runs of one or two characters, also with another one at an end. */
function longTexts(): readonly string[] {
  const { one, text } = drawing(seed);
  const drawn = Array.from({ length: 20 }, () => one(characters) + text(characters, 1));
  return [...characters, ...known, ...drawn].flatMap((part) => {
    const run = part.repeat(length / part.length);
    return [run, `${one(characters)}${run}${one(['!', 'x', '1'])}`];
  });
}

describe('importer: long values (times the processor)', () => {
  const texts = longTexts();

  function expectFast(read: (text: string) => unknown): void {
    for (const text of texts) {
      const before = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000, JSON.stringify(text.slice(0, 12))).to.be.lessThan(maxMs);
    }
  }

  for (const resource of ['customers', 'articles'] as const satisfies readonly Resource[])
    for (const [name, field] of Object.entries(fieldsOf[resource]) as [string, Field][])
      it(`${name} reads ${length} characters in linear time`, () => {
        expectFast(conversionOf(name, field, forms));
      });

  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    piecesOf,
    piecesOfUnit,
    kindOfName,
    isSurelyPerson,
    splitLastFirst,
    percentageIn,
    placeOfRate,
    cellText,
    isNoValue,
    placeInCity: (text) => placeIn('city', text),
    placeInStreet: (text) => placeIn('street', text),
    zipAndCity: (text) => zipAndCity('bill_')({ bill_zip_city: text }, []),
    foreignSign: (text) => foreignSign({ bill_vat_nr: text, bill_phone: text, bill_city: text }, 'bill_'),
    totalsReason: (text) => totalsReason([text, '', '', '1'], 4),
    columnSums: (text) => {
      const sums = new ColumnSums();
      for (const line of [2, 3]) sums.add({ line, values: [text] });
      return sums.sumRow();
    },
  };
  for (const [name, read] of Object.entries(readers))
    it(`${name} takes linear time`, () => {
      expectFast(read);
    });
});
