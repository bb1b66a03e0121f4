import { newAccount } from '../../support/account.ts';
import { isIndexed } from '../../support/queryIndex.ts';
import { until } from '../../support/until.ts';

describe('workers (waits for the accounts of all tests)', function () {
  this.timeout(300_000);

  it('write the query index after each change', async () => {
    const account = await newAccount();
    const { customer_ident } = await account.client.customer.create({ bill_company: 'Müller' });
    await until(() => isIndexed(account.id), 140_000);

    await account.client.customer.update({ customer_ident, bill_company: 'Meier' });
    await until(() => isIndexed(account.id), 140_000);
  });
});
