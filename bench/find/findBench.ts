import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { printLine } from '../../shared/process/output.ts';
import { maxFindValues } from '../../shared/resources/find.ts';
import { filledIdent } from '../data/filled.ts';
import type { SignedCalls } from '../load/signedCalls.ts';
import { type FilledSystem, withFilledSystem } from '../run/filledSystem.ts';
import { cpuSeconds } from '../support/processes.ts';
import { systemNamed } from '../systems/index.ts';
import { defaultEngine } from '../systems/servers.ts';
import type { System } from '../systems/system.ts';
import type { FindBenchOptions } from './options.ts';

interface Search {
  readonly method: 'article.find' | 'customer.find';
  readonly by: string;
  readonly valueOf: (row: number) => string;
  readonly fields: readonly string[];
}

const imported = ['article_title', 'article_price', 'article_tax_rate', 'article_unit', 'article_ean'];
const searches: readonly Search[] = [
  {
    method: 'article.find',
    by: 'article_nr',
    valueOf: (row) => `${10_001 + row}`,
    fields: ['article_price'],
  },
  { method: 'article.find', by: 'article_sku', valueOf: (row) => `SKU-${row}`, fields: ['article_price'] },
  { method: 'article.find', by: 'external_ident', valueOf: (row) => `E-${row}`, fields: ['article_price'] },
  { method: 'article.find', by: 'article_sku', valueOf: (row) => `SKU-${row}`, fields: imported },
  { method: 'article.find', by: 'article_sku', valueOf: (row) => `none-${row}`, fields: ['article_price'] },
  {
    ...{ method: 'article.find', by: 'article_ident', fields: [] },
    valueOf: (row) => filledIdent('art', row),
  },
  {
    ...{ method: 'customer.find', by: 'customer_nr', valueOf: (row) => `${10_001 + row}` },
    fields: ['bill_company', 'bill_city'],
  },
  {
    ...{ method: 'customer.find', by: 'bill_email', valueOf: (row) => `muster.${row}@example.com` },
    fields: ['bill_company', 'bill_city', 'delivery_city', 'address_version'],
  },
];

/**
 * Measures the values that `article.find` and `customer.find` look up per second. Each request has 1,000 values, like those
 * of a dry run of an import.
 */
export async function benchFinds(options: FindBenchOptions, lifecycle: Lifecycle): Promise<void> {
  const bench = {
    ...{ ...options, rows: [options.rows], connections: [options.inFlight], accounts: 1, rounds: 1, out: '' },
    systems: [systemNamed('counterfoil') as System],
    ...{ databases: [defaultEngine], scenarios: ['mix'] as const },
  };
  await withFilledSystem(bench, 'mix', lifecycle, async (filled) => {
    await filled.database.raw("UPDATE articles SET external_ident = CONCAT('E-', SUBSTRING(article_sku, 5))");
    for (const search of searches) printLine(await measured(search, filled, options));
  });
}

async function measured(
  search: Search,
  { call, parts }: FilledSystem,
  { warmup, seconds, ...options }: FindBenchOptions,
): Promise<string> {
  await run(search, call, { ...options, seconds: warmup });
  const before = cpuSeconds(parts);
  const { values, perSecond, found } = await run(search, call, { ...options, seconds });
  const after = cpuSeconds(parts);
  const cpu = Object.entries(after).map(([part, used]) => {
    const since = used - (before[part as keyof typeof before] ?? 0);
    return `${part} ${((since * 1e6) / values).toFixed(1)}`;
  });
  const { method, by, fields } = search;
  const what = `${method} by ${by}, ${fields.length} fields, ${((100 * found) / values).toFixed(0)} % found`;
  const rate = Math.round(perSecond).toLocaleString('en');
  return `${what}: ${rate} values/s; µs of CPU a value: ${cpu.join(', ')}`;
}

async function run(
  { method, by, valueOf, fields }: Search,
  call: SignedCalls,
  { rows, inFlight, seconds }: Pick<FindBenchOptions, 'rows' | 'inFlight' | 'seconds'>,
) {
  const startedAt = performance.now();
  let [requests, found] = [0, 0];
  const loop = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const first = (requests++ * maxFindValues) % Math.max(rows - maxFindValues, 1);
      const values = Array.from({ length: maxFindValues }, (_, at) => valueOf(first + at));
      const data = await foundBy(call, method, { by, values, fields });
      found += (data.articles ?? data.customers ?? []).length;
      if (data.next !== undefined) throw new Error(`only ${data.next} values were covered`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const values = requests * maxFindValues;
  return { values, found, perSecond: (values * 1_000) / (performance.now() - startedAt) };
}

interface Found {
  readonly articles?: readonly unknown[];
  readonly customers?: readonly unknown[];
  readonly next?: number;
}

async function foundBy(call: SignedCalls, method: string, sent: object): Promise<Found> {
  const answer = await call(method, sent);
  const { response, message, data } = (await answer.body.json()) as {
    response: boolean;
    message: string;
    data: Found;
  };
  if (!response) throw new Error(message);
  return data;
}
