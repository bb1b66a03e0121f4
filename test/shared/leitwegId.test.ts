import { expect } from 'chai';
import { isLeitwegId } from '../../shared/contract/input/validator.ts';
import { withCheckDigits } from '../support/leitwegId.ts';
import { drawing } from '../support/random.ts';

const digits = [...'0123456789'];
const lettersAndDigits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('Leitweg-ID', () => {
  for (const id of ['04011000-1234512345-06', '991-33333TEST-33', '992-90009-96', '09564000-NUE0001-49']) {
    it(`${id} is valid`, () => expect(isLeitwegId(id)).to.equal(true));
  }

  const invalid: readonly [string, string][] = [
    ['with wrong check digits', '04011000-1234512345-07'],
    ['of nothing', ''],
    ['of check digits alone', '-06'],
    ['without check digits', '04011000-1234512345'],
    ['with one digit in front', withCheckDigits('1')],
    ['with 13 digits in front', withCheckDigits('1234567890123')],
    ['with a letter in front', withCheckDigits('0401100A-1')],
    ['with 31 characters in the middle', withCheckDigits(`04-${'1'.repeat(31)}`)],
    ['with an empty middle', '04011000--06'],
    ['with two middles', withCheckDigits('04-1-1')],
    ['with a dot in the middle', '04011000-12345.2345-06'],
    ['with a blank in front', ' 04011000-1234512345-06'],
    ['with a line feed behind', '04011000-1234512345-06\n'],
    ['with digits of another script', '٠٤٠١١٠٠٠-1234512345-06'],
    ['with another hyphen', '04011000\u20101234512345\u201006'],
  ];
  for (const [what, id] of invalid) it(`${what} is invalid`, () => expect(isLeitwegId(id)).to.equal(false));

  const shapes: readonly [string, string][] = [
    ['with 2 digits in front and no middle', '04'],
    ['with 12 digits in front', '123456789012'],
    ['with 30 characters in the middle', `123456789012-${'Z'.repeat(30)}`],
    ['with one character in the middle', '991-A'],
    ['with small letters', '991-test'],
  ];
  for (const [what, beginning] of shapes) {
    it(`${what} is valid with its check digits`, () =>
      expect(isLeitwegId(withCheckDigits(beginning))).to.equal(true));
  }

  it('is valid exactly when the number leaves 1, whatever the text', () => {
    const { one, text } = drawing(2);
    const middle = [...'019AZaz-'];
    const found = { valid: 0, invalid: 0 };
    for (let round = 0; round < 50_000; round += 1) {
      const id = `${text(digits, 4)}${one(['', '-', '-', '--'])}${text(middle, 3)}-${one(digits)}${text(digits, 2)}`;
      expect(isLeitwegId(id), id).to.equal(byHand(id));
      found[byHand(id) ? 'valid' : 'invalid'] += 1;
    }
    expect(found.valid).to.be.above(20);
    expect(found.invalid).to.be.above(20);
  });
});

/** Follows docs/api.md#leitweg-id part by part, and divides as one does on paper. */
function byHand(id: string): boolean {
  const parts = id.split('-');
  const [front = '', middle] = parts.length === 3 ? parts : [parts[0], 'none'];
  const check = parts.at(-1) ?? '';
  if (
    parts.length < 2 ||
    parts.length > 3 ||
    !isMadeOf(front, digits, 2, 12) ||
    !isMadeOf(check, digits, 2, 2)
  )
    return false;
  const alphabet = [...lettersAndDigits, ...lettersAndDigits.map((letter) => letter.toLowerCase())];
  if (!isMadeOf(middle ?? '', alphabet, 1, 30)) return false;
  let rest = 0;
  for (const character of parts.join('').toUpperCase()) {
    for (const digit of String(lettersAndDigits.indexOf(character))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

function isMadeOf(text: string, alphabet: readonly string[], least: number, max: number): boolean {
  return (
    text.length >= least && text.length <= max && [...text].every((character) => alphabet.includes(character))
  );
}
