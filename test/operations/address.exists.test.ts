import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { itNeedsAnIdent, onAddresses } from '../support/identRules.ts';

const method = 'address.exists';
const unknown = { code: 'address_not_found', message: 'address does not exist' };

describe('address.exists', () => {
  itNeedsAnIdent(() => onAddresses(method), { ...unknown, dataOf: (address_ident) => ({ address_ident }) });

  it('answers that an address exists', async () => {
    const account = await newAccount();
    const address_ident = await newAddress(account, await newCustomer(account));

    const answer = await account.send(method, { address_ident });

    expectDone(answer, method, 'address does exist', { address_ident });
  });

  it('answers that the address created by customer.create exists', async () => {
    const account = await newAccount();
    const { address_ident } = await account.client.customer.create({ divergent_delivery_address: 1 });

    const answer = await account.send(method, { address_ident });

    expectDone(answer, method, 'address does exist', { address_ident });
  });

  it('answers that an address does not exist after its customer was deleted', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account);
    const address_ident = await newAddress(account, customer_ident);
    await account.client.customer.delete({ customer_ident });

    const answer = await account.send(method, { address_ident });

    expectRefused(answer, method, { ...unknown, data: { address_ident } });
  });
});
