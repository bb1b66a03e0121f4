import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import type { Input } from '../mapping/index.ts';
import type { BatchPlan } from '../planning/batchPlans.ts';
import type { RecordKind } from '../planning/options.ts';
import type { RowPlan, UpdatePlan } from '../planning/rowPlan.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import { entryOf } from '../sending/entry.ts';
import { partsOf } from '../sending/parts.ts';
import { refusedBy } from './refusedBy.ts';

/** Result of a row; `taken` when a record with its external_ident exists that the plan did not know of. */
export type Carried = Outcome | { readonly kind: 'taken'; readonly error: NonNullable<BatchResult['error']> };

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
  async carryOut(plan: BatchPlan, inputs: readonly Readonly<Input>[], key: string): Promise<Carried[]> {
    const carried = plan.map(expectedOf) as Carried[];
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

  #carriedOf(row: RowPlan, { data, error }: BatchResult): Carried {
    if (error && row.kind === 'create' && error.code === 'external_ident_exists')
      return { kind: 'taken', error };
    const isDeleted = row.kind === 'update' && error?.code === `${this.#kind}_not_found`;
    if (isDeleted || error?.code === recordChanged.code) return recordChanged;
    if (error) return refusedBy(error);
    if (row.kind === 'update') return { kind: 'updated', ident: row.ident };
    return { kind: 'created', ident: (data as Record<string, string>)[`${this.#kind}_ident`] ?? '' };
  }
}

export function expectedOf(row: RowPlan): Outcome {
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

export const recordChanged = refused(
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
