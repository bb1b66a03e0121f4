import { expect } from 'chai';
import {
  cleanDecimal,
  cleanIdent,
  cleanInteger,
  cleanLine,
  cleanLowerCase,
  cleanNote,
  isStorable,
} from '../../shared/input/clean.ts';
import { drawing } from '../support/random.ts';

/** contract.md, "Sanitizing". */
describe('sanitizing', () => {
  const lines: readonly [string, unknown, unknown][] = [
    ['leaves plain text as it is', 'Muster GmbH & Co. KG', 'Muster GmbH & Co. KG'],
    ['leaves the empty text as it is', '', ''],
    ['trims blanks of every kind', ' \t\u00a0\u2003\ufeffKiel\n ', 'Kiel'],
    ['trims what only control characters kept apart', '\u0001 Kiel \u0002', 'Kiel'],
    ['removes control characters', 'Ki\u0007e\u009fl\u007f', 'Kiel'],
    ['removes tabs and line feeds in a line', 'Ki\te\r\nl', 'Kiel'],
    ['composes letters and accents', 'Ko\u0308ln', 'K\u00f6ln'],
    ['composes what a control character kept apart', 'Ko\u0001\u0308ln', 'K\u00f6ln'],
    ['leaves compatible characters apart', '\ufb01\u00b2\u2126'.normalize('NFC'), '\ufb01\u00b2\u03a9'],
    ['leaves characters beyond 16 bits as they are', 'K\u{1f600}', 'K\u{1f600}'],
    ['takes an integer as text', 10115, '10115'],
    ['takes a negative integer as text', -1, '-1'],
    ['leaves a fraction for the schema to refuse', 1.5, 1.5],
    ['leaves an integer that was rounded for the schema to refuse', 2 ** 53, 2 ** 53],
    ['leaves true for the schema to refuse', true, true],
    ['leaves null for the schema to refuse', null, null],
    ['leaves NUL for the schema to refuse', ' K\0 ', ' K\0 '],
    ['leaves a lone surrogate for the schema to refuse', ' \ud83d ', ' \ud83d '],
  ];
  for (const [outcome, sent, clean] of lines) it(outcome, () => expect(cleanLine(sent)).to.deep.equal(clean));

  const notes: readonly [string, unknown, unknown][] = [
    ['keeps tabs and line feeds in a note', 'one\ttwo\nthree', 'one\ttwo\nthree'],
    ['makes CRLF a line feed', 'one\r\ntwo\r\n\r\nthree', 'one\ntwo\n\nthree'],
    ['removes other control characters from a note', 'one\u0007\rtwo', 'onetwo'],
    ['trims a note', '\n\t one \r\n', 'one'],
    ['composes letters and accents in a note', 'o\u0308\n', '\u00f6'],
    ['takes an integer as a note', 42, '42'],
    ['leaves NUL in a note for the schema to refuse', 'K\0\r\n', 'K\0\r\n'],
  ];
  for (const [outcome, sent, clean] of notes) it(outcome, () => expect(cleanNote(sent)).to.deep.equal(clean));

  const codes: readonly [string, unknown, unknown][] = [
    ['makes a country code lower case', ' De ', 'de'],
    ['leaves what is no text for the schema to refuse', true, true],
  ];
  for (const [outcome, sent, clean] of codes)
    it(outcome, () => expect(cleanLowerCase(sent)).to.deep.equal(clean));

  const idents: readonly [string, unknown, unknown][] = [
    ['leaves an ident as it is, blanks included', ' cus_1 ', ' cus_1 '],
    ['takes null as no ident', null, undefined],
    ['takes an integer as an ident', 7, '7'],
  ];
  for (const [outcome, sent, clean] of idents)
    it(outcome, () => expect(cleanIdent(sent)).to.deep.equal(clean));

  const integers: readonly [string, unknown, unknown][] = [
    ['takes digits as an integer', '19', 19],
    ['takes a sign and blanks around digits', ' -1\n', -1],
    ['leaves an integer as it is', 7, 7],
    ['leaves digits that a number can not hold', '1234567890123456', '1234567890123456'],
  ];
  for (const [outcome, sent, clean] of integers)
    it(outcome, () => expect(cleanInteger(sent)).to.deep.equal(clean));
  for (const sent of ['', ' ', '12abc', '1e3', '0x1f', '+1', '1_000', '--1', '١', true, null, 1.5]) {
    it(`makes no integer of ${JSON.stringify(sent)}`, () => expect(cleanInteger(sent)).to.equal(sent));
  }

  const decimals: readonly [string, unknown, unknown][] = [
    ['keeps the digits of a decimal', '12.50', '12.50'],
    ['takes a number by its digits', 12.5, '12.5'],
    ['takes blanks around a decimal', ' 19 ', '19'],
    ['removes leading zeros', '-0012.5', '-12.5'],
    ['keeps the zero before the point', '000.5', '0.5'],
  ];
  for (const [outcome, sent, clean] of decimals)
    it(outcome, () => expect(cleanDecimal(sent)).to.deep.equal(clean));
  for (const sent of ['', '12abc', '1e3', true, null]) {
    it(`makes no decimal of ${JSON.stringify(sent)}`, () => expect(cleanDecimal(sent)).to.equal(sent));
  }

  const characters = [
    ...'aZ 0\t\n\r\u0001\u007f\u0085\u00a0\u0308\u0301eo\u00f6\u1100\u1161\u2126\u212b\u2003\ufeff\u{1f600}',
  ];

  for (const clean of [cleanLine, cleanNote, cleanLowerCase]) {
    it(`${clean.name} is done after once, whatever the text`, () => {
      const { text } = drawing(1);
      for (let round = 0; round < 5_000; round += 1) {
        const once = clean(text(characters, 12));
        expect(clean(once)).to.equal(once);
      }
    });
  }

  it('leaves nothing in a line that it should have removed, whatever the text', () => {
    const { text } = drawing(2);
    for (let round = 0; round < 5_000; round += 1) {
      const clean = cleanLine(text(characters, 12)) as string;
      expect(clean).to.equal(clean.trim().normalize('NFC'));
      expect([...clean].filter((character) => character < ' ' || (character >= '\x7f' && character < '\xa0')))
        .to.be.empty;
    }
  });

  it('keeps every visible character of a composed text', () => {
    const { text } = drawing(3);
    const visible = [...'aZ09\u00f6\u4e2d\u{1f600}-"\\/<>'];
    for (let round = 0; round < 2_000; round += 1) {
      const sent = text(visible, 20);
      expect([cleanLine(sent), cleanNote(sent)]).to.deep.equal([sent, sent]);
    }
  });

  it('tells what databases can not hold', () => {
    expect(['K\u00f6ln\u{1f600}', 'a\0', '\ud83d', '\ude00', '\ude00\ud83d'].map(isStorable)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
