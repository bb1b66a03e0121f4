import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { administer } from '../support/administration.ts';
import { expectDone, expectRefused } from '../support/answers.ts';

const method = 'account.read';
const message = 'account data loaded';

describe('account.read', () => {
  it('answers the settings of the account, and nothing else of it', async () => {
    const settings = { currency: 'CHF', time_zone: 'UTC', term_of_credit: 30 };
    const account = await newAccount({ ...settings, name: 'Muster AG', requests_per_second: 500 });

    expectDone(await account.send(method, {}), method, message, {
      account_ident: account.accountIdent,
      account_name: 'Muster AG',
      ...settings,
    });
  });

  it('answers each account its own settings, also in one set', async () => {
    const currencies = ['EUR', 'USD', 'CHF', 'GBP'];
    const accounts = await Promise.all(currencies.map((currency) => newAccount({ currency })));

    const answers = await Promise.all(
      [...accounts, ...accounts].map(({ client }) => client.account.read({})),
    );

    const read = answers.map(({ account_ident, currency }) => [account_ident, currency]);
    const expected = accounts.map(({ accountIdent }, index) => [accountIdent, currencies[index]]);
    expect(read).to.deep.equal([...expected, ...expected]);
  });

  it('answers a changed setting in the next call (starts the command)', async () => {
    const { client, accountIdent } = await newAccount();
    const before = await client.account.read({});

    await administer('account', 'set', accountIdent, '--currency', 'SEK', '--name', 'Muster AB');

    expect(before).to.include({ account_name: 'test', currency: 'EUR' });
    expect(await client.account.read({})).to.deep.equal({
      ...before,
      account_name: 'Muster AB',
      currency: 'SEK',
    });
  });

  for (const name of ['account_ident', 'account', 'currency'])
    it(`refuses ${name}: the account is that of the app`, async () => {
      const account = await newAccount();
      const unknown = `unknown field: ${name}`;

      expectRefused(await account.send(method, { [name]: account.accountIdent }), method, {
        code: 'field_unknown',
        message: unknown,
        data: {
          errors: [
            {
              field: name,
              code: 'field_unknown',
              message: unknown,
            },
          ],
        },
      });
    });
});
