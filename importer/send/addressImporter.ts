import { createHash } from 'node:crypto';
import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { addressCreate } from '../../shared/contract/operations/address.create.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { CustomerIdents } from '../journal/identsFile.ts';
import { type Outcome, refused } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input } from '../mapping/mapping.ts';
import type { Values } from '../plan/compareRecords.ts';
import { addressesIn, billingIn, readCustomers } from '../plan/recordFinder.ts';
import { checkedOutcome, readerOf } from '../plan/serviceChecks.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { type BatchKey, type RowImporter, refusedBy } from './rowImporter.ts';

const read = readerOf(addressCreate);

interface OpenRow {
  /** Index in the batch, from which the key is made: the key does not depend on what is stored already. */
  readonly index: number;
  readonly input: Readonly<Input>;
}

/**
 * Imports delivery addresses. They have no `external_ident`, so the addresses of each customer are read first: an address
 * with the same fields existed already. A dry run creates nothing.
 */
export class AddressImporter implements RowImporter {
  readonly #sender: BatchSender;
  readonly #isDryRun: boolean;
  readonly #customers: CustomerIdents;

  constructor(sender: BatchSender, customers: CustomerIdents, isDryRun: boolean) {
    this.#sender = sender;
    this.#isDryRun = isDryRun;
    this.#customers = customers;
  }

  async run(inputs: readonly Readonly<Input>[], { key }: BatchKey): Promise<readonly Outcome[]> {
    const outcomes = inputs.map((input) => withoutCustomer(input, this.#customers));
    const open = inputs.flatMap((input, index) =>
      outcomes[index] ? [] : [{ index, input: this.#withIdent(input) }],
    );
    const customers = [...new Set(open.map(customerOf))];
    const stored = await readCustomers(this.#sender, customers, `${key}.read`);
    const fresh: OpenRow[] = [];
    for (const row of open) {
      const found = existingOutcome(stored.get(customerOf(row)), row.input);
      if (found) outcomes[row.index] = found;
      else fresh.push(row);
    }
    const created = await this.#createAll(fresh, key);
    for (const [position, { index }] of fresh.entries()) outcomes[index] = created[position];
    return outcomes as Outcome[];
  }

  #withIdent({ customer_external_ident: external, ...input }: Readonly<Input>): Readonly<Input> {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }

  async #createAll(fresh: readonly OpenRow[], key: string): Promise<readonly Outcome[]> {
    if (this.#isDryRun) return fresh.map(({ input }) => checkedOutcome(read, input));
    const entries = fresh.map(({ index, input }) =>
      entryOf('address.create', asNewRecord('addresses', input), `${key}.${index}`),
    );
    const keyOf = (sent: readonly BatchEntry[], number: number) => `${key}.create.${number}.${hashOf(sent)}`;
    const results = await sendAll(this.#sender, entries, keyOf);
    return results.map(({ data, error }) =>
      error
        ? refusedBy(error)
        : { kind: 'created', ident: (data as { address_ident: string }).address_ident },
    );
  }
}

/**
 * Hashes a batch for its key: another run may find more rows stored already, and send another batch, which needs another
 * key. Entries have their own keys.
 */
function hashOf(entries: readonly BatchEntry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 22);
}

/** Refuses a row that names its customer by an unknown external ident; returns undefined for other rows. */
export function withoutCustomer(
  { customer_external_ident: external, customer_ident: ident }: Readonly<Input>,
  customers: CustomerIdents,
): Outcome | undefined {
  if (ident !== undefined || external === undefined || customers.has(String(external))) return undefined;
  return refused(
    'customer_not_found',
    'customer_external_ident is not in the file of --customers: import the customer first, with --idents, or correct the row',
  );
}

function customerOf({ input }: OpenRow): string {
  return String(input.customer_ident);
}

/**
 * Finds the row among the addresses of its customer; a copy of the billing address is none. Returns undefined when the address
 * is to be created, or when the service will say what is wrong with it. */
function existingOutcome(result: BatchResult | undefined, input: Readonly<Input>): Outcome | undefined {
  if (result?.error?.code === 'customer_not_found') return undefined;
  if (result?.error) return refused(result.error.code, result.error.message);
  const reading = read(input);
  if ('fieldErrors' in reading) return undefined;
  // A row without a form of address says nothing about the stored one.
  const names = Object.keys(deliveryFields).filter(
    (name) => name !== 'delivery_title' || input.delivery_title !== undefined,
  );
  const isEqual = (record: Values, nameOf: (name: string) => string) =>
    names.every((name) => String(record[nameOf(name)] ?? '') === String(reading.input[name]));
  const equal = addressesIn(result).find((address) => isEqual(address, (name) => name));
  if (equal) return { kind: 'existed', ident: String(equal.address_ident) };
  const customer = billingIn(result);
  const isBilling = customer && isEqual(customer, (name) => name.replace('delivery_', 'bill_'));
  return isBilling ? { kind: 'existed', ident: String(input.customer_ident) } : undefined;
}
