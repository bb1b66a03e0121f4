import { expect } from 'chai';
import { type Answer, newAccount, type TestAccount } from './account.ts';
import { expectFieldRefused } from './answers.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from './customers.ts';
import { everythingOf } from './everything.ts';
import type { FieldRow } from './fieldTable.ts';
import { storedRow } from './stored.ts';

type Held = Readonly<Record<string, unknown>>;

/** An operation that writes fields, ready to be called: with a fresh account, and whatever record it needs. */
export interface Writing {
  readonly account: TestAccount;
  readonly method: string;
  /** Fields that are sent besides. */
  readonly base: object;
  /** Reads the fields of the written record. */
  readonly held: (answer: Answer) => Promise<Held>;
}

const identIn = ({ envelope }: Answer) =>
  (envelope.data as { readonly customer_ident: string }).customer_ident;

export async function customerCreate(): Promise<Writing> {
  const account = await newAccount();
  return {
    account,
    method: 'customer.create',
    base: {},
    held: (answer) => readCustomer(account, identIn(answer)),
  };
}

/** Writes with customer.create and a delivery address, whose fields are compared. */
export async function deliveryCreate(): Promise<Writing> {
  const base = { divergent_delivery_address: 1 };
  return { ...(await customerCreate()), base };
}

export async function customerUpdate(): Promise<Writing> {
  const writing = await customerCreate();
  const customer_ident = await newCustomer(writing.account);
  return { ...writing, method: 'customer.update', base: { customer_ident } };
}

export async function addressCreate(): Promise<Writing> {
  const account = await newAccount();
  const customer_ident = await newCustomer(account);
  const held = async ({ envelope: { data } }: Answer) => {
    const { address_ident } = data as { readonly address_ident: string };
    return (await readAddresses(account, customer_ident)).find(
      (address) => address.address_ident === address_ident,
    ) as Held;
  };
  return { account, method: 'address.create', base: { customer_ident }, held };
}

export async function addressUpdate(): Promise<Writing> {
  const account = await newAccount();
  const customer_ident = await newCustomer(account);
  const address_ident = await newAddress(account, customer_ident);
  const held = async () => (await account.client.address.read({ address_ident })).address;
  return { account, method: 'address.update', base: { address_ident }, held };
}

export async function articleCreate(): Promise<Writing> {
  const account = await newAccount();
  const held = async ({ envelope: { data } }: Answer) =>
    storedRow('articles', account.id, data as { readonly article_ident: string });
  return { account, method: 'article.create', base: { article_title: 'Tea' }, held };
}

export async function articleUpdate(): Promise<Writing> {
  const account = await newAccount();
  const base = await account.client.article.create({ article_title: 'Tea' });
  const held = () => storedRow('articles', account.id, base);
  return { account, method: 'article.update', base, held };
}

/** Defines the tests of what the fields of the table take and refuse when they are written. */
export function itKeepsTheRules(table: readonly FieldRow[], prepare: () => Promise<Writing>): void {
  const texts = table.filter(({ kind }) => kind === 'line' || kind === 'note');
  it('stores every field as it was sent', async () => takes(await prepare(), table, plainValues));
  it('takes JSON integers for strings, and strings of digits for integers', async () =>
    takes(await prepare(), table, otherTypes));
  it('takes every string up to its length, all of them in one record', async () =>
    takes(await prepare(), texts, longest));
  for (const row of table) {
    it(`refuses ${row.name} of a wrong type or form`, async () =>
      refuses(await prepare(), row, wrongValues(row)));
  }
  for (const row of texts) {
    it(`refuses ${row.name} beyond its length`, async () => refuses(await prepare(), row, tooLong(row)));
  }
}

type Sent = readonly (readonly [sent: unknown, stored: unknown])[];

/** Writes the first value of every field, then the second one of every field, until each value was written. */
async function takes(
  writing: Writing,
  table: readonly FieldRow[],
  valuesOf: (row: FieldRow) => Sent,
): Promise<void> {
  const columns = table.map((row) => ({ name: row.name, values: valuesOf(row) }));
  const rounds = Math.max(...columns.map(({ values }) => values.length));
  for (let round = 0; round < rounds; round += 1) {
    await takesRecord(
      writing,
      columns.map(({ name, values }) => [name, ...(values[round % values.length] ?? [])]),
    );
  }
}

async function takesRecord(
  { account, method, base, held }: Writing,
  values: readonly unknown[][],
): Promise<void> {
  const fields = Object.fromEntries(values.map(([name, sent]) => [name, sent]));
  const answer = await account.send(method, { ...base, ...fields });
  expect(answer.envelope.message).to.match(/ (created|updated)$/);
  const record = await held(answer);
  const different = values.filter(([name, , stored]) => record[name as string] !== stored);
  expect(different.map(([name, sent]) => JSON.stringify({ name, sent }).slice(0, 80))).to.deep.equal([]);
}

async function refuses(
  { account, method, base }: Writing,
  { name }: FieldRow,
  values: readonly unknown[],
): Promise<void> {
  const before = await everythingOf(account);
  for (const sent of values) {
    const answer = await account.send(method, { ...base, [name]: sent });
    expectFieldRefused(answer, method, name);
  }
  expect(await everythingOf(account)).to.deep.equal(before);
}

function plainValues({ kind, taken }: FieldRow): Sent {
  if (kind === 'integer') return taken.map((value) => [value, value]);
  if (kind === 'country') return ['de', 'at', 'GB', 'Us'].map((code) => [code, code.toLowerCase()]);
  const texts = ['a', 'Ünï & <b>"quoted"</b>', "it's; -- \\", '0', 'null', '😀'];
  return texts.map((text) => [text, text]);
}

/** Reads may deliver numbers as strings, and clients send zipcodes as numbers (docs/api.md#fields). */
function otherTypes({ kind, taken }: FieldRow): Sent {
  if (kind === 'integer') return taken.map((value) => [String(value), value]);
  if (kind === 'country') return [['DE', 'de']];
  return [10115, 0, -7, Number.MAX_SAFE_INTEGER].map((number) => [number, String(number)]);
}

function wrongValues({ kind, refused }: FieldRow): readonly unknown[] {
  const never = [true, false, null, [], ['a'], {}, 1.5];
  if (kind === 'country') return [...never, 'd', 'deu', 'zz', 'uk', 'd e', '49', 49, 'd\u0000', '\ud800'];
  if (kind === 'line' || kind === 'note') return [...never, 'a\u0000b', 'a\ud800', '\udc00b'];
  return [...never, '', ' ', '1a', 'a1', '1.5', '1,5', '0x1', '1e0', ...refused, ...refused.map(String)];
}

/** Characters of one to four bytes of UTF-8; the last one is two units of UTF-16. */
const characters = ['x', 'ü', '€', '😀'] as const;

function longest({ kind, limit }: FieldRow): Sent {
  const texts = kind === 'note' ? notesOf(limit) : characters.map((character) => character.repeat(limit));
  return texts.map((text) => [text, text]);
}

function tooLong({ kind, limit }: FieldRow): readonly unknown[] {
  return kind === 'note' ? notesOf(limit + 1) : characters.map((character) => character.repeat(limit + 1));
}

/** Notes of this many bytes, of each of the characters and, for the rest, of one byte. */
function notesOf(bytes: number): readonly string[] {
  return characters.map((character) => {
    const size = Buffer.byteLength(character);
    return character.repeat(Math.floor(bytes / size)) + 'x'.repeat(bytes % size);
  });
}
