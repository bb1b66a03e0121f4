import { expect } from 'chai';
import {
  isOneTypo,
  phoneWord,
  phoneWords,
  queryWords,
  typoHashes,
} from '../../shared/contract/values/queryText.ts';
import { drawing } from '../support/random.ts';

const letters = [..."aeouAEOUbsßẞüöäÜéŁøæœıİΣς '-.1", '\u0308', '\u0301', '😀', '中', 'ﬁ'];

describe('the words of searches', () => {
  it('are the same in all spellings of a name', () => {
    for (const [one, ...others] of [
      ['Müller', 'mueller', 'MULLER', 'Mu\u0308ller', 'müller'],
      ['Straße', 'strasse', 'STRASSE', 'STRAẞE'],
      ['Łódź', 'Lodz'],
      ['Søren Ærø', 'soren aero', 'SOEREN aerö'],
      ['Œuvre', 'oeuvre'],
      ['İstanbul', 'istanbul', 'ISTANBUL'],
      ['ΟΔΟΣ', 'οδός'],
      ['ﬁne', 'fine'],
    ] as const)
      for (const other of others) expect(queryWords(other), other).to.deep.equal(queryWords(one));
  });

  it('are divided by all that is neither letter nor digit', () => {
    expect(queryWords("O'Hara-Schmidt & Co. (2) hans.muster@Web.DE 100% _x_ 😀")).to.deep.equal([
      'o',
      'hara',
      'schmidt',
      'co',
      '2',
      'hans',
      'muster',
      'web',
      'de',
      '100',
      'x',
    ]);
    expect(queryWords(' %%% \u0301 😀 ')).to.deep.equal([]);
  });

  it('of words and of the beginning of a text are its words, the last one cut, in 2,000 drawn texts', () => {
    const { text, below } = drawing(7);
    for (let times = 0; times < 2_000; times += 1) {
      const drawn = text(letters, 24);
      const words = queryWords(drawn);
      const characters = [...drawn];
      const begun = queryWords(characters.slice(0, below(characters.length + 1)).join(''));

      expect(queryWords(words.join(' ')), drawn).to.deep.equal(words);
      for (const [nr, word] of begun.entries())
        if (nr < begun.length - 1) expect(word, drawn).to.equal(words[nr]);
        else expect(words[nr]?.startsWith(word), `${drawn}: ${word} of ${words[nr]}`).to.equal(true);
    }
  });

  it('share a hash with each word of one typing error, in 2,000 drawn words', () => {
    const { text, below, one } = drawing(11);
    const alphabet = [...'abcdeß'];
    for (let times = 0; times < 2_000; times += 1) {
      const word = `${text(alphabet, 14)}abcde`;
      const at = below(word.length - 1);
      const typed = one([
        word.slice(0, at) + word.slice(at + 1),
        `${word.slice(0, at)}x${word.slice(at)}`,
        `${word.slice(0, at)}x${word.slice(at + 1)}`,
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ]);

      expect(isOneTypo(word, typed), `${word} ${typed}`).to.equal(true);
      expect(typoHashes(word).filter((hash) => typoHashes(typed).includes(hash))).to.not.deep.equal([]);
    }
    expect(isOneTypo('meier', 'mayor')).to.equal(false);
    expect([...typoHashes('abc'), ...typoHashes('a1234'), ...typoHashes('x'.repeat(21))]).to.deep.equal([]);
  });

  it('have phone numbers without the code of the country and without leading zeros', () => {
    const same = ['+49 (0)30 / 123 456-78', '0049 30 12345678', '030 12345678', '(030) 123.456.78'];
    for (const number of same) expect(phoneWord(number), number).to.equal('#3012345678');
    expect(phoneWord('+1 212 555 0100')).to.equal('#2125550100');
    expect(phoneWord('+352 26 12 34')).to.equal('#261234');
    for (const other of ['1234', 'K-12345', '12345a', '', '+++++', '+49 000'])
      expect(phoneWord(other), other).to.equal(undefined);
  });

  it('have each phone number of a text', () => {
    const one = [
      'Tel. 030 1234567',
      '030–1234567',
      '030/1234567',
      '030 1234567 ext. 4',
      '+49 (0)30 / 1234-567',
    ];
    for (const text of one) expect(phoneWords(text), text).to.deep.equal(['#301234567']);
    const two = ['030 12345 / 0171 5566', '030 12345, 0171 5566', 'p. +49 30 12345 oder 0171/5566'];
    for (const text of two) expect(phoneWords(text), text).to.deep.equal(['#3012345', '#1715566']);
    expect(phoneWords('030 123 045 67')).to.deep.equal(['#3012304567']);
    for (const none of ['', '1234', 'on request']) expect(phoneWords(none), none).to.deep.equal([]);
  });
});
