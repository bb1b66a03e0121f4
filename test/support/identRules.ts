import { expect } from 'chai';
import { newAccount, type TestAccount } from './account.ts';
import { expectRefused } from './answers.ts';
import { newAddress, newCustomer } from './customers.ts';
import { everythingOf } from './everything.ts';
import { articleKind } from './recordKinds.ts';

/** An operation on a record that exists. */
export interface Addressing {
  readonly account: TestAccount;
  readonly method: string;
  /** The name of the field that says which record. */
  readonly ident: string;
  /** The ident of a record of the account. */
  readonly known: string;
  /** Another account, and the ident of a record of its own. */
  readonly stranger: TestAccount;
  readonly strange: string;
  /** Fields that are sent beside the ident. */
  readonly fields?: object;
}

/** Answer of an operation to an ident that it does not know. */
interface Unknown {
  readonly code: string;
  readonly message: string;
  readonly dataOf?: (ident: string) => unknown;
}

/** Defines the tests of an operation that needs the ident of a record (docs/api.md#fields, "Idents"). */
export function itNeedsAnIdent(prepare: () => Promise<Addressing>, unknown: Unknown): void {
  it('refuses an unknown ident', async () =>
    refusesUnknown(await prepare(), unknown, ['cus_unknown', 'unknown', '%', '0']));

  it('compares idents byte for byte', async () => {
    const addressing = await prepare();
    const { known } = addressing;
    await refusesUnknown(addressing, unknown, [
      known.toUpperCase(),
      `${known} `,
      ` ${known}`,
      known.slice(0, -1),
      `${known}x`,
    ]);
  });

  it('takes a number for an ident that nobody has', async () =>
    refusesUnknown(await prepare(), unknown, [0, 1]));

  it("refuses another account's ident as unknown", async () => {
    const addressing = await prepare();
    const before = await everythingOf(addressing.stranger);
    await refusesUnknown(addressing, unknown, [addressing.strange]);
    expect(await everythingOf(addressing.stranger)).to.deep.equal(before);
  });

  it('refuses a request without an ident', async () => {
    const { account, method, ident, fields } = await prepare();
    const missing = { code: 'field_required', message: `${ident} not set` };
    for (const none of [{}, { [ident]: '' }, { [ident]: null }]) {
      expectRefused(await account.send(method, { ...fields, ...none }), method, missing);
    }
  });

  it('refuses an ident of a wrong type', async () => {
    const { account, method, ident, fields } = await prepare();
    for (const wrong of [true, [], {}, 1.5]) {
      const { status, code, envelope } = await account.send(method, { ...fields, [ident]: wrong });
      expect({ status, code }).to.deep.equal({ status: 200, code: 'field_invalid' });
      expect(envelope.message).to.match(new RegExp(`^${ident} .`));
    }
  });
}

async function refusesUnknown(
  { account, method, ident, fields }: Addressing,
  { code, message, dataOf = () => null }: Unknown,
  idents: readonly unknown[],
): Promise<void> {
  const before = await everythingOf(account);
  for (const sent of idents) {
    const answer = await account.send(method, { ...fields, [ident]: sent });
    expectRefused(answer, method, { code, message, data: dataOf(String(sent)) });
  }
  expect(await everythingOf(account)).to.deep.equal(before);
}

type Prepare = (method: string, fields?: object) => Promise<Addressing>;

/** Prepares a record of an account and one of a stranger's, for an operation that takes such an ident. */
function on(ident: string, create: (account: TestAccount) => Promise<string>): Prepare {
  return async (method, fields = {}) => {
    const [account, stranger] = [await newAccount(), await newAccount()];
    const [known, strange] = [await create(account), await create(stranger)];
    return { account, method, ident, known, stranger, strange, fields };
  };
}

export const onCustomers = on('customer_ident', (account) => newCustomer(account));
export const onArticles = on('article_ident', (account) => articleKind.create(account));
export const onAddresses = on('address_ident', async (account) =>
  newAddress(account, await newCustomer(account)),
);
