import { createHash } from 'node:crypto';
import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { addressCreate } from '../../shared/contract/operations/address.create.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { CustomerIdents } from '../journal/identsFile.ts';
import type { Outcome } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input } from '../mapping/mapping.ts';
import type { BatchPlan, BatchPlans, StoredPlan } from '../plan/batchPlans.ts';
import type { Values } from '../plan/compareRecords.ts';
import { addressesIn, billingIn, readCustomers } from '../plan/recordFinder.ts';
import { type RefusePlan, type RowPlan, refusedPlan } from '../plan/rowPlan.ts';
import { checkedOutcome, readerOf } from '../plan/serviceChecks.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { expectedOf } from './recordImporter.ts';
import { type BatchKey, type RowImporter, refusedBy } from './rowImporter.ts';

const read = readerOf(addressCreate);

type Inputs = readonly Readonly<Input>[];

/**
 * Imports delivery addresses. They have no `external_ident`, so the addresses of each customer are read first: an address
 * with the same fields existed already. A dry run creates nothing.
 */
export class AddressImporter implements RowImporter {
  readonly #sender: BatchSender;
  readonly #isDryRun: boolean;
  readonly #customers: CustomerIdents;
  readonly #plans: BatchPlans;

  constructor(sender: BatchSender, customers: CustomerIdents, plans: BatchPlans, isDryRun: boolean) {
    this.#sender = sender;
    this.#isDryRun = isDryRun;
    this.#customers = customers;
    this.#plans = plans;
  }

  async run(given: Inputs, { number, key }: BatchKey): Promise<readonly Outcome[]> {
    const inputs = given.map((input) => this.#withIdent(input));
    const found = await this.#plans.find(`${number}`);
    const plan = found ?? (await this.#planOf(given, inputs, key));
    if (this.#isDryRun)
      return plan.map((row, index) =>
        row.kind === 'create' ? checkedOutcome(read, inputs[index] ?? {}) : expectedOf(row),
      );
    if (!found) await this.#plans.save(`${number}`, plan, inputs);
    return createAddresses(this.#sender, { plan, inputs }, key);
  }

  async recorded({ number }: BatchKey): Promise<void> {
    await this.#plans.remove(`${number}`);
  }

  async #planOf(given: Inputs, inputs: Inputs, key: string): Promise<BatchPlan> {
    const refusals = given.map((input) => withoutCustomer(input, this.#customers));
    const customers = [
      ...new Set(inputs.flatMap((input, index) => (refusals[index] ? [] : [customerOf(input)]))),
    ];
    const stored = await readCustomers(this.#sender, customers, `${key}.read`);
    return inputs.map(
      (input, index) => refusals[index] ?? existingPlan(stored.get(customerOf(input)), input) ?? create,
    );
  }

  #withIdent({ customer_external_ident: external, ...input }: Readonly<Input>): Readonly<Input> {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }
}

const create: RowPlan = { kind: 'create' };

/** Creates the planned addresses, and each only once with the same key. */
export async function createAddresses(
  sender: BatchSender,
  { plan, inputs }: StoredPlan,
  key: string,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = plan.map(expectedOf);
  const fresh = [...plan.keys()].filter((index) => plan[index]?.kind === 'create');
  const entries = fresh.map((index) =>
    entryOf('address.create', asNewRecord('addresses', inputs[index] ?? {}), `${key}.${index}`),
  );
  const keyOf = (sent: readonly BatchEntry[], number: number) => `${key}.create.${number}.${hashOf(sent)}`;
  const results = await sendAll(sender, entries, keyOf);
  for (const [position, index] of fresh.entries()) {
    const { data, error } = results[position] as BatchResult;
    outcomes[index] = error
      ? refusedBy(error)
      : {
          kind: 'created',
          ident: (data as { address_ident: string }).address_ident,
          values: inputs[index] ?? {},
        };
  }
  return outcomes;
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
): RefusePlan | undefined {
  if (ident !== undefined || external === undefined || customers.has(String(external))) return undefined;
  return refusedPlan(
    'customer_not_found',
    'customer_external_ident is not in the file of --customers: import the customer first, with --idents, or correct the row',
  );
}

function customerOf(input: Readonly<Input>): string {
  return String(input.customer_ident);
}

/**
 * Finds the row among the addresses of its customer; a copy of the billing address is none. Returns undefined when the address
 * is to be created, or when the service will say what is wrong with it.
 */
function existingPlan(result: BatchResult | undefined, input: Readonly<Input>): RowPlan | undefined {
  if (result?.error?.code === 'customer_not_found') return undefined;
  if (result?.error) return refusedPlan(result.error.code, result.error.message);
  const reading = read(input);
  if ('fieldErrors' in reading) return undefined;
  // A row without a form of address says nothing about the stored one.
  const names = Object.keys(deliveryFields).filter(
    (name) => name !== 'delivery_title' || input.delivery_title !== undefined,
  );
  const isEqual = (record: Values, nameOf: (name: string) => string) =>
    names.every((name) => String(record[nameOf(name)] ?? '') === String(reading.input[name]));
  const equal = addressesIn(result).find((address) => isEqual(address, (name) => name));
  if (equal) return { kind: 'exists', ident: String(equal.address_ident), changes: [] };
  const customer = billingIn(result);
  const isBilling = customer && isEqual(customer, (name) => name.replace('delivery_', 'bill_'));
  return isBilling ? { kind: 'exists', ident: String(input.customer_ident), changes: [] } : undefined;
}
