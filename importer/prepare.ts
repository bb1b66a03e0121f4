import { inspect } from './inspection/inspect.ts';
import { chooseMapping } from './mapping/index.ts';
import { type Input, type Mapping } from './mapping/mapping.ts';
import { type MappingOptions } from './mapping/options.ts';
import { type Resource } from './mapping/rules/fields.ts';
import { type Customers, requireCustomers } from './rows/customers.ts';
import { findRepeats, noRepeats, type Repeats } from './rows/repeats.ts';
import { requireRates } from './rows/requireRates.ts';
import { settleRivals } from './rows/settleRivals.ts';
import type { Target } from './sending/target.ts';
import { ImportError } from './source/importError.ts';
import { type Options as SourceOptions } from './source/options.ts';
import { openSource, type Source } from './source/source.ts';
import { type Rereadable, rereadable } from './source/spool.ts';

export interface Prepared {
  readonly file: string;
  readonly source: Rereadable;
  /** Makes a mapping for one pass over all rows. */
  readonly newMapping: () => Mapping;
  readonly repeats: Repeats;
  readonly milliseconds: number;
}

export interface PrepareOptions {
  readonly resource: Resource;
  readonly source: SourceOptions;
  readonly mapping: MappingOptions;
  readonly customers: Customers | undefined;
  readonly target: Target | undefined;
  readonly onReading: (source: Source) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads a whole file, and decides how it is mapped and what identifies its records. Throws an ImportError when a file or
 * mapping can't be used, or when the user must decide. The caller must call `source.remove` in the end.
 */
export async function prepare(file: string, options: PrepareOptions): Promise<Prepared> {
  const startedAt = performance.now();
  const source = await rereadable(file);
  try {
    const found = await examined(source, options);
    return { file, source, ...found, milliseconds: performance.now() - startedAt };
  } catch (error) {
    await source.remove();
    throw error;
  }
}

/** Returns the value that identifies the record of a row in its file; for delivery addresses, the whole row. */
export function keyOf(resource: Resource, field: string): (input: Readonly<Input>) => string {
  return resource === 'addresses' ? (input) => JSON.stringify(input) : (input) => String(input[field] ?? '');
}

async function examined({ path, name }: Rereadable, options: PrepareOptions) {
  const { resource, source, customers, onReading, signal } = options;
  const mapping = await withCurrency(options);
  const first = await openSource(path, source, name);
  onReading(first);
  const inspection = await inspect(stoppable(first, signal)).finally(() => first.close());
  const choose = () => chooseMapping(resource, first.columns, mapping, name, inspection);
  const chosen = choose();
  requireCustomers(name, chosen, customers);
  const { rivals, rates } = chosen;
  if (rates !== undefined) await pass((rows) => requireRates(rows, choose(), rates, name));
  const notices = rivals.length > 0 ? await pass((rows) => settleRivals(rows, rivals, name)) : [];
  const newMapping = () => withNotices(choose(), notices);
  const field = mapping.match ?? 'external_ident';
  if (resource !== 'addresses' && chosen.isUnique(field)) return { newMapping, repeats: noRepeats };
  const repeats = await pass((rows) => findRepeats(rows, chosen, keyOf(resource, field)));
  return { newMapping, repeats };

  async function pass<Result>(read: (rows: ReturnType<typeof stoppable>) => Promise<Result>) {
    const again = await openSource(path, source, name);
    onReading(again);
    return read(stoppable(again, signal)).finally(() => again.close());
  }
}

/**
 * Adds the currency of the account, which the service names. Without a service, `--currency` stays. Throws an ImportError
 * when `--currency` is another one than the account's.
 */
async function withCurrency({ resource, mapping, target, signal }: PrepareOptions): Promise<MappingOptions> {
  if (resource !== 'articles' || !target) return mapping;
  const currency = await target.currency(signal);
  if (mapping.currency === undefined || mapping.currency === currency)
    return { ...mapping, currency, isServiceCurrency: true };
  throw new ImportError(
    `--currency is ${mapping.currency}, but the account's currency is ${currency}: convert the prices, and leave out --currency`,
  );
}

function withNotices(mapping: Mapping, notices: readonly string[]): Mapping {
  const { description } = mapping;
  return { ...mapping, description: { ...description, notices: [...description.notices, ...notices] } };
}

/** Throws the reason of the signal when the user stops the command. */
function stoppable(source: Source, signal: AbortSignal): Pick<Source, 'columns' | 'rows'> {
  async function* rows() {
    for await (const chunk of source.rows()) {
      signal.throwIfAborted();
      yield chunk;
    }
  }
  return { columns: source.columns, rows };
}
