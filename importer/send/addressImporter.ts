import type { BatchResult } from '../../client/nodeClient.ts';
import { addressCreate } from '../../shared/contract/operations/address.create.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { CustomerIdents } from '../journal/identsFile.ts';
import type { Outcome, Values } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input, Inputs } from '../mapping/mapping.ts';
import type { BatchPlan, BatchPlans, StoredPlan } from '../plan/batchPlans.ts';
import { addressesIn, billingIn, readCustomers } from '../plan/recordFinder.ts';
import { createPlan, type RefusePlan, type RowPlan, refusedPlan } from '../plan/rowPlan.ts';
import { checkedOutcome, readerOf } from '../plan/serviceChecks.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { expectedOf, type RowImporter, refusedBy } from './rowImporter.ts';

const read = readerOf(addressCreate);

/**
 * Returns an importer of delivery addresses. They have no `external_ident`, so the addresses of each customer are read first: an
 * address with the same fields existed already.
 */
export function addressImporter(
  sender: BatchSender,
  customers: CustomerIdents,
  plans: BatchPlans,
): RowImporter {
  return {
    async run(given, { number, key }) {
      const rows = withCustomers(given, customers);
      const { inputs } = rows;
      const found = await plans.find(`${number}`, inputs);
      const stored = found ?? (await plans.save(`${number}`, await planOf(rows, sender, key), inputs));
      return createAddresses(sender, stored, key);
    },
    recorded: ({ number }) => plans.remove(`${number}`),
  };
}

/** Returns an importer that only plans. */
export function addressDryRun(sender: BatchSender, customers: CustomerIdents): RowImporter {
  return {
    async run(given, { key }) {
      const rows = withCustomers(given, customers);
      const plan = await planOf(rows, sender, key);
      return plan.map((row, index) =>
        row.kind === 'create' ? checkedOutcome(read, rows.inputs[index] ?? {}) : expectedOf(row),
      );
    },
  };
}

interface AddressRows {
  readonly inputs: Inputs;
  /** Refusals by the index of the row; undefined for rows that name their customer. */
  readonly refusals: readonly (RefusePlan | undefined)[];
}

/** Replaces external idents of customers by their idents. */
function withCustomers(given: Inputs, customers: CustomerIdents): AddressRows {
  return {
    inputs: given.map(({ customer_external_ident: external, ...input }) => {
      const ident = customers.get(String(external));
      return ident === undefined ? input : { customer_ident: ident, ...input };
    }),
    refusals: given.map((input) => withoutCustomer(input, customers)),
  };
}

async function planOf(
  { inputs, refusals }: AddressRows,
  sender: BatchSender,
  key: string,
): Promise<BatchPlan> {
  const customers = inputs.filter((_, index) => !refusals[index]).map(customerOf);
  const stored = await readCustomers(sender, [...new Set(customers)], `${key}.read`);
  return inputs.map(
    (input, index) => refusals[index] ?? existingPlan(stored.get(customerOf(input)), input) ?? createPlan,
  );
}

/** Creates the planned addresses, and each only once with the same key and plan, within 24 hours. */
export async function createAddresses(
  sender: BatchSender,
  { plannedAt, plan, inputs }: StoredPlan,
  batchKey: string,
): Promise<readonly Outcome[]> {
  const key = `${batchKey}.${plannedAt}`;
  const outcomes: Outcome[] = plan.map(expectedOf);
  const fresh = [...plan.keys()].filter((index) => plan[index]?.kind === 'create');
  const entries = fresh.map((index) =>
    entryOf('address.create', asNewRecord('addresses', inputs[index] ?? {}), `${key}.${index}`),
  );
  const results = await sendAll(sender, entries, (_, number) => `${key}.create.${number}`);
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
