import { createHash } from 'node:crypto';
import type { BatchEntry, BatchResult } from '../../client/index.ts';
import { answerTooLarge } from '../../shared/calls/envelope.ts';
import { inputReader } from '../../shared/input/reader.ts';
import { addressCreate } from '../../shared/operations/address.create.ts';
import { deliveryFields } from '../../shared/resources/address.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { BatchSender } from './batchSender.ts';
import { partsOf } from './parts.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** Customers by the ident that they have in the source they came from. */
export type CustomerIdents = ReadonlyMap<string, string>;

type Stored = Readonly<Record<string, unknown>>;

const read = inputReader(addressCreate);

/** A row whose address is not known to be there. */
interface Open {
  /** Its place in the batch, which its key is made of: the answers to what was read must not change it. */
  readonly at: number;
  readonly input: MappedInput;
}

/**
 * Imports delivery addresses. They have no `external_ident`, so a customer's addresses are read before: one that is there
 * already, field by field, existed. Equal rows are one address.
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
    const open = inputs.flatMap((input, at) => (outcomes[at] ? [] : [{ at, input: this.#withIdent(input) }]));
    const stored = await this.#storedOf(customersOf(open), key);
    const fresh: Open[] = [];
    const repeats: Open[] = [];
    const seen = new Map<string, number>();
    for (const row of open) {
      const found = outcomeOf(stored.get(customerOf(row)), row.input);
      const first = seen.get(JSON.stringify(row.input));
      if (found) outcomes[row.at] = found;
      else if (first === undefined) fresh.push(row);
      else repeats.push(row);
      seen.set(JSON.stringify(row.input), first ?? row.at);
    }
    for (const { at, outcome } of await this.#create(fresh, key)) outcomes[at] = outcome;
    for (const { at, input } of repeats)
      outcomes[at] = repeated(outcomes[seen.get(JSON.stringify(input)) ?? at]);
    return outcomes as Outcome[];
  }

  #withIdent({ customer_external_ident: external, ...input }: MappedInput): MappedInput {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }

  /** What reading each of these customers gave. */
  async #storedOf(idents: readonly string[], key: string): Promise<ReadonlyMap<string, BatchResult>> {
    const reads = idents.map(
      (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
    );
    const results = reads.length > 0 ? await this.#sender.send(reads, `${key}.read`) : [];
    const large = idents.filter((_, at) => results[at]?.error?.code === answerTooLarge);
    // Some are answered each time, so the rest becomes less.
    const others = large.length < idents.length ? await this.#storedOf(large, key) : new Map();
    return new Map(idents.map((ident, at) => [ident, others.get(ident) ?? (results[at] as BatchResult)]));
  }

  async #create(fresh: readonly Open[], key: string) {
    const operations = fresh.map(
      ({ at, input: data }) =>
        ({ method: 'address.create', data, key: `${key}.${at}` }) as unknown as BatchEntry,
    );
    const results: BatchResult[] = [];
    for (const [at, part] of partsOf(operations).entries())
      if (part.length > 0)
        results.push(...(await this.#sender.send(part, `${key}.create.${at}.${contentOf(part)}`)));
    return fresh.map(({ at }, place) => ({ at, outcome: createdOf(results[place] as BatchResult) }));
  }
}

/** Another run may find that other rows are there already: then it is another batch. Its entries have keys of their own. */
function contentOf(part: readonly BatchEntry[]): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22);
}

/** A row that names its customer by an ident that nobody knows is refused; undefined for the others. */
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

/** What is known of a row from reading its customer: that it is there, or why it can't be; undefined when it is to be created. */
function outcomeOf(result: BatchResult | undefined, input: MappedInput): Outcome | undefined {
  if (result?.error) {
    // That there is no such customer, the create says in its own words.
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
