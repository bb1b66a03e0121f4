import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import { type Input } from '../mapping/mapping.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import { CustomerAddresses } from '../sending/customerAddresses.ts';
import { hasAddress } from './addressPlan.ts';
import type { BatchPlan } from './batchPlans.ts';
import type { Values } from './compare.ts';
import { Finder, type Found } from './finder.ts';
import type { PlanOptions } from './options.ts';
import type { Planner } from './planner.ts';

/** `addressVersion` is '' without a delivery address. */
interface Versions {
  readonly version: string;
  readonly addressVersion: string;
}

/** Plans the rows of a batch: asks the service which of their records exist, and compares. Writes nothing. */
export class BatchPlanner {
  readonly #options: PlanOptions;
  readonly #planner: Planner;
  readonly #finder: Finder;
  readonly #addresses: CustomerAddresses;

  constructor(options: PlanOptions, planner: Planner, sender: BatchSender) {
    this.#options = options;
    this.#planner = planner;
    this.#finder = new Finder(options.kind, sender);
    this.#addresses = new CustomerAddresses(sender);
  }

  areComplete(inputs: readonly Readonly<Input>[]): boolean {
    return inputs.every((input) => this.#planner.isComplete(input));
  }

  /** Resolves to plans in the order of the rows. `key` begins the idempotency keys of the batch. */
  async plan(inputs: readonly Readonly<Input>[], key: string): Promise<BatchPlan> {
    const matchValues = inputs.map((input) => this.#planner.matchValueOf(input));
    const found = await this.#findAll(inputs, matchValues, `${key}.find`);
    const unknown = inputs.flatMap((input, index) => this.#withoutAddress(input, found[index]) ?? []);
    const addresses = await this.#addresses.read([...new Set(unknown)], `${key}.find.addresses`);
    return inputs.map((input, index) =>
      this.#planner.plan({
        input,
        addresses,
        found: found[index],
        matchValue: matchValues[index] as string,
      }),
    );
  }

  async #findAll(
    inputs: readonly Readonly<Input>[],
    matchValues: readonly string[],
    key: string,
  ): Promise<readonly (Found | undefined)[]> {
    const fields = this.#planner.fieldsToFind(namesIn(inputs));
    const found: (Found | undefined)[] = Array.from({ length: inputs.length });
    for (const [source, indexes] of this.#bySource(inputs)) {
      const values = indexes.map((index) => matchValues[index] as string).filter((value) => value !== '');
      const search = { by: this.#options.match, values, fields, source: this.#planner.sourceFields(source) };
      const records = await this.#finder.find(search, `${key}.${indexes[0]}`);
      for (const index of indexes) found[index] = records.get(matchValues[index] as string);
    }
    return found;
  }

  async versionsOf(idents: readonly string[], key: string): Promise<ReadonlyMap<string, Versions>> {
    const { kind } = this.#options;
    const fields = kind === 'customer' ? ['address_version'] : [];
    const found = await this.#finder.find({ by: `${kind}_ident`, values: idents, fields }, key);
    return new Map([...found].map(([ident, { records }]) => [ident, versionsIn(records[0] ?? {})]));
  }

  #bySource(inputs: readonly Readonly<Input>[]): ReadonlyMap<string, readonly number[]> {
    const sources = new Map<string, number[]>();
    for (const [index, input] of inputs.entries()) addToGroup(sources, this.#planner.sourceOf(input), index);
    return sources;
  }

  /** Returns the ident of a customer whose delivery address can't be known from what was found. */
  #withoutAddress(input: Readonly<Input>, found: Found | undefined): string | undefined {
    const [stored]: readonly Values[] = found?.records ?? [];
    const isUnknown =
      this.#options.kind === 'customer' &&
      hasAddress(input) &&
      stored !== undefined &&
      found?.count === 1 &&
      Number(stored.divergent_delivery_address) !== 1;
    return isUnknown ? String(stored.customer_ident) : undefined;
  }
}

function versionsIn({ version, address_version: addressVersion }: Values): Versions {
  return { version: String(version), addressVersion: String(addressVersion ?? '') };
}

function namesIn(inputs: readonly Readonly<Input>[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const input of inputs) for (const name in input) names.add(name);
  return names;
}
