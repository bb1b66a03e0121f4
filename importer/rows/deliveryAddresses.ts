import { createHash } from 'node:crypto';
import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { addressCreate } from '../../shared/contract/operations/address.create.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Input } from '../mapping/index.ts';
import { readerOf } from '../planning/reading.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import { addressesIn, CustomerAddresses } from '../sending/customerAddresses.ts';
import { entryOf } from '../sending/entry.ts';
import { partsOf } from '../sending/parts.ts';
import { checkedOutcome } from './checkedOutcome.ts';
import type { CustomerIdents } from './customers.ts';
import { refusedBy } from './refusedBy.ts';
import type { BatchKey, RowImporter } from './rowImporter.ts';

const read = readerOf(addressCreate);

/** A row whose address is not known to exist. */
interface Open {
  /** Index in the batch, from which the key is made: the key does not depend on what is stored already. */
  readonly index: number;
  readonly input: Readonly<Input>;
}

/**
 * Imports delivery addresses. They have no `external_ident`, so the addresses of each customer are read first: an address
 * with the same fields existed already. A dry run creates nothing.
 */
export class DeliveryAddresses implements RowImporter {
  readonly #sender: BatchSender;
  readonly #isDryRun: boolean;
  readonly #customers: CustomerIdents;
  readonly #addresses: CustomerAddresses;

  constructor(sender: BatchSender, customers: CustomerIdents, isDryRun: boolean) {
    this.#sender = sender;
    this.#isDryRun = isDryRun;
    this.#customers = customers;
    this.#addresses = new CustomerAddresses(sender);
  }

  async run(inputs: readonly Readonly<Input>[], { key }: BatchKey): Promise<readonly Outcome[]> {
    const outcomes = inputs.map((input) => withoutCustomer(input, this.#customers));
    const open = inputs.flatMap((input, index) =>
      outcomes[index] ? [] : [{ index, input: this.#withIdent(input) }],
    );
    const stored = await this.#addresses.results(customersOf(open), `${key}.read`);
    const fresh: Open[] = [];
    for (const row of open) {
      const found = outcomeOf(stored.get(customerOf(row)), row.input);
      if (found) outcomes[row.index] = found;
      else fresh.push(row);
    }
    for (const { index, outcome } of await this.#createAll(fresh, key)) outcomes[index] = outcome;
    return outcomes as Outcome[];
  }

  #withIdent({ customer_external_ident: external, ...input }: Readonly<Input>): Readonly<Input> {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }

  async #createAll(fresh: readonly Open[], key: string) {
    if (this.#isDryRun)
      return fresh.map(({ index, input }) => ({ index, outcome: checkedOutcome(read, input) }));
    const operations = fresh.map(({ index, input: data }) =>
      entryOf('address.create', data, `${key}.${index}`),
    );
    const results: BatchResult[] = [];
    for (const [index, part] of partsOf(operations).entries())
      if (part.length > 0)
        results.push(...(await this.#sender.send(part, `${key}.create.${index}.${contentOf(part)}`)));
    return fresh.map(({ index }, position) => ({
      index,
      outcome: createdOf(results[position] as BatchResult),
    }));
  }
}

/**
 * Hashes a batch for its key: another run may find more rows stored already, and send another batch, which needs another
 * key. Entries have their own keys.
 */
function contentOf(part: readonly BatchEntry[]): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22);
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

function customerOf({ input }: Open): string {
  return String(input.customer_ident);
}

function customersOf(rows: readonly Open[]): readonly string[] {
  return [...new Set(rows.map(customerOf))];
}

function createdOf({ data, error }: BatchResult): Outcome {
  if (error) return refusedBy(error);
  return { kind: 'created', ident: (data as { address_ident: string }).address_ident };
}

/**
 * Returns the result of a row whose address exists, or whose customer can't be read; undefined when the address is to be
 * created.
 */
function outcomeOf(result: BatchResult | undefined, input: Readonly<Input>): Outcome | undefined {
  if (result?.error) {
    // The create operation refuses an unknown customer.
    return result.error.code === 'customer_not_found'
      ? undefined
      : refused(result.error.code, result.error.message);
  }
  const reading = read(input);
  if ('fieldErrors' in reading) return undefined; // the service says what is wrong
  const clean = reading.input;
  const equal = addressesIn(result).find((address) =>
    Object.keys(deliveryFields).every((name) => String(address[name]) === String(clean[name])),
  );
  return equal && { kind: 'existed', ident: String(equal.address_ident) };
}
