import { newAccount, type TestAccount } from './account.ts';
import { newAddress, newCustomer } from './customers.ts';

/** An operation that takes `if_version`, with a record that it may change. */
export interface Versioned {
  readonly method: ConditionalMethod;
  readonly account: TestAccount;
  /** The name and the value of the record's ident. */
  readonly ident: Readonly<Record<string, string>>;
  /** What an update changes; nothing for a delete. */
  readonly changes: (value: string) => object;
  readonly success: string;
  /** The version that a read answers. */
  readonly version: () => Promise<string>;
}

export const conditionalMethods = [
  'customer.update',
  'customer.delete',
  'address.update',
  'address.delete',
  'article.update',
  'article.delete',
] as const;
type ConditionalMethod = (typeof conditionalMethods)[number];

/** Makes a record for an operation. */
export async function versioned(method: ConditionalMethod, on?: TestAccount): Promise<Versioned> {
  const account = on ?? (await newAccount());
  const [resource = '', verb] = method.split('.');
  const { ident, field, version } = await recordOf(resource, account);
  const changes = (value: string) => (verb === 'update' ? { [field]: value } : {});
  return { method, account, ident, changes, success: `${resource} ${verb}d`, version };
}

async function recordOf(resource: string, account: TestAccount) {
  const { client } = account;
  if (resource === 'article') {
    const ident = await client.article.create({ article_title: 'Tea' });
    return { ident, field: 'article_title', version: async () => (await client.article.read(ident)).version };
  }
  const customer_ident = await newCustomer(account, { divergent_delivery_address: 1 });
  if (resource === 'customer') {
    const version = async () => (await client.customer.read({ customer_ident })).customer.version;
    return { ident: { customer_ident }, field: 'bill_city', version };
  }
  const address_ident = await newAddress(account, customer_ident);
  const version = async () => (await client.address.read({ address_ident })).address.version;
  return { ident: { address_ident }, field: 'delivery_city', version };
}
