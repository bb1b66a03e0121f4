import type { BatchEntry, BatchResult } from '../../../client/index.ts';
import { inputReader } from '../../../shared/input/reader.ts';
import { addressCreate } from '../../../shared/operations/address.create.ts';
import { deliveryFields } from '../../../shared/resources/address.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { BatchSender } from './batchSender.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** Customers by the ident that they have in the source they came from. */
export type CustomerIdents = ReadonlyMap<string, string>;

type Stored = Readonly<Record<string, unknown>>;

const read = inputReader(addressCreate);

/**
 * Imports delivery addresses. They have no `external_ident`, so a customer's addresses are read before: one that is there
 * already, field by field, existed.
 */
export class DeliveryAddresses implements RowImporter {
  readonly #sender: BatchSender;
  readonly #customers: CustomerIdents;

  constructor(sender: BatchSender, customers: CustomerIdents) {
    this.#sender = sender;
    this.#customers = customers;
  }

  async run(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]> {
    const outcomes: (Outcome | undefined)[] = inputs.map((input) => this.#withoutCustomer(input));
    const wanted = inputs.map((input) => this.#withIdent(input));
    const open = wanted.flatMap((input, at) => (outcomes[at] ? [] : [{ at, input }]));
    const stored = await this.#storedOf(new Set(open.map(({ input }) => String(input.customer_ident))), key);
    const fresh: typeof open = [];
    for (const { at, input } of open) {
      const existing = claim(stored, input);
      if (existing === undefined) fresh.push({ at, input });
      else outcomes[at] = { kind: 'existed', ident: existing };
    }
    const created = await this.#create(
      fresh.map(({ input }) => input),
      key,
    );
    for (const [place, { at }] of fresh.entries()) outcomes[at] = created[place];
    return outcomes as Outcome[];
  }

  #withoutCustomer({
    customer_external_ident: external,
    customer_ident: ident,
  }: MappedInput): Outcome | undefined {
    if (ident !== undefined || external === undefined || this.#customers.has(String(external)))
      return undefined;
    return refused(
      'customer_not_found',
      `no customer with external_ident ${external} in the file of --customers`,
    );
  }

  #withIdent({ customer_external_ident: external, ...input }: MappedInput): MappedInput {
    const ident = this.#customers.get(String(external));
    return ident === undefined ? input : { customer_ident: ident, ...input };
  }

  /** The addresses that these customers have. */
  async #storedOf(customers: ReadonlySet<string>, key: string): Promise<Map<string, Stored[]>> {
    const idents = [...customers];
    const reads = idents.map(
      (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
    );
    const results = reads.length > 0 ? await this.#sender.send(reads, `${key}.read`) : [];
    return new Map(idents.map((ident, at) => [ident, addressesIn(results[at])]));
  }

  async #create(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]> {
    if (inputs.length === 0) return [];
    const operations = inputs.map((data) => ({ method: 'address.create', data }) as unknown as BatchEntry);
    const results = await this.#sender.send(operations, `${key}.create`);
    return results.map(({ data, error }) =>
      error
        ? refused(error.code, error.message)
        : { kind: 'created', ident: (data as { address_ident: string }).address_ident },
    );
  }
}

function addressesIn(result: BatchResult | undefined): Stored[] {
  return [...((result?.data as { address_data?: Stored[] } | undefined)?.address_data ?? [])];
}

/** The ident of a stored address that equals the wanted one; it is taken away, so that two equal rows need two. */
function claim(stored: ReadonlyMap<string, Stored[]>, input: MappedInput): string | undefined {
  const reading = read(input);
  if ('faults' in reading) return undefined; // the service says what is wrong
  const clean = reading.input as Stored;
  const addresses = stored.get(String(clean.customer_ident)) ?? [];
  const equal = addresses.find((address) =>
    Object.keys(deliveryFields).every((name) => String(address[name]) === String(clean[name])),
  );
  return equal && String(equal.address_ident);
}
