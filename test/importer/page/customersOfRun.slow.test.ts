import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { cluster } from '../../support/cluster.ts';
import { storedRow } from '../../support/stored.ts';
import { until } from '../../support/until.ts';
import { type ImportPageServer, startImportPageServer } from './pageServer.ts';

describe('import page with delivery addresses (imports on real servers)', () => {
  let account: TestAccount;
  let page: ImportPageServer;
  beforeEach(async () => {
    const { url } = await cluster();
    account = await newAccount();
    const { appId, apiSecret } = account;
    page = await startImportPageServer({ service: { url, appId, apiSecret } });
  });
  afterEach(() => page.stop());

  const isIdle = async () => (await page.state()).task === undefined;

  async function give(resource: string, name: string, text: string): Promise<void> {
    await page.post(`api/file?name=${name}`, text);
    await page.post('api/settings', { resource, options: [] });
    await until(isIdle);
  }

  async function importAll(): Promise<void> {
    await page.post('api/plan');
    await until(isIdle);
    await page.post('api/start');
    await until(async () => (await page.state()).end?.summary.isFinished === true);
  }

  it('finds their customers by the import that created them', async () => {
    await give('customers', 'kunden.csv', 'external_ident,bill_company\nK1,Muster GmbH\nK2,Weiß GmbH\n');
    await importAll();
    await give('addresses', 'orte.csv', 'customer_external_ident,delivery_city\nK2,Kiel\nK9,Bonn\n');
    const asked = (await page.state()).problem?.faults[0];
    await page.post('api/customers', { run: 1 });
    await until(isIdle);
    await importAll();

    const { end } = await page.state();
    const customer = await storedRow('customers', account.id, { external_ident: 'K2' });
    const place = await storedRow('addresses', account.id, {});
    expect(asked).to.have.deep.property('known', ['customers_needed', '"customer_external_ident"']);
    expect(end?.summary).to.include({ created: 1, refused: 1 });
    expect(place).to.include({ delivery_city: 'Kiel', customer_ident: customer.customer_ident });
  });

  it('names what is wrong with another run', async () => {
    await give('articles', 'liste.csv', 'Nr,Titel,VK netto,MwSt\n1,Tee,2,7\n2,Saft,3,7\n');
    await importAll();
    await give('addresses', 'orte.csv', 'customer_external_ident,delivery_city\nK2,Kiel\n');
    const errors = [];
    for (const run of [1, 7]) {
      await page.post('api/customers', { run });
      await until(isIdle);
      errors.push((await page.state()).problem?.faults[0]?.text);
    }

    expect(errors[0]).to.match(/^run 1 is not a finished import of customers into this account/);
    expect(errors[1]).to.match(/^there is no run 7 in /);
  });
});
