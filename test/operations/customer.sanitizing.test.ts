import { expect } from 'chai';
import { expectDone, expectFieldRefused } from '../support/answers.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { customerRows, type FieldRow, sourceRows } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';

const lines = [...sourceRows, ...customerRows].filter(({ kind }) => kind === 'line');
const controls = Array.from({ length: 32 }, (_, index) => [index + 1, index + 0x7f])
  .flat()
  .filter((code) => code < 0x20 || code >= 0x7f)
  .map((code) => String.fromCharCode(code));

/** Texts as they are sent, as they are stored in a line, and as they are stored in a note (docs/api.md#fields). */
const cases: Readonly<Record<string, readonly [sent: string, line: string, note: string]>> = {
  'blanks around a text are cut': ['  a  b ', 'a  b', 'a  b'],
  'blanks of Unicode around a text are cut': ['\u00a0\u2003a\u3000', 'a', 'a'],
  'line feeds and tabs around a text are cut': ['\n\ta\t\n', 'a', 'a'],
  'decomposed letters are composed': ['Mu\u0308ller A\u030a', 'Müller Å', 'Müller Å'],
  'letters that a control character parted are composed in notes': ['u\u0007\u0308', 'u \u0308', 'ü'],
  'blanks that control characters surround are cut': ['\u0007 a \u0007', 'a', 'a'],
  'CRLF becomes LF in notes': ['a\r\nb\r\n\r\nc', 'a b c', 'a\nb\n\nc'],
  'tab and line feed stay in notes': ['a\tb\nc', 'a b c', 'a\tb\nc'],
  'a carriage return alone is a control character': ['a\rb', 'a b', 'ab'],
  'a run of control characters becomes one blank in lines, and nothing in notes': [
    `a${controls.filter((c) => c !== '\t' && c !== '\n').join('')}b`,
    'a b',
    'ab',
  ],
  'blanks beside control characters stay': ['a \r\n b\u0007 c', 'a   b  c', 'a \n b c'],
  'characters that are not control characters stay': [
    'a\u200db\u00ad\ufffd',
    'a\u200db\u00ad\ufffd',
    'a\u200db\u00ad\ufffd',
  ],
};

describe('customer texts', () => {
  const account = freshAccount();

  const inLines = (rows: readonly FieldRow[], text: string) =>
    Object.fromEntries(rows.map(({ name }) => [name, text]));
  const withoutNumber = lines.filter(({ name }) => name !== 'customer_nr');
  const withoutSource = lines.filter((row) => !sourceRows.includes(row));

  for (const [title, [sent, line, note]] of Object.entries(cases)) {
    it(`customer.create: ${title}`, async () => {
      const customer_ident = await newCustomer(account, { ...inLines(withoutNumber, sent), user_note: sent });

      const customer = await readCustomer(account, customer_ident);
      expect(customer).to.include({ ...inLines(withoutNumber, line), user_note: note });
    });

    it(`customer.update: ${title}`, async () => {
      const customer_ident = await newCustomer(account);

      const answer = await account.send('customer.update', {
        customer_ident,
        ...inLines(withoutSource, sent),
        user_note: sent,
      });

      const stored = { ...inLines(withoutSource, line), user_note: note };
      expectDone(answer, 'customer.update', 'customer updated', { customer_ident, ...stored });
      expect(await readCustomer(account, customer_ident)).to.include(stored);
    });
  }

  it('customer.create and customer.update: a text of blanks is empty', async () => {
    const always = new Set(['customer_nr', 'customer_type']); // test/operations/emptyValues.test.ts
    const blank = inLines(
      withoutSource.filter(({ name }) => !always.has(name)),
      ' \t\r\n ',
    );
    const customer_ident = await newCustomer(account, { ...blank, user_note: '\n' });
    const empty = Object.fromEntries(Object.keys(blank).map((name) => [name, '']));
    expect(await readCustomer(account, customer_ident)).to.include({ ...empty, user_note: '' });

    const full = inLines(
      withoutSource.filter(({ name }) => !always.has(name)),
      'x',
    );
    await account.send('customer.update', { customer_ident, ...full, user_note: 'x' });
    await account.send('customer.update', { customer_ident, ...blank, user_note: '\n' });
    expect(await readCustomer(account, customer_ident)).to.include({ ...empty, user_note: '' });
  });

  it('customer.create stores countries in lower case, without blanks around them', async () => {
    for (const [sent, stored] of [
      ['DE', 'de'],
      [' aT ', 'at'],
      ['\tgb\n', 'gb'],
    ] as const) {
      const customer_ident = await newCustomer(account, { bill_country: sent });
      expect(await readCustomer(account, customer_ident)).to.include({ bill_country: stored });
    }
  });

  it('customer.create counts characters after sanitizing', async () => {
    for (const sent of [
      ` ${'x'.repeat(255)}\u0007 `,
      'u\u0308'.repeat(255),
      `${'\r\n'.repeat(300)}${'x'.repeat(255)}`,
    ]) {
      const { bill_city } = await readCustomer(account, await newCustomer(account, { bill_city: sent }));
      expect([...bill_city]).to.have.length(255);
    }
  });

  it('customer.create counts the bytes of a note after sanitizing', async () => {
    for (const sent of [` ${'x'.repeat(65_535)} `, `${'x\r\n'.repeat(32_767)}x`]) {
      const { user_note } = await readCustomer(account, await newCustomer(account, { user_note: sent }));
      expect(user_note).to.have.length(65_535);
    }
  });

  for (const method of ['customer.create', 'customer.update']) {
    it(`${method} accepts 30 combining marks in a row and refuses 31, naming field and limit`, async () => {
      const customer_ident = await newCustomer(account);
      const marks = (count: number) => `a${'\u0323'.repeat(count)}`;
      expect(
        (await account.send(method, { customer_ident, bill_city: marks(30) })).envelope.response,
      ).to.equal(true);

      for (const field of ['bill_city', 'user_note']) {
        const answer = await account.send(method, { customer_ident, [field]: marks(31) });
        expectFieldRefused(answer, method, field);
        expect(answer.envelope.message).to.equal(
          `${field} must not have more than 30 combining marks in a row`,
        );
      }
    });

    it(`${method} refuses NUL and lone surrogates in any place`, async () => {
      const customer_ident = await newCustomer(account);
      const before = await everythingOf(account);

      for (const { name } of [...withoutSource, { name: 'user_note' }, { name: 'bill_country' }]) {
        for (const sent of ['\u0000', 'a\u0000', ' \u0000b ', '\ud800', 'a\udfffb', '\ude00\ud83d']) {
          expectFieldRefused(await account.send(method, { customer_ident, [name]: sent }), method, name);
        }
      }
      expect(await everythingOf(account)).to.deep.equal(before);
    });
  }
});
