import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { type Outcome, refused, type Updated } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input, Inputs } from '../mapping/mapping.ts';
import type { BatchPlanner } from '../plan/batchPlanner.ts';
import type { BatchPlan, BatchPlans, StoredPlan } from '../plan/batchPlans.ts';
import type { PlanFile, PlanWriter } from '../plan/planFile.ts';
import type { PriceChanges } from '../plan/priceChanges.ts';
import {
  createPlan,
  type RecordKind,
  type RowPlan,
  resourceOf,
  type SamePlan,
  type UpdatePlan,
} from '../plan/rowPlan.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { type BatchKey, expectedOf, type RowImporter, refusedBy } from './rowImporter.ts';

export interface RecordDependencies {
  readonly kind: RecordKind;
  readonly sender: BatchSender;
  readonly planner: BatchPlanner;
  readonly plans: BatchPlans;
  /** Plan of a dry run, if the import is to do exactly that. */
  readonly planFile: PlanFile | undefined;
  /** True if most of the first rows have no record yet. */
  readonly mostAreNew: boolean;
  readonly prices: PriceChanges;
  /** True if rows whose record exists are refused without being compared. */
  readonly refusesExisting: boolean;
}

/** Result of a row; `taken` when a record with its external_ident exists that the plan did not know of. */
type WriteResult = Outcome | { readonly kind: 'taken'; readonly error: NonNullable<BatchResult['error']> };

const nothingWritten = 'Nothing was written';
const someWritten =
  'These rows were not written; those before them may have been: `counterfoil import history` lists the run, and `counterfoil import undo` reverts it';

/** Plans the rows of each batch, and writes the plan. */
export class RecordImporter implements RowImporter {
  readonly #dependencies: RecordDependencies;
  /** Most files are all new, or not new at all: the batch before decides whether asking first pays. */
  #createsFirst: boolean;

  constructor(dependencies: RecordDependencies) {
    this.#dependencies = dependencies;
    this.#createsFirst = dependencies.mostAreNew;
  }

  async run(inputs: Inputs, batch: BatchKey): Promise<readonly Outcome[]> {
    const { planFile } = this.#dependencies;
    if (planFile) return this.#follow(planFile, inputs, batch);
    const stored = await this.#planOf(inputs, batch.key, `${batch.number}`, this.#createsFirst);
    const results = await writePlan(this.#dependencies, stored, batch.key);
    const created = results.filter(({ kind }) => kind === 'created').length;
    this.#createsFirst = 2 * created >= results.length;
    return this.#withTaken(results, inputs, batch);
  }

  async recorded({ number }: BatchKey): Promise<void> {
    await this.#dependencies.plans.remove(`${number}`);
    await this.#dependencies.plans.remove(`${number}.taken`);
  }

  /** Returns the plan of an earlier run that was killed, or a new one. */
  async #planOf(inputs: Inputs, key: string, name: string, createsFirst: boolean): Promise<StoredPlan> {
    const { plans, planner, prices } = this.#dependencies;
    const stored = await plans.find(name, inputs);
    if (stored) return stored;
    const isCreated = createsFirst && planner.canCreateFirst(inputs);
    const plan = isCreated ? inputs.map(() => createPlan) : await planner.plan(inputs, key);
    prices.check(plan, someWritten);
    return plans.save(name, plan, inputs);
  }

