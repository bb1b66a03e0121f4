import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { administer } from '../support/administration.ts';
import { expectError, jsonOf } from '../support/command.ts';
import { sharedAccount } from '../support/fixtures.ts';

describe('counterfoil account', () => {
  const account = sharedAccount(() => newAccount({ name: 'Muster GmbH' }));

  it('create answers the ident alone, of an account as usual', async () => {
    const made = jsonOf(await administer('account', 'create', 'Ünïque & Söhne', '--json'));

    expect(made).to.have.all.keys('account_ident');
    const { account_ident } = made as { account_ident: string };
    expect(account_ident).to.match(/^acc_[0-9a-z]{26}$/);
    expect(jsonOf(await administer('account', 'show', account_ident, '--json'))).to.deep.include({
      account_ident,
      name: 'Ünïque & Söhne',
      term_of_credit: 14,
      number_start: 10001,
      time_zone: 'Europe/Berlin',
      requests_per_second: null,
      currency: 'EUR',
      history_days: 90,
    });
  });

  it('create makes a sandbox if it is told so', async () => {
    const created = jsonOf(await administer('account', 'create', 'Tests', '--sandbox', '--json'));
    const { account_ident } = created as { account_ident: string };

    expect(jsonOf(await administer('account', 'show', account_ident, '--json'))).to.include({
      is_sandbox: 1,
    });
  });

  it('create and set take the days of history, up to ten years', async () => {
    const created = jsonOf(await administer('account', 'create', 'Muster AG', '--history-days=0', '--json'));
    const { account_ident } = created as { account_ident: string };
    const shown = async () => jsonOf(await administer('account', 'show', account_ident, '--json'));

    expect(await shown()).to.include({ history_days: 0 });
    expect((await administer('account', 'set', account_ident, '--history-days', '365')).code).to.equal(0);
    expect(await shown()).to.include({ history_days: 365 });
    const { code, stderr } = await administer('account', 'set', account_ident, '--history-days', '3654');
    expect({ code, stderr }).to.deep.include({ code: 1 });
    expect(stderr).to.include('It must be a whole number from 0 to 3653.');
  });

  it('create and set take a currency in any letters, and show and list have it', async () => {
    const created = jsonOf(await administer('account', 'create', 'Muster AG', '--currency=chf', '--json'));
    const { account_ident } = created as { account_ident: string };
    const shown = async () => jsonOf(await administer('account', 'show', account_ident, '--json'));

    expect(await shown()).to.include({ currency: 'CHF' });
    expect((await administer('account', 'set', account_ident, '--currency', 'USD')).code).to.equal(0);
    expect(await shown()).to.include({ currency: 'USD' });
    expect((await administer('account', 'list')).stdout).to.match(
      new RegExp(`^${account_ident} .* USD `, 'm'),
    );
  });

  it('create shows the ident and the next step', async () => {
    const { code, stdout } = await administer('account', 'create', 'Muster GmbH');

    expect(code).to.equal(0);
    expect(stdout).to.match(/acc_[0-9a-z]{26}.*counterfoil app create acc_/);
  });

  it('list has every account, as JSON and as a table', async () => {
    const [json, table] = [
      await administer('account', 'list', '--json'),
      await administer('account', 'list'),
    ];

    const idents = (jsonOf(json) as { account_ident: string }[]).map(({ account_ident }) => account_ident);
    expect(idents).to.include(account.accountIdent);
    expect(table.stdout).to.match(/^account_ident +name +term_of_credit/);
    expect(table.stdout).to.match(
      new RegExp(`^${account.accountIdent} +Muster GmbH +14 +10001 +Europe`, 'm'),
    );
  });

  for (const command of [['show'], ['set', '--term-of-credit', '1']])
    it(`${command[0]} refuses an unknown ident`, async () => {
      const ended = await administer('account', ...command, 'acc_unknown');

      expectError(ended, /^unknown account acc_unknown/);
    });

  it('set refuses to set nothing', async () => {
    expectError(await administer('account', 'set', account.accountIdent), /^no setting was given/);
  });

  it('set has the new settings take effect on the next call', async () => {
    const before = await newCustomer();

    const settings = ['--term-of-credit=0', '--number-start=900', '--time-zone=UTC'];
    const { code } = await administer('account', 'set', account.accountIdent, ...settings);

    const defaults = { customer_nr: '10001', term_of_credit: 14, date_created_user: '01.01.2026' };
    expect(before).to.deep.include(defaults);
    expect(code).to.equal(0);
    expect(await newCustomer()).to.deep.include({
      customer_nr: '900',
      term_of_credit: 0,
      date_created_user: '31.12.2025',
    });
  });

  it('set leaves alone what it is not told', async () => {
    const before = jsonOf(await administer('account', 'show', account.accountIdent, '--json'));

    await administer('account', 'set', account.accountIdent, '--name', 'Renamed');

    const after = jsonOf(await administer('account', 'show', account.accountIdent, '--json'));
    expect(after).to.deep.equal({ ...(before as object), name: 'Renamed' });
  });

  it('set limits the requests of all its apps, and takes the limit away', async () => {
    const shownAfter = async (limit: string) => {
      await administer('account', 'set', account.accountIdent, '--requests-per-second', limit);
      const { stdout } = await administer('account', 'show', account.accountIdent);
      return [jsonOf(await administer('account', 'show', account.accountIdent, '--json')), stdout] as const;
    };

    const [limited, limitedText] = await shownAfter('200');
    const [unlimited, unlimitedText] = await shownAfter('off');

    expect(limited).to.include({ requests_per_second: 200 });
    expect(limitedText).to.match(/^requests_per_second +200$/m);
    expect(unlimited).to.include({ requests_per_second: null });
    expect(unlimitedText).to.match(/^requests_per_second +off$/m);
  });

  async function newCustomer(): Promise<object> {
    const { customer } = account.client;
    const made = await customer.create({ date_created: '2025-12-31 23:30:00' });
    return (await customer.read(made)).customer;
  }
});
