import { expect } from 'chai';
import * as clean from '../../shared/contract/values/clean.ts';
import { InvalidValue } from '../../shared/contract/values/clean.ts';
import { Numeral } from '../../shared/contract/values/numeral.ts';
import { drawing } from '../support/random.ts';

const { cleanDecimal, cleanInteger, isStorable } = clean;
const cleanLine = (value: unknown) => clean.cleanLine(value, 255);
const cleanNote = (value: unknown) => clean.cleanNote(value, 65_535);
const cleanLowerCase = (value: unknown) => clean.cleanLowerCase(value, 'must be a code');
const cleanIdent = (value: unknown) => clean.cleanIdent(value, 64);

const inexact = new InvalidValue('must be sent as a string: the number is too large to be exact');
const unstorable = new InvalidValue('must not contain NUL or lone surrogates');
const marked = new InvalidValue('must not have more than 30 combining marks in a row');
const tooLong = new InvalidValue('must be at most 255 characters');

/** Tests docs/api.md#fields, "Reading and cleaning values". */
describe('sanitizing', () => {
  const lines: readonly [string, unknown, unknown][] = [
    ['leaves plain text as it is', 'Muster GmbH & Co. KG', 'Muster GmbH & Co. KG'],
    ['leaves the empty text as it is', '', ''],
    ['trims blanks of every kind', ' \t\u00a0\u2003\ufeffKiel\n ', 'Kiel'],
    ['trims what only control characters kept apart', '\u0001 Kiel \u0002', 'Kiel'],
    ['makes a blank of a control character', 'Ki\u0007e\u009fl\u007f', 'Ki e l'],
    ['makes one blank of a run of control characters', 'Ki\t\r\n\u0001el', 'Ki el'],
    ['leaves the blanks beside a control character', 'Ki \n el', 'Ki   el'],
    ['composes letters and accents', 'Ko\u0308ln', 'K\u00f6ln'],
    ['composes nothing across a control character', 'Ko\u0001\u0308ln', 'Ko \u0308ln'],
    ['takes 30 combining marks in a row', `a${'\u0323'.repeat(30)}`, `\u1ea1${'\u0323'.repeat(29)}`],
    ['refuses 31 combining marks in a row', `a${'\u0301\u0323'.repeat(15)}\u0301`, marked],
    ['refuses 31 combining marks at the beginning', '\u0301'.repeat(31), marked],
    ['refuses a text that is far too long', 'x\u00fc'.repeat(600_000), tooLong],
    ['takes 255 characters of four units each', '\u1f82'.normalize('NFD').repeat(255), '\u1f82'.repeat(255)],
    [
      'takes a short text in many blanks',
      `${' \r\n\u3000'.repeat(100_000)}x${'\u0001 '.repeat(100_000)}`,
      'x',
    ],
    ['takes a short text with a long run of control characters', `x${'\u0001'.repeat(500_000)}y`, 'x y'],
    ['leaves compatible characters apart', '\ufb01\u00b2\u2126'.normalize('NFC'), '\ufb01\u00b2\u03a9'],
    ['leaves characters beyond 16 bits as they are', 'K\u{1f600}', 'K\u{1f600}'],
    ['takes an integer as text', 10115, '10115'],
    ['takes a negative integer as text', -1, '-1'],
    ['leaves a fraction for the schema to refuse', 1.5, 1.5],
    ['takes the largest exact integer as text', 2 ** 53 - 1, '9007199254740991'],
    ['refuses an integer that may have been rounded', 2 ** 53, inexact],
    ['refuses a long integer', new Numeral('-9007199254740993'), inexact],
    ['refuses a large integer', 1e300, inexact],
    ['takes an integer in any notation', new Numeral('120e-1'), '12'],
    [
      'leaves a fraction in any notation for the schema to refuse',
      new Numeral('12e-1'),
      new Numeral('12e-1'),
    ],
    ['leaves true for the schema to refuse', true, true],
    ['leaves null for the schema to refuse', null, null],
    ['refuses NUL', ' K\0 ', unstorable],
    ['refuses a lone surrogate', ' \ud83d ', unstorable],
  ];
  for (const [outcome, sent, clean] of lines) it(outcome, () => expect(cleanLine(sent)).to.deep.equal(clean));

  const notes: readonly [string, unknown, unknown][] = [
    ['keeps tabs and line feeds in a note', 'one\ttwo\nthree', 'one\ttwo\nthree'],
    ['makes CRLF a line feed', 'one\r\ntwo\r\n\r\nthree', 'one\ntwo\n\nthree'],
    ['removes other control characters from a note', 'one\u0007\rtwo', 'onetwo'],
    ['trims a note', '\n\t one \r\n', 'one'],
    ['composes letters and accents in a note', 'o\u0308\n', '\u00f6'],
    ['takes an integer as a note', 42, '42'],
    ['refuses NUL in a note', 'K\0\r\n', unstorable],
    [
      'takes a note of 65,535 bytes that is longer before it is normalized',
      '\u01d6'.normalize('NFD').repeat(32_767),
      '\u01d6'.repeat(32_767),
    ],
    [
      'refuses a note that is far too long',
      '\u00fc'.repeat(131_071),
      new InvalidValue('must be at most 65535 bytes of UTF-8'),
    ],
  ];
  for (const [outcome, sent, clean] of notes) it(outcome, () => expect(cleanNote(sent)).to.deep.equal(clean));

  const codes: readonly [string, unknown, unknown][] = [
    ['makes a country code lower case', ' De ', 'de'],
    ['leaves what is not text for the schema to refuse', true, true],
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
    ["leaves digits that a number can't hold", '1234567890123456', '1234567890123456'],
    ['takes zeros behind the point', '12.000', 12],
    ['takes an integer in any notation', new Numeral('1.2e1'), 12],
    ['takes zero in any notation', new Numeral('-0.0e400'), 0],
    [
      'leaves what would be rounded',
      new Numeral('1.00000000000000000001'),
      new Numeral('1.00000000000000000001'),
    ],
    ['leaves what is not quite zero', new Numeral('1e-400'), new Numeral('1e-400')],
  ];
  for (const [outcome, sent, clean] of integers)
    it(outcome, () => expect(cleanInteger(sent)).to.deep.equal(clean));
  for (const sent of ['', ' ', '12abc', '1e3', '0x1f', '+1', '1_000', '--1', '١', true, null, 1.5]) {
    it(`makes no integer of ${JSON.stringify(sent)}`, () => expect(cleanInteger(sent)).to.equal(sent));
  }

  const decimals: readonly [string, unknown, unknown][] = [
    ['takes zeros behind the decimals', '12.500000', '12.5'],
    ['takes every notation of a number', new Numeral('1250000e-5'), '12.5'],
    ['takes a large number in any notation', new Numeral('9.99999999999999e10'), '99999999999.9999'],
    ['takes a small number in any notation', new Numeral('1e-4'), '0.0001'],
    ['takes zero in any notation', new Numeral('0.000e-9999'), '0'],
    ['leaves what is not quite zero', new Numeral('1e-400'), new Numeral('1e-400')],
    [
      'leaves what would be rounded',
      new Numeral('12.345600000000000000001'),
      new Numeral('12.345600000000000000001'),
    ],
    ['leaves what is too large', new Numeral('1e999999999999'), new Numeral('1e999999999999')],
    ['takes a number by its digits', 12.5, '12.5'],
    ['takes blanks around a decimal', ' 19 ', '19'],
    ['removes leading zeros', '-0012.5', '-12.5'],
    ['keeps the zero before the point', '000.5', '0.5'],
  ];
  for (const [outcome, sent, clean] of decimals)
    it(outcome, () => expect(cleanDecimal(sent)).to.deep.equal(clean));
  for (const sent of ['', '12abc', '1e3', '0.12345', '123456789012', true, null]) {
    it(`makes no decimal of ${JSON.stringify(sent)}`, () => expect(cleanDecimal(sent)).to.equal(sent));
  }

  const characters = [
    ...'aZ 0\t\n\r\u0001\u007f\u0085\u00a0\u0308\u0301eo\u00f6\u1100\u1161\u2126\u212b\u2003\ufeff\u{1f600}',
  ];

  for (const [name, clean] of Object.entries({ cleanLine, cleanNote, cleanLowerCase })) {
    it(`${name} is done after once, whatever the text`, () => {
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

  it("reports what databases can't store", () => {
    expect(['K\u00f6ln\u{1f600}', 'a\0', '\ud83d', '\ude00', '\ude00\ud83d'].map(isStorable)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
