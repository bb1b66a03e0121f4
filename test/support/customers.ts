import type { Operations } from '../../shared/contract/operations/allOperations.ts';
import type { RequestOf } from '../../shared/contract/operations/operation.ts';
import type { TestAccount } from './account.ts';

type CustomerFields = RequestOf<Operations['customer.create']>;

/** Makes a customer; returns its ident. */
export async function newCustomer(account: TestAccount, fields: CustomerFields = {}): Promise<string> {
  return (await account.client.customer.create(fields)).customer_ident;
}

export async function readCustomer(account: TestAccount, customer_ident: string) {
  return (await account.client.customer.read({ customer_ident })).customer;
}

export async function readAddresses(account: TestAccount, customer_ident: string) {
  return (await account.client.customer.read({ customer_ident })).address_data;
}

/** Makes a delivery address of a customer; returns its ident. */
export async function newAddress(
  account: TestAccount,
  customer_ident: string,
  fields: object = {},
): Promise<string> {
  return (await account.client.address.create({ customer_ident, ...fields })).address_ident;
}
