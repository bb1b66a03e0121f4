import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { itNeedsAnIdent, onCustomers } from '../support/identRules.ts';

const method = 'customer.exists';
const unknown = { code: 'customer_not_found', message: 'customer does not exist' };

describe('customer.exists', () => {
  itNeedsAnIdent(() => onCustomers(method), unknown);

  it('answers that a customer exists', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account);

    const answer = await account.send(method, { customer_ident });

    expectDone(answer, method, 'customer does exist', { customer_ident });
  });

  it('answers that a deleted customer does not exist', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account);
    await account.client.customer.delete({ customer_ident });

    const answer = await account.send(method, { customer_ident });

    expectRefused(answer, method, unknown);
  });

  it('ignores the other fields of a customer', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account);

    const answer = await account.send(method, { customer_ident, bill_city: 7.5, address_data: [] });

    expectDone(answer, method, 'customer does exist', { customer_ident });
  });
});
