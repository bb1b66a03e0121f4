import { type Input } from '../mapping/mapping.ts';
import type { PlanWriter } from '../planning/filePlan.ts';
import type { RowsPlanner } from '../planning/ownPlanner.ts';
import type { Outcome } from '../record/outcome.ts';
import { expectedOf } from './planWrites.ts';
import type { BatchKey, RowImporter } from './rowImporter.ts';

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
