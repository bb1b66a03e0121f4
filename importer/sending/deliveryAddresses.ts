import { createHash } from 'node:crypto';
import type { BatchEntry, BatchResult } from '../../client/index.ts';
import { answerTooLarge } from '../../shared/calls/envelope.ts';
import { inputReader } from '../../shared/input/reader.ts';
import { addressCreate } from '../../shared/operations/address.create.ts';
import { deliveryFields } from '../../shared/resources/address.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { BatchSender } from './batchSender.ts';
import type { CustomerIdents } from './customers.ts';
import { partsOf } from './parts.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

type Stored = Readonly<Record<string, unknown>>;

const read = inputReader(addressCreate);

/** A row whose address is not known to exist. */
interface Open {
  /** Its index in the batch, from which its key is made: so the key does not depend on what is stored already. */
  readonly index: number;
  readonly input: MappedInput;
}

/**
 * Imports delivery addresses. They have no `external_ident`, so the addresses of each customer are read first: an address
 * with the same fields existed already. Equal rows become one address.
 */
export class DeliveryAddresses implements RowImporter {
  readonly #sender: BatchSender;
  readonly #customers: CustomerIdents;

  constructor(sender: BatchSender, customers: CustomerIdents) {
    this.#sender = sender;
    this.#customers = customers;
  }

  async run(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]> {
    const outcomes = inputs.map((input) => withoutCustomer(input, this.#customers));
    const open = inputs.flatMap((input, index) =>
      outcomes[index] ? [] : [{ index, input: this.#withIdent(input) }],
    );
    const stored = await this.#storedOf(customersOf(open), key);
    const fresh: Open[] = [];
    const repeats: Open[] = [];
    const seen = new Map<string, number>();
    for (const row of open) {
      const found = outcomeOf(stored.get(customerOf(row)), row.input);
      const first = seen.get(JSON.stringify(row.input));
      if (found) outcomes[row.index] = found;
      else if (first === undefined) fresh.push(row);
      else repeats.push(row);
      seen.set(JSON.stringify(row.input), first ?? row.index);
    }
    for (const { index, outcome } of await this.#create(fresh, key)) outcomes[index] = outcome;
    for (const { index, input } of repeats)
      outcomes[index] = repeated(outcomes[seen.get(JSON.stringify(input)) ?? index]);
    return outcomes as Outcome[];
  }

  #withIdent({ customer_external_ident: external, ...input }: MappedInput): MappedInput {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }

  /** Reads these customers. */
  async #storedOf(idents: readonly string[], key: string): Promise<ReadonlyMap<string, BatchResult>> {
    const reads = idents.map(
      (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
    );
    const results = reads.length > 0 ? await this.#sender.send(reads, `${key}.read`) : [];
    const large = idents.filter((_, index) => results[index]?.error?.code === answerTooLarge);
    // Each time, some customers fit into the answer, so this ends.
    const others = large.length < idents.length ? await this.#storedOf(large, key) : new Map();
    return new Map(
      idents.map((ident, index) => [ident, others.get(ident) ?? (results[index] as BatchResult)]),
    );
  }

  async #create(fresh: readonly Open[], key: string) {
    const operations = fresh.map(
      ({ index, input: data }) =>
        ({ method: 'address.create', data, key: `${key}.${index}` }) as unknown as BatchEntry,
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

/** Another run may find more rows stored already, and so send another batch, which needs another key. Entries have their own keys. */
function contentOf(part: readonly BatchEntry[]): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22);
}

/** Refuses a row that names its customer by an unknown external ident; undefined for other rows. */
export function withoutCustomer(
  { customer_external_ident: external, customer_ident: ident }: MappedInput,
  customers: CustomerIdents,
): Outcome | undefined {
  if (ident !== undefined || external === undefined || customers.has(String(external))) return undefined;
  return refused('customer_not_found', 'customer_external_ident is not in the file of --customers');
}

function customerOf({ input }: Open): string {
  return String(input.customer_ident);
}

function customersOf(rows: readonly Open[]): readonly string[] {
  return [...new Set(rows.map(customerOf))];
}

function createdOf({ data, error }: BatchResult): Outcome {
  if (error) return refused(error.code, error.message);
  return { kind: 'created', ident: (data as { address_ident: string }).address_ident };
}

function repeated(first: Outcome | undefined): Outcome | undefined {
  return first?.kind === 'created' ? { ...first, kind: 'existed' } : first;
}

/** The result of a row whose address exists, or whose customer can't be read; undefined when the address is to be created. */
function outcomeOf(result: BatchResult | undefined, input: MappedInput): Outcome | undefined {
  if (result?.error) {
    // An unknown customer is refused by the create operation.
    return result.error.code === 'customer_not_found'
      ? undefined
      : refused(result.error.code, result.error.message);
  }
  const reading = read(input);
  if ('faults' in reading) return undefined; // the service says what is wrong
  const clean = reading.input as Stored;
  const addresses = (result?.data as { address_data?: readonly Stored[] } | undefined)?.address_data ?? [];
  const equal = addresses.find((address) =>
    Object.keys(deliveryFields).every((name) => String(address[name]) === String(clean[name])),
  );
  return equal && { kind: 'existed', ident: String(equal.address_ident) };
}
