import type { BatchEntry, BatchResult } from '../../client/node.ts';
import { type Outcome, refused } from '../journal/rowOutcome.ts';
import type { Input } from '../mapping/mapping.ts';
import type { RowsPlanner } from '../planning/batchPlanner.ts';
import type { BatchPlan, BatchPlans } from '../planning/batchPlans.ts';
import type { PlanFile, PlanWriter } from '../planning/planFile.ts';
import type { RecordKind, RowPlan, SamePlan, UpdatePlan } from '../planning/rowPlan.ts';
import { type BatchSender, entryOf, partsOf } from '../sending/batchSender.ts';
import { type BatchKey, type RowImporter, refusedBy } from './rowImporter.ts';

type Inputs = readonly Readonly<Input>[];

export interface PlannedParts {
  readonly planner: RowsPlanner;
  readonly writes: PlanWrites;
  readonly plans: BatchPlans;
  /** Plan of a dry run, if the import is to do exactly that. */
  readonly filePlan: PlanFile | undefined;
  /** Whether rows may be created without asking first, since the service itself reports which records exist already. */
  readonly canCreateFirst: boolean;
  /** Whether rows whose record exists are refused without being compared. */
  readonly refusesExisting: boolean;
}

const create: RowPlan = { kind: 'create' };

export class RecordImporter implements RowImporter {
  readonly #parts: PlannedParts;
  /** Most files are all new, or not new at all: the batch before decides whether asking first pays. */
  #createsFirst: boolean;

  constructor(parts: PlannedParts, mostAreNew: boolean) {
    this.#parts = parts;
    this.#createsFirst = mostAreNew && parts.canCreateFirst;
  }

  async run(inputs: Inputs, batch: BatchKey): Promise<readonly Outcome[]> {
    const { filePlan, writes } = this.#parts;
    if (filePlan) return this.#follow(await filePlan.planOf(batch.number), inputs, batch);
    const plan = await this.#planOf(inputs, batch, `${batch.number}`, this.#createsFirst);
    const carried = await writes.execute(plan, inputs, batch.key);
    this.#createsFirst = this.#parts.canCreateFirst && mostAreCreated(carried);
    return this.#withTaken(carried, inputs, batch);
  }

  async recorded({ number }: BatchKey): Promise<void> {
    await this.#parts.plans.remove(`${number}`);
    await this.#parts.plans.remove(`${number}.taken`);
  }

  /** Returns the plan of an earlier run that was killed, or a new one. */
  async #planOf(inputs: Inputs, { key }: BatchKey, name: string, createsFirst: boolean): Promise<BatchPlan> {
    const { plans, planner } = this.#parts;
    const kept = await plans.find(name);
    if (kept) return kept;
    const plan =
      createsFirst && planner.areComplete(inputs)
        ? inputs.map(() => create)
        : await planner.plan(inputs, key);
    await plans.keep(name, plan);
    return plan;
  }

  /** Plans and writes the rows that could not be created because their record exists. */
  async #withTaken(carried: readonly WriteResult[], inputs: Inputs, batch: BatchKey): Promise<Outcome[]> {
    const outcomes = carried.map((one) =>
      one.kind === 'taken' ? refused(one.error.code, one.error.message) : one,
    );
    const taken = [...carried.keys()].filter((index) => carried[index]?.kind === 'taken');
    if (taken.length === 0 || this.#parts.refusesExisting) return outcomes;
    const rest = taken.map((index) => inputs[index] as Input);
    const key = `${batch.key}.taken`;
    const plan = await this.#planOf(rest, { ...batch, key }, `${batch.number}.taken`, false);
    const results = await this.#parts.writes.execute(plan, rest, key);
    for (const [position, index] of taken.entries())
      outcomes[index] = asPlanned(results[position] as WriteResult);
    return outcomes;
  }

  /** Does what a dry run found. Refuses rows whose record is not as it was then. */
  async #follow(plan: BatchPlan, inputs: Inputs, batch: BatchKey): Promise<readonly Outcome[]> {
    const carried = await this.#parts.writes.execute(plan, inputs, batch.key);
    const same = plan.filter((row) => row.kind === 'same');
    const changed = await this.#changedOf(same, `${batch.key}.versions`);
    return carried.map((one, index) =>
      changed.has(plan[index] as RowPlan) ? recordChanged : asPlanned(one),
    );
  }

  async #changedOf(same: readonly SamePlan[], key: string): Promise<ReadonlySet<RowPlan>> {
    if (same.length === 0) return new Set();
    const versions = await this.#parts.planner.versionsOf(
      same.map(({ ident }) => ident),
      key,
    );
    const isSame = ({ ident, version, addressVersion }: SamePlan) => {
      const found = versions.get(ident);
      return found?.version === version && (addressVersion ?? found.addressVersion) === found.addressVersion;
    };
    return new Set(same.filter((row) => !isSame(row)));
  }
}

/** Refuses a row whose record was created after it was planned. */
function asPlanned(one: WriteResult): Outcome {
  return one.kind === 'taken' ? recordChanged : one;
}

function mostAreCreated(carried: readonly WriteResult[]): boolean {
  return 2 * carried.filter(({ kind }) => kind === 'created').length >= carried.length;
}

