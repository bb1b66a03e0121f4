import { requireWholeList } from './history/listName.ts';
import type { ImportSettings } from './importSettings.ts';
import type { Mapping } from './mapping/mapping.ts';
import type { Resource } from './mapping/rules/resourceFields.ts';
import { resolveAmbiguity } from './questions/ambiguousColumns.ts';
import { chooseMapping } from './questions/chooseMapping.ts';
import { withAccountCurrency } from './questions/priceChecks.ts';
import { findRepeats, noRepeats, type Repeats, rowKey } from './questions/repeatedRows.ts';
import { requireCustomersFile } from './questions/requireCustomers.ts';
import { RowSelection } from './questions/rowSelection.ts';
import { requireRates } from './questions/taxRateColumn.ts';
import { inspect } from './rows/inspectColumns.ts';
import { findProducts } from './rows/products.ts';
import { fingerprintOf } from './runFiles.ts';
import { explanationOf } from './source/importError.ts';
import type { Source } from './source/source.ts';
import { type RereadableFile, rereadableFile } from './source/tempCopy.ts';

export interface Prepared extends PreparedSource {
  /** Version of the file before it was first read, if records that it no longer has are to be deleted. */
  readonly version?: string | undefined;
  readonly prepareMs: number;
}

interface PreparedSource {
  readonly file: string;
  readonly source: RereadableFile;
  /** Makes a mapping for one pass over all rows. */
  readonly newMapping: () => Mapping;
  readonly repeats: Repeats;
}

export interface PrepareOptions
  extends Pick<ImportSettings, 'source' | 'mapping' | 'customers' | 'target' | 'signal' | 'deleteMissing'> {
  readonly resource: Resource;
  readonly onRepeat?: ImportSettings['onRepeat'];
  readonly onReading: (source: Source) => void;
}

/** Does `prepareSource` for a file. The caller must call `source.remove` in the end. */
export async function prepareFile(file: string, options: PrepareOptions): Promise<Prepared> {
  const startedAt = performance.now();
  if (options.deleteMissing) await requireWholeList(file);
  const version = options.deleteMissing && (await fingerprintOf(file));
  const source = await rereadableFile(file, options.source, options.signal);
  try {
    const prepared = await prepareSource(file, source, options);
    return { ...prepared, version, prepareMs: performance.now() - startedAt };
  } catch (error) {
    await source.remove();
    throw error;
  }
}

/**
 * Does the first half of an import: source → rows → mapping → questions. It reads a whole file, and decides how it is mapped
 * and what identifies its records. Throws an ImportError when a file or mapping can't be used, or when the user must decide.
 */
export async function prepareSource(
  file: string,
  source: RereadableFile,
  options: PrepareOptions,
): Promise<PreparedSource> {
  const { name } = source;
  const { resource, customers, onReading, onRepeat, signal } = options;
  const mapping = await withAccountCurrency(options);
  const { inspection, columns } = await pass(async (rows) => {
    const selection = new RowSelection(mapping, rows.columns, name);
    const found = await inspect(rows, (values) => selection.isWanted(values));
    selection.requireValues();
    return { inspection: found, columns: rows.columns };
  });
  const first = chooseMapping(resource, columns, mapping, name, inspection);
  const takesFirst = onRepeat === undefined ? first.takesFirst : onRepeat === 'first';
  const products = first.family && (await findProducts(pass, first.family, takesFirst));
  const choose = () => chooseMapping(resource, columns, mapping, name, { ...inspection, products });
  const chosen = choose();
  requireCustomersFile(name, chosen, customers);
  const { ambiguous, rates } = chosen;
  if (rates !== undefined) await pass((rows) => requireRates(rows, choose(), rates, name));
  const notices = ambiguous.length > 0 ? await pass((rows) => resolveAmbiguity(rows, ambiguous, name)) : [];
  const newMapping = () => withNotices(choose(), notices);
  const key = rowKey(resource, mapping.match ?? 'external_ident', chosen);
  const isUnique = resource !== 'addresses' && chosen.isUnique(key.field);
  const repeats = isUnique ? noRepeats(key) : await pass((rows) => findRepeats(rows, chosen, key));
  return { file, source, newMapping, repeats };

  async function pass<Result>(read: (rows: Source) => Promise<Result>) {
    const opened = await source.open(signal);
    onReading(opened);
    return read(opened).finally(() => opened.close());
  }
}

function withNotices(mapping: Mapping, notices: readonly string[]): Mapping {
  const { description } = mapping;
  return {
    ...mapping,
    description: {
      ...description,
      notices: [...description.notices, ...notices],
      decisions: [...description.decisions, ...notices.map(explanationOf)],
    },
  };
}
