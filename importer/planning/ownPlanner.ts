import { type Input } from '../mapping/mapping.ts';
import type { BatchPlanner } from './batchPlanner.ts';
import type { BatchPlan } from './batchPlans.ts';
import type { RecordKind } from './options.ts';

export interface OwnPlanners {
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
export class OwnPlanner implements RowsPlanner {
  readonly #kind: RecordKind;
  readonly #planners: OwnPlanners;

  constructor(kind: RecordKind, planners: OwnPlanners) {
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
