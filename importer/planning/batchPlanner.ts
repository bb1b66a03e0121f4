import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Input } from '../mapping/mapping.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import type { BatchPlan } from './batchPlans.ts';
import type { Values } from './compareRecords.ts';
import { CustomerAddresses, type FoundRecords, RecordFinder } from './recordFinder.ts';
import type { PlanOptions, RecordKind } from './rowPlan.ts';
import { hasAddress, type RowPlanner } from './rowPlanner.ts';

/** `addressVersion` is '' without a delivery address. */
interface Versions {
  readonly version: string;
  readonly addressVersion: string;
}

/** Plans the rows of a batch: asks the service which of their records exist, and compares. Writes nothing. */
export class BatchPlanner {
  readonly #options: PlanOptions;
  readonly #planner: RowPlanner;
  readonly #finder: RecordFinder;
  readonly #addresses: CustomerAddresses;

  constructor(options: PlanOptions, planner: RowPlanner, sender: BatchSender) {
    this.#options = options;
    this.#planner = planner;
    this.#finder = new RecordFinder(options.kind, sender);
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
  ): Promise<readonly (FoundRecords | undefined)[]> {
    const fields = this.#planner.fieldsToFind(namesIn(inputs));
    const found: (FoundRecords | undefined)[] = Array.from({ length: inputs.length });
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
  #withoutAddress(input: Readonly<Input>, found: FoundRecords | undefined): string | undefined {
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

export interface ExportPlanners {
  readonly byIdent: BatchPlanner;
  /** Plans rows whose ident this account does not have. */
  readonly byExternal: BatchPlanner;
  readonly byNumber: BatchPlanner;
}

export type RowsPlanner = Pick<BatchPlanner, 'areComplete' | 'plan' | 'versionsOf'>;

/**
 * Plans the rows of our own export. The account of the export finds records by their idents. Another account gives its
 * records other idents: there, a row is found by `external_ident` and its source, or without one by its number, so that
 * importing a file twice creates nothing twice.
 */
export class ExportPlanner implements RowsPlanner {
  readonly #kind: RecordKind;
  readonly #planners: ExportPlanners;

  constructor(kind: RecordKind, planners: ExportPlanners) {
    this.#kind = kind;
    this.#planners = planners;
  }

  areComplete(): boolean {
    return false;
  }

  versionsOf(idents: readonly string[], key: string): ReturnType<BatchPlanner['versionsOf']> {
    return this.#planners.byIdent.versionsOf(idents, key);
  }

  async plan(inputs: readonly Readonly<Input>[], key: string): Promise<BatchPlan> {
    const plans = [...(await this.#planners.byIdent.plan(inputs, `${key}.ident`))];
    const open = [...plans.keys()].filter((index) => plans[index]?.kind === 'create');
    const hasExternal = (index: number) => (inputs[index]?.external_ident ?? '') !== '';
    const others = [
      { planner: this.#planners.byExternal, name: 'external', indexes: open.filter(hasExternal) },
      {
        planner: this.#planners.byNumber,
        name: 'number',
        indexes: open.filter((index) => !hasExternal(index)),
      },
    ];
    for (const { planner, name, indexes } of others) {
      if (indexes.length === 0) continue;
      const rest = indexes.map((index) => this.#withoutIdent(inputs[index] as Input));
      const planned = await planner.plan(rest, `${key}.${name}`);
      for (const [position, index] of indexes.entries())
        plans[index] = planned[position] as BatchPlan[number];
    }
    return plans;
  }

  #withoutIdent(input: Readonly<Input>): Input {
    const { [`${this.#kind}_ident`]: _, ...others } = input;
    return others;
  }
}
