import type { ImportSettings } from './importSettings.ts';
import type { Mapping } from './mapping/mapping.ts';
import type { MappingOptions } from './mapping/mappingOptions.ts';
import type { Resource } from './mapping/rules/resourceFields.ts';
import { chooseMapping } from './questions/chooseMapping.ts';
import { requireRates, resolveAmbiguity } from './questions/fileChecks.ts';
import { findRepeats, noRepeats, type Repeats, rowKey } from './questions/repeatedRows.ts';
import { requireCustomersFile } from './questions/requireColumns.ts';
import { inspect } from './rows/inspectColumns.ts';
import { ImportError } from './source/importError.ts';
import { openSource, type Source } from './source/source.ts';
import { type RereadableFile, rereadableFile } from './source/tempCopy.ts';

export interface Prepared {
  readonly file: string;
  readonly source: RereadableFile;
  /** Makes a mapping for one pass over all rows. */
  readonly newMapping: () => Mapping;
  readonly repeats: Repeats;
  readonly milliseconds: number;
}

type Settings = Pick<ImportSettings, 'source' | 'mapping' | 'customers' | 'target' | 'signal'>;

export interface PrepareOptions extends Settings {
  readonly resource: Resource;
  /** Called before each pass over the file. */
  readonly onReading: (source: Source) => void;
}

/**
 * Reads a whole file, and decides how it is mapped and what identifies its records. Throws an ImportError when a file or
 * mapping can't be used, or when the user must decide. The caller must call `source.remove` in the end.
 */
export async function prepare(file: string, options: PrepareOptions): Promise<Prepared> {
  const startedAt = performance.now();
  const source = await rereadableFile(file);
  try {
    const found = await examined(source, options);
    return { file, source, ...found, milliseconds: performance.now() - startedAt };
  } catch (error) {
    await source.remove();
    throw error;
  }
}

async function examined({ path, name }: RereadableFile, options: PrepareOptions) {
  const { resource, source, customers, onReading, signal } = options;
  const mapping = await withCurrency(options);
  const first = await openSource(path, source, name);
  onReading(first);
  const inspection = await inspect(stoppable(first, signal)).finally(() => first.close());
  const choose = () => chooseMapping(resource, first.columns, mapping, name, inspection);
  const chosen = choose();
  requireCustomersFile(name, chosen, customers);
  const { ambiguous, rates } = chosen;
  if (rates !== undefined) await pass((rows) => requireRates(rows, choose(), rates, name));
  const notices = ambiguous.length > 0 ? await pass((rows) => resolveAmbiguity(rows, ambiguous, name)) : [];
  const newMapping = () => withNotices(choose(), notices);
  const key = rowKey(resource, mapping.match ?? 'external_ident');
  const isUnique = resource !== 'addresses' && chosen.isUnique(key.field);
  const repeats = isUnique ? noRepeats(key) : await pass((rows) => findRepeats(rows, chosen, key));
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