export class DryRun implements RowImporter {
  readonly #planner: RowsPlanner;
  readonly #file: PlanWriter | undefined;

  constructor(planner: RowsPlanner, file: PlanWriter | undefined) {
    this.#planner = planner;
    this.#file = file;
  }

  async run(inputs: readonly Readonly<Input>[], { number, key }: BatchKey): Promise<readonly Outcome[]> {
    const plan = await this.#planner.plan(inputs, key);
    await this.#file?.write(number, plan);
    return plan.map(expectedOf);
  }
}

/** Result of a row; `taken` when a record with its external_ident exists that the plan did not know of. */
export type WriteResult =
  | Outcome
  | { readonly kind: 'taken'; readonly error: NonNullable<BatchResult['error']> };

interface RowEntry {
  readonly index: number;
  readonly entry: BatchEntry;
}

/** Writes a plan: new records and changes in one batch, then the delivery addresses of changed customers. */
export class PlanWrites {
  readonly #kind: RecordKind;
  readonly #sender: BatchSender;

  constructor(kind: RecordKind, sender: BatchSender) {
    this.#kind = kind;
    this.#sender = sender;
  }

  /** Resolves to results in the order of the rows. Nothing is done twice with the same key and plan. */
  async execute(plan: BatchPlan, inputs: readonly Readonly<Input>[], key: string): Promise<WriteResult[]> {
    const carried = plan.map(expectedOf) as WriteResult[];
    const writes = plan.flatMap((row, index) => this.#writeOf(row, inputs[index] as Input, index) ?? []);
    for (const [index, result] of await this.#send(writes, `${key}.write`))
      carried[index] = this.#carriedOf(plan[index] as RowPlan, result);
    const addresses = plan.flatMap((row, index) =>
      row.kind === 'update' && row.address && carried[index]?.kind === 'updated'
        ? [{ index, entry: addressWrite(row, `${key}.address.${index}`) }]
        : [],
    );
    for (const [index, { error }] of await this.#send(addresses, `${key}.address`))
      if (error)
        carried[index] = refused(error.code, addressFailed(plan[index] as UpdatePlan, error.message));
    return carried;
  }

  #writeOf(row: RowPlan, input: Readonly<Input>, index: number): RowEntry | undefined {
    const { create, update } = { create: `${this.#kind}.create`, update: `${this.#kind}.update` };
    if (row.kind === 'create') return { index, entry: entryOf(create, input) };
    if (row.kind !== 'update' || row.changes.length === 0) return undefined;
    const changed = Object.fromEntries(row.changes.map(({ field }) => [field, input[field] ?? '']));
    const data = { [`${this.#kind}_ident`]: row.ident, if_version: row.version, ...changed };
    return { index, entry: entryOf(update, data) };
  }

  async #send(entries: readonly RowEntry[], key: string): Promise<ReadonlyMap<number, BatchResult>> {
    const results: BatchResult[] = [];
    if (entries.length > 0)
      for (const [index, part] of partsOf(entries.map(({ entry }) => entry)).entries())
        results.push(...(await this.#sender.send(part, `${key}.${index}`)));
    return new Map(entries.map(({ index }, position) => [index, results[position] as BatchResult]));
  }

  #carriedOf(row: RowPlan, { data, error }: BatchResult): WriteResult {
    if (error && row.kind === 'create' && error.code === 'external_ident_exists')
      return { kind: 'taken', error };
    const isDeleted = row.kind === 'update' && error?.code === `${this.#kind}_not_found`;
    if (isDeleted || error?.code === recordChanged.code) return recordChanged;
    if (error) return refusedBy(error);
    if (row.kind === 'update') return { kind: 'updated', ident: row.ident };
    return { kind: 'created', ident: (data as Record<string, string>)[`${this.#kind}_ident`] ?? '' };
  }
}

function expectedOf(row: RowPlan): Outcome {
  switch (row.kind) {
    case 'update':
      return {
        kind: 'updated',
        ident: row.ident,
        changes: [...row.changes, ...(row.address?.changes ?? [])],
      };
    case 'same':
      return { kind: 'unchanged', ident: row.ident };
    case 'exists':
      return { kind: 'existed', ident: row.ident, changes: row.changes };
    case 'refuse':
      return refused(row.code, row.reason, row.reasons);
    default:
      return { kind: 'created', ident: '' };
  }
}

const recordChanged = refused(
  'record_changed',
  'the record was changed or deleted since it was read: check it, and import the row again',
);

function addressWrite({ ident, address }: UpdatePlan, key: string): BatchEntry {
  const changes = Object.fromEntries((address?.changes ?? []).map(({ field, to }) => [field, to]));
  if (address?.ident === undefined)
    return entryOf('address.create', { customer_ident: ident, ...changes }, key);
  return entryOf('address.update', {
    address_ident: address.ident,
    if_version: address.version ?? '',
    ...changes,
  });
}

function addressFailed({ changes }: UpdatePlan, message: string): string {
  const done = changes.length === 0 ? '' : 'the customer was updated, but ';
  return `${done}the delivery address could not be changed: ${message}`;
}