  /** Plans and writes the rows that could not be created because their record exists. */
  async #withTaken(results: readonly WriteResult[], inputs: Inputs, batch: BatchKey): Promise<Outcome[]> {
    const outcomes = results.map((one) =>
      one.kind === 'taken' ? refused(one.error.code, one.error.message) : one,
    );
    const taken = [...results.keys()].filter((index) => results[index]?.kind === 'taken');
    if (taken.length === 0 || this.#dependencies.refusesExisting) return outcomes;
    const rest = taken.map((index) => inputs[index] as Input);
    const key = `${batch.key}.taken`;
    const stored = await this.#planOf(rest, key, `${batch.number}.taken`, false);
    const others = await writePlan(this.#dependencies, stored, key);
    for (const [position, index] of taken.entries())
      outcomes[index] = asPlanned(others[position] as WriteResult);
    return outcomes;
  }

  /**
   * Does what a dry run found. Refuses rows whose record is not as it was then. A batch that was in flight at a kill has its
   * first plan: a dry run since has another one.
   */
  async #follow(file: PlanFile, inputs: Inputs, { number, key }: BatchKey): Promise<readonly Outcome[]> {
    const { plans } = this.#dependencies;
    const planned = file.planOf(number);
    const found = await plans.find(`${number}`, inputs);
    const stored = found ?? (await plans.save(`${number}`, await planned, inputs));
    const { plan } = stored;
    const results = await writePlan(this.#dependencies, stored, key);
    const same = plan.filter((row) => row.kind === 'same');
    const changed = await this.#changedOf(same, `${key}.versions`);
    return results.map((one, index) =>
      changed.has(plan[index] as RowPlan) ? recordChanged : asPlanned(one),
    );
  }

  async #changedOf(same: readonly SamePlan[], key: string): Promise<ReadonlySet<RowPlan>> {
    if (same.length === 0) return new Set();
    const idents = same.map(({ ident }) => ident);
    const versions = await this.#dependencies.planner.versionsOf(idents, key);
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

/** Returns an importer that only plans. `file` keeps the plans for an import that follows them. */
export function recordDryRun(
  planner: BatchPlanner,
  file: PlanWriter | undefined,
  prices: PriceChanges,
  onPlan: (plan: BatchPlan) => void,
): RowImporter {
  return {
    async run(inputs, { number, key }) {
      const plan = await planner.plan(inputs, key);
      onPlan(plan);
      prices.check(plan, nothingWritten);
      await file?.write(number, plan);
      return plan.map(expectedOf);
    },
  };
}

/**
 * Writes new records and changes in one batch, then the delivery addresses of changed customers. Resolves to results in the
 * order of the rows. Nothing is done twice with the same key and plan, within 24 hours.
 */
export async function writePlan(
  { kind, sender }: Pick<RecordDependencies, 'kind' | 'sender'>,
  { plannedAt, plan, inputs }: StoredPlan,
  batchKey: string,
): Promise<WriteResult[]> {
  const key = `${batchKey}.${plannedAt}`;
  const results: WriteResult[] = plan.map(writtenIfNothing);
  const writes = plan.flatMap((row, index) => {
    const entry = entryFor(kind, row, inputs[index] as Input);
    return entry ? [{ index, entry }] : [];
  });
  for (const [index, result] of await send(sender, writes, `${key}.write`))
    results[index] = resultOf(kind, plan[index] as RowPlan, inputs[index] as Input, result);
  const addresses = plan.flatMap((row, index) =>
    row.kind === 'update' && row.address && results[index]?.kind === 'updated'
      ? [{ index, entry: addressEntry(row, `${key}.address.${index}`) }]
      : [],
  );
  for (const [index, result] of await send(sender, addresses, `${key}.address`))
    results[index] = withAddress(plan[index] as UpdatePlan, results[index] as Updated, result);
  return results;
}

interface RowEntry {
  readonly index: number;
  readonly entry: BatchEntry;
}

async function send(sender: BatchSender, rows: readonly RowEntry[], key: string) {
  const entries = rows.map(({ entry }) => entry);
  const results = await sendAll(sender, entries, (_, number) => `${key}.${number}`);
  return rows.map(({ index }, position) => [index, results[position] as BatchResult] as const);
}

function entryFor(kind: RecordKind, row: RowPlan, input: Readonly<Input>): BatchEntry | undefined {
  if (row.kind === 'create') return entryOf(`${kind}.create`, asNewRecord(resourceOf(kind), input));
  if (row.kind !== 'update' || row.changes.length === 0) return undefined;
  const changed = Object.fromEntries(row.changes.map(({ field }) => [field, input[field] ?? '']));
  return entryOf(`${kind}.update`, { [`${kind}_ident`]: row.ident, if_version: row.version, ...changed });
}

function resultOf(
  kind: RecordKind,
  row: RowPlan,
  values: Readonly<Input>,
  { data, error }: BatchResult,
): WriteResult {
  if (error && row.kind === 'create' && error.code === 'external_ident_exists')
    return { kind: 'taken', error };
  const isDeleted = row.kind === 'update' && error?.code === `${kind}_not_found`;
  if (isDeleted || error?.code === recordChanged.code) return recordChanged;
  if (error) return refusedBy(error);
  if (row.kind === 'update') {
    const { ident, version: was, changes } = row;
    const version = (data as { version?: string } | null)?.version ?? was;
    return { kind: 'updated', ident, was, version, changes };
  }
  return { kind: 'created', ident: (data as Record<string, string>)[`${kind}_ident`] ?? '', values };
}

/** Result of a row without an operation on the record itself. */
function writtenIfNothing(row: RowPlan): Outcome {
  if (row.kind !== 'update') return expectedOf(row);
  const { ident, version } = row;
  return { kind: 'updated', ident, was: version, version, changes: [] };
}

function withAddress(row: UpdatePlan, updated: Updated, { data, error }: BatchResult): Outcome {
  if (error) {
    const outcome = refused(error.code, addressFailed(row, error.message));
    return row.changes.length === 0 ? outcome : { ...outcome, partly: updated };
  }
  const answer = data as { readonly address_ident: string; readonly version?: string };
  const { address_ident: ident, version } = answer;
  const changes = row.address?.changes ?? [];
  return { ...updated, address: { ident, changes, ...(version !== undefined && { version }) } };
}

const recordChanged = refused(
  'record_changed',
  'the record was changed or deleted since it was read: check it, and import the row again',
);

function addressEntry({ ident, address }: UpdatePlan, key: string): BatchEntry {
  const changes = Object.fromEntries((address?.changes ?? []).map(({ field, to }) => [field, to]));
  if (address?.ident === undefined)
    return entryOf('address.create', { customer_ident: ident, ...changes }, key);
  const { ident: address_ident, version: if_version = '' } = address;
  return entryOf('address.update', { address_ident, if_version, ...changes });
}

function addressFailed({ changes }: UpdatePlan, message: string): string {
  const done = changes.length === 0 ? '' : 'the customer was updated, but ';
  return `${done}the delivery address could not be changed: ${message}`;
}
