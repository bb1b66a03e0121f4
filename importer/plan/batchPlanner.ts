import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Values } from '../journal/rowOutcome.ts';
import type { Input, Inputs, Mapping } from '../mapping/mapping.ts';
import type { BatchSender } from '../service/batchSender.ts';
import type { BatchPlan } from './batchPlans.ts';
import { addressesIn, type FoundRecords, findByIdent, findRecords, readCustomers } from './recordFinder.ts';
import type { PlanOptions, RecordKind, RowOptions } from './rowPlan.ts';
import { hasAddress, RowPlanner } from './rowPlanner.ts';

/** `addressVersion` is '' without a delivery address. */
interface Versions {
  readonly version: string;
  readonly addressVersion: string;
}

/** Plans the rows of a batch: asks the service which of their records exist, and compares. Writes nothing. */
export interface BatchPlanner {
  /** True if rows may be created without asking: all are complete, and the service reports a creation that finds its record. */
  canCreateFirst(inputs: Inputs): boolean;
  /** Resolves to plans in the order of the rows. `key` begins the idempotency keys of the batch. */
  plan(inputs: Inputs, key: string): Promise<BatchPlan>;
  versionsOf(idents: readonly string[], key: string): Promise<ReadonlyMap<string, Versions>>;
}

/** Finds the records of rows by one field. */
class MatchPlanner implements BatchPlanner {
  readonly #options: PlanOptions;
  readonly #rows: RowPlanner;
  readonly #sender: BatchSender;

  constructor(options: PlanOptions, sender: BatchSender) {
    this.#options = options;
    this.#rows = new RowPlanner(options);
    this.#sender = sender;
  }

  canCreateFirst(inputs: Inputs): boolean {
    const { match, updateOnly } = this.#options;
    return match === 'external_ident' && !updateOnly && inputs.every((input) => this.#rows.isComplete(input));
  }

  async plan(inputs: Inputs, key: string): Promise<BatchPlan> {
    const matchValues = inputs.map((input) => this.#rows.matchValueOf(input));
    const found = await this.#findAll(inputs, matchValues, `${key}.find`);
    const unknown = inputs.flatMap((input, index) => this.#withoutAddress(input, found[index]) ?? []);
    const read = await readCustomers(this.#sender, [...new Set(unknown)], `${key}.find.addresses`);
    const addresses = new Map([...read].map(([ident, result]) => [ident, addressesIn(result)]));
    return inputs.map((input, index) =>
      this.#rows.plan({ input, addresses, found: found[index], matchValue: matchValues[index] as string }),
    );
  }

  async versionsOf(idents: readonly string[], key: string): Promise<ReadonlyMap<string, Versions>> {
    const { kind } = this.#options;
    const fields = kind === 'customer' ? ['address_version'] : [];
    const found = await findByIdent(this.#sender, kind, idents, fields, key);
    return new Map([...found].map(([ident, record]) => [ident, versionsIn(record)]));
  }

  /** Searches once for each source: an external_ident is unique only within its source. */
  async #findAll(
    inputs: Inputs,
    matchValues: readonly string[],
    key: string,
  ): Promise<readonly (FoundRecords | undefined)[]> {
    const { kind, match } = this.#options;
    const names = new Set<string>();
    for (const input of inputs) for (const name in input) names.add(name);
    const fields = this.#rows.fieldsToFind(names);
    const sources = new Map<string, number[]>();
    for (const [index, input] of inputs.entries()) addToGroup(sources, this.#rows.sourceOf(input), index);
    const found: (FoundRecords | undefined)[] = Array.from({ length: inputs.length });
    for (const [source, indexes] of sources) {
      const values = indexes.map((index) => matchValues[index] as string).filter((value) => value !== '');
      const search = { by: match, values, fields, source: this.#rows.sourceFields(source) };
      const records = await findRecords(this.#sender, kind, search, `${key}.${indexes[0]}`);
      for (const index of indexes) found[index] = records.get(matchValues[index] as string);
    }
    return found;
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

/**
 * Plans the rows of our own export. The account of the export finds records by their idents. Another account gives its
 * records other idents: there, a row is found by `external_ident` and its source, or without one by its number, so that
 * importing a file twice creates nothing twice.
 */
class ExportPlanner implements BatchPlanner {
  readonly #kind: RecordKind;
  readonly #plannerFor: (match: string) => BatchPlanner;
  readonly #byIdent: BatchPlanner;

  constructor(kind: RecordKind, byIdent: BatchPlanner, plannerFor: (match: string) => BatchPlanner) {
    this.#kind = kind;
    this.#byIdent = byIdent;
    this.#plannerFor = plannerFor;
  }

  canCreateFirst(): boolean {
    return false;
  }

  versionsOf(idents: readonly string[], key: string): ReturnType<BatchPlanner['versionsOf']> {
    return this.#byIdent.versionsOf(idents, key);
  }

  async plan(inputs: Inputs, key: string): Promise<BatchPlan> {
    const plans = [...(await this.#byIdent.plan(inputs, `${key}.ident`))];
    const open = [...plans.keys()].filter((index) => plans[index]?.kind === 'create');
    const hasExternal = (index: number) => (inputs[index]?.external_ident ?? '') !== '';
    const planRest = async (match: string, name: string, indexes: readonly number[]) => {
      if (indexes.length === 0) return;
      const rest = indexes.map((index) => this.#withoutIdent(inputs[index] as Input));
      const planned = await this.#plannerFor(match).plan(rest, `${key}.${name}`);
      for (const [position, index] of indexes.entries())
        plans[index] = planned[position] as BatchPlan[number];
    };
    await planRest('external_ident', 'external', open.filter(hasExternal));
    await planRest(
      `${this.#kind}_nr`,
      'number',
      open.filter((index) => !hasExternal(index)),
    );
    return plans;
  }

  #withoutIdent(input: Readonly<Input>): Input {
    const { [`${this.#kind}_ident`]: _, ...others } = input;
    return others;
  }
}

export function batchPlannerFor(
  kind: RecordKind,
  { onExisting, updateOnly, sameOrigin, match = 'external_ident' }: RowOptions,
  mapping: Mapping,
  sender: BatchSender,
): BatchPlanner {
  const { needed, defaults } = mapping;
  const constants = Object.keys(mapping.constants);
  const options = { kind, onExisting, updateOnly, sameOrigin, needed, defaults, constants };
  const plannerFor = (field: string) => new MatchPlanner({ ...options, match: field }, sender);
  if (match !== `${kind}_ident`) return plannerFor(match);
  const byIdent = new MatchPlanner({ ...options, match, sameOrigin: true, updateOnly: false }, sender);
  return new ExportPlanner(kind, byIdent, plannerFor);
}
