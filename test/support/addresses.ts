import { newAccount } from './account.ts';
import { newAddress, newCustomer } from './customers.ts';
import type { Addressing } from './identRules.ts';

/** A delivery address of an account and one of a stranger's, for an operation that takes an address_ident. */
export async function onAddresses(method: string, fields: object = {}): Promise<Addressing> {
  const [account, stranger] = [await newAccount(), await newAccount()];
  const [known, strange] = [
    await newAddress(account, await newCustomer(account)),
    await newAddress(stranger, await newCustomer(stranger)),
  ];
  return { account, stranger, method, ident: 'address_ident', known, strange, fields };
}
