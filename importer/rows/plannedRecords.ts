import { type Input } from '../mapping/mapping.ts';
import type { BatchPlan, BatchPlans } from '../planning/batchPlans.ts';
import type { FilePlan } from '../planning/filePlan.ts';
import type { RowsPlanner } from '../planning/ownPlanner.ts';
import type { RowPlan, SamePlan } from '../planning/rowPlan.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import { type Carried, type PlanWrites, recordChanged } from './planWrites.ts';
import type { BatchKey, RowImporter } from './rowImporter.ts';

type Inputs = readonly Readonly<Input>[];

export interface PlannedParts {
  readonly planner: RowsPlanner;
  readonly writes: PlanWrites;
  readonly plans: BatchPlans;
  /** Plan of a dry run, if the import is to do exactly that. */
  readonly filePlan: FilePlan | undefined;
  /** Whether rows may be created without asking first, since the service itself reports which records exist already. */
  readonly canCreateFirst: boolean;
  /** Whether rows whose record exists are refused without being compared. */
  readonly refusesExisting: boolean;
}

const create: RowPlan = { kind: 'create' };

export class PlannedRecords implements RowImporter {
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
    const carried = await writes.carryOut(plan, inputs, batch.key);
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
  async #withTaken(carried: readonly Carried[], inputs: Inputs, batch: BatchKey): Promise<Outcome[]> {
    const outcomes = carried.map((one) =>
      one.kind === 'taken' ? refused(one.error.code, one.error.message) : one,
    );
    const taken = [...carried.keys()].filter((index) => carried[index]?.kind === 'taken');
    if (taken.length === 0 || this.#parts.refusesExisting) return outcomes;
    const rest = taken.map((index) => inputs[index] as Input);
    const key = `${batch.key}.taken`;
    const plan = await this.#planOf(rest, { ...batch, key }, `${batch.number}.taken`, false);
    const results = await this.#parts.writes.carryOut(plan, rest, key);
    for (const [position, index] of taken.entries())
      outcomes[index] = asPlanned(results[position] as Carried);
    return outcomes;
  }

  /** Does what a dry run found. Refuses rows whose record is not as it was then. */
  async #follow(plan: BatchPlan, inputs: Inputs, batch: BatchKey): Promise<readonly Outcome[]> {
    const carried = await this.#parts.writes.carryOut(plan, inputs, batch.key);
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
function asPlanned(one: Carried): Outcome {
  return one.kind === 'taken' ? recordChanged : one;
}

function mostAreCreated(carried: readonly Carried[]): boolean {
  return 2 * carried.filter(({ kind }) => kind === 'created').length >= carried.length;
}
