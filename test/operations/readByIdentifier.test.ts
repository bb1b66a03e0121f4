import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectFieldRefused, expectRefused } from '../support/answers.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { articleKind, customerKind, type RecordKind } from '../support/recordKinds.ts';
import { runSet } from '../support/sets.ts';

interface Lookup {
  readonly kind: RecordKind;
  /** The value that chooses the field. */
  readonly identifier: string;
  readonly field: string;
  /** A field that can be chosen, too. */
  readonly other: string;
}

const lookups: readonly Lookup[] = [
  { kind: articleKind, identifier: 'sku', field: 'article_sku', other: 'article_ean' },
  { kind: articleKind, identifier: 'ean', field: 'article_ean', other: 'article_sku' },
  { kind: customerKind, identifier: 'customer_nr', field: 'customer_nr', other: 'bill_email' },
  { kind: customerKind, identifier: 'external_ident', field: 'external_ident', other: 'bill_email' },
  { kind: customerKind, identifier: 'bill_email', field: 'bill_email', other: 'customer_nr' },
];

type Data = Readonly<Record<string, unknown>>;

for (const { kind, identifier, field, other } of lookups) {
  const { resource, table, ident, type, needed } = kind;
  const method = `${resource}.read` as const;
  const choice = { [`${resource}_identifier`]: identifier };
  const notFound = { code: `${resource}_not_found`, message: `${resource} not found` };

  describe(`${method} by ${field}`, () => {
    const account = freshAccount();

    // An external_ident is unique within its source.
    const create = (value: string, index = 0, on = account) =>
      kind.create(on, { ...needed, [field]: value, [type]: `shop ${index}` });
    const send = (value: unknown) => account.send(method, { ...choice, [field]: value });
    const read = async (record: string) =>
      (await account.send(method, { [ident]: record })).envelope.data as Data;
    /** The record in an answer, or in the data of one. */
    const recordIn = (data: Data | null) =>
      (kind === articleKind ? data : data?.customer) as Data | undefined;
    const expectFound = async (value: unknown, expected: Data) => {
      const message =
        kind === articleKind
          ? `read article with ident: ${String(expected[ident])}`
          : 'customer and address data loaded';
      expectDone(await send(value), method, message, expected);
    };

    it('answers the one record that has it', async () => {
      const made = await create('A-1');
      if (kind === customerKind) await newAddress(account, made, { delivery_city: 'Kiel' });
      await create('A-2');

      await expectFound('A-1', await read(made));
    });

    it('searches only the chosen field', async () => {
      await kind.create(account, { ...needed, [other]: 'A-1' });

      expectRefused(await send('A-1'), method, notFound);
    });

    it('finds a value that is the same after sanitizing, an integer by its digits, and no other value', async () => {
      const made = await create('Café 1');
      const digits = await create('4006381333931');

      await expectFound(' Cafe\u0301\u00011 ', await read(made));
      await expectFound(4006381333931, await read(digits));
      for (const value of ['café 1', 'CAFÉ 1', 'Cafe 1', 'Café', 'Café 11', 'Café%', 'Café_1', 0])
        expectRefused(await send(value), method, notFound);
    });

    it('answers several records, the oldest one first', async () => {
      const made = [await create('A-1', 0), await create('A-1', 1), await create('A-1', 2)];
      await create('A-2');
      if (kind === customerKind)
        for (const [index, city] of ['Kiel', 'Ulm'].entries())
          await newAddress(account, made[index] ?? '', { delivery_city: city });
      const all = await Promise.all(made.map(read));

      await expectFound('A-1', { ...all[0], [table]: all.map(recordIn), count: 3 });
    });

    it('answers at most 100 records and counts all of them (creates 103)', async () => {
      const made = await Promise.all(Array.from({ length: 103 }, (_, index) => create('A-1', index)));

      const data = (await send('A-1')).envelope.data as Data;

      const idents = (data[table] as Data[]).map((record) => record[ident]);
      expect(idents).to.deep.equal(made.toSorted().slice(0, 100));
      expect(data.count).to.equal(103);
    });

    it('ignores records of other accounts, and those that were deleted or changed', async () => {
      await create('A-1', 0, await newAccount());
      const gone = await create('A-1', 1);
      const changed = await create('A-1', 2);
      await account.send(`${resource}.delete`, { [ident]: gone });
      if (field === 'external_ident') await account.send(`${resource}.delete`, { [ident]: changed });
      else await account.send(`${resource}.update`, { [ident]: changed, [field]: 'A-2' });

      expectRefused(await send('A-1'), method, notFound);
    });

    it('is refused without the field, an empty one included', async () => {
      for (const body of [{}, { [field]: '' }, { [field]: '  ' }, { [field]: null }, { [other]: 'A-1' }]) {
        const answer = await account.send(method, { ...choice, ...body });
        expectRefused(answer, method, { code: 'field_required', message: `${field} not set` });
      }
    });

    it('reads by ident when both are sent, and when the choice is empty', async () => {
      const made = await create('A-1');
      await create('A-2');
      const empty = [{}, { [field]: null }, { [field]: '' }, { [field]: 'A-2', [other]: ' ' }];
      const requests = ['', null, ' '].flatMap((none) =>
        empty.map((fields) => ({ [`${resource}_identifier`]: none, ...fields })),
      );

      const answers = await Promise.all(
        [{ ...choice, [field]: 'A-2' }, ...requests].map((request) =>
          account.send(method, { [ident]: made, ...request }),
        ),
      );

      for (const { envelope } of answers)
        expect(recordIn(envelope.data as Data)).to.include({ [ident]: made });
    });

    it('answers each call of a set, however it reads', async () => {
      const [one, another] = [await create('A-1'), await create('A-2')];
      const otherwise = await kind.create(account, { ...needed, [other]: 'A-3' });
      const otherIdentifier = lookups.find((each) => each.field === other)?.identifier;

      const replies = await runSet(method, [
        [account, { ...choice, [field]: 'A-2' }],
        [account, { ...choice, [field]: 'A-3' }],
        [account, { [ident]: one }],
        [account, { ...choice, [field]: 'A-1' }],
        [account, { [`${resource}_identifier`]: otherIdentifier, [other]: 'A-3' }],
      ]);

      const idents = replies.map(({ data }) => recordIn(data)?.[ident]);
      expect(idents).to.deep.equal([another, undefined, one, one, otherwise]);
    });

    it('answers each of many concurrent requests with its own records (60 calls)', async () => {
      const values = Array.from({ length: 40 }, (_, index) => `A-${index % 20}`);
      const made = await Promise.all(values.slice(0, 20).map((value) => create(value)));

      const answers = await Promise.all(values.map(send));

      const idents = answers.map(({ envelope }) => recordIn(envelope.data as Data)?.[ident]);
      expect(idents).to.deep.equal([...made, ...made]);
    });
  });
}

describe('reads by another identifier', () => {
  it('are refused', async () => {
    const account = await newAccount();
    await newCustomer(account, { bill_city: 'Ulm' });

    for (const customer_identifier of ['bill_city', 'nr', 7, true])
      expectFieldRefused(
        await account.send('customer.read', { customer_identifier, bill_city: 'Ulm' }),
        'customer.read',
        'customer_identifier',
      );
    for (const article_identifier of ['nr', 'SKU', 1, true])
      expectFieldRefused(
        await account.send('article.read', { article_identifier, article_sku: 'S', article_ean: '1' }),
        'article.read',
        'article_identifier',
      );
  });

  it('are refused without any field', async () => {
    const account = await newAccount();

    const answer = await account.send('article.read', { article_sku: 'S', article_ean: '1' });

    expectRefused(answer, 'article.read', { code: 'field_required', message: 'article_ident not set' });
  });
});
