import { defaultsOf } from '../../shared/contract/resources/field.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input, Mapping } from '../mapping/mapping.ts';
import { createOperations, type Resource } from '../mapping/rules/resourceFields.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import { batchPlannerFor } from './batchPlanner.ts';
import { PriceChanges } from './priceChanges.ts';
import { kindOf, type RowOptions } from './rowPlan.ts';
import { readerOf } from './serviceChecks.ts';

export interface FirstRow {
  readonly line: number;
  readonly input: Readonly<Input>;
}

/** A row as its record would be stored. */
export interface Sample {
  readonly line: number;
  /** Omits fields that the row does not give and that have their default. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const maxRows = 1_000;
const maxSamples = 3;

/** Maps the first rows of a source, at most 1,000; skipped and refused rows do not count. */
export async function firstRows(source: Source, mapping: Mapping): Promise<readonly FirstRow[]> {
  const first: FirstRow[] = [];
  for await (const rows of source.rows()) {
    for (const row of rows) {
      const mapped = mapping.map(row);
      if ('input' in mapped) first.push({ line: row.line, input: mapped.input });
      if (first.length === maxRows) return first;
    }
  }
  return first;
}

export function samplesOf(resource: Resource, rows: readonly FirstRow[]): readonly Sample[] {
  const operation = createOperations[resource];
  const read = readerOf(operation);
  const defaults: Readonly<Record<string, unknown>> = defaultsOf(operation.input);
  const samples: Sample[] = [];
  for (const { line, input } of rows) {
    if (samples.length === maxSamples) break;
    const reading = read(asNewRecord(resource, input));
    if ('fieldErrors' in reading) continue;
    const stored = Object.entries(reading.input).filter(
      ([name, value]) => name in input || (value !== defaults[name] && value !== ''),
    );
    samples.push({ line, fields: Object.fromEntries(stored) });
  }
  return samples;
}

/**
 * Resolves to true if most of the first rows have no record yet. Throws an ImportError when most of the existing records belong
 * to other people or articles: the file then comes from another shop or program; and when most prices would change by one
 * factor or by more than the limit. `name` is the name of the file.
 */
export async function mostAreNew(
  rows: readonly FirstRow[],
  options: RowOptions,
  mapping: Mapping,
  sender: BatchSender,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<boolean> {
  if (options.resource === 'addresses' || rows.length === 0) return true;
  const planner = batchPlannerFor(kindOf(options.resource), options, mapping, sender);
  const inputs = rows.map(({ input }) => input);
  const plans = await planner.plan(inputs, key);
  const others = plans.flatMap((plan, index) =>
    plan.kind === 'refuse' && plan.code === 'other_record'
      ? [{ line: rows[index]?.line, reason: plan.reason }]
      : [],
  );
  new PriceChanges(name, options.maxChange).check(plans, 'Nothing was written');
  const known = plans.filter(({ kind: planned }) => ['update', 'same', 'exists'].includes(planned));
  const [first] = others;
  if (first && others.length > 1 && others.length > known.length)
    throw new ImportError(
      `${name}: of the first ${others.length + known.length} rows whose ident exists already, ${others.length} belong to other ${options.resource}. Line ${first.line}: ${first.reason}`,
    );
  return 2 * (others.length + known.length) < plans.length;
}
