import { Pool } from 'undici';
import { signatureHeader } from '../shared/keys/signature.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import { maxFindValues } from '../shared/resources/find.ts';
import type { LoadApp } from './data/apps.ts';
import { fill } from './data/fill.ts';
import { filledIdent } from './data/filled.ts';
import { readOptions } from './run/options.ts';
import { Workbench } from './run/workbench.ts';
import { cpuSeconds } from './support/processes.ts';
import type { RunningSystem } from './systems/system.ts';

/**
 * Measures how many values `article.find` and `customer.find` look up in a second, 1,000 values in each request, as a dry run of
 * an import sends them: `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/findSpeed.js --systems counterfoil --rows 200000 --seconds 5`
 */
const options = readOptions();
const [rows = 200_000] = options.rows;
const [inFlight = 2] = options.connections.length === 1 ? options.connections : [];

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

const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
try {
  const bench = await Workbench.set({ ...options, accounts: 1 }, lifecycle);
  printLine(`Filling the tables to ${rows.toLocaleString('en')} rows each`);
  const { database } = bench.servers;
  await fill(database, bench.apps, 0, rows);
  await database.raw("UPDATE articles SET external_ident = CONCAT('E-', SUBSTRING(article_sku, 5))");
  const [system] = options.systems;
  if (system) await bench.with(system, 'mix', rows, (running) => measure(bench, running));
} finally {
  await lifecycle.stop();
}

async function measure(bench: Workbench, running: RunningSystem): Promise<void> {
  const pool = new Pool(running.urls[0] as string, { connections: 64 });
  const parts = [...bench.servers.parts, ...running.parts];
  for (const search of searches) {
    await run(search, options.warmup);
    const before = cpuSeconds(parts);
    const { values, perSecond, found } = await run(search, options.seconds);
    const after = cpuSeconds(parts);
    const cpu = Object.entries(after).map(([part, seconds]) => {
      const used = seconds - (before[part as keyof typeof before] ?? 0);
      return `${part} ${((used * 1e6) / values).toFixed(1)}`;
    });
    const { method, by, fields } = search;
    const what = `${method} by ${by}, ${fields.length} fields, ${((100 * found) / values).toFixed(0)} % found`;
    printLine(
      `${what}: ${Math.round(perSecond).toLocaleString('en')} values/s; µs of CPU a value: ${cpu.join(', ')}`,
    );
  }
  await pool.close();

  /** Sends requests for a while, some at the same time, each for consecutive rows. */
  async function run({ method, by, valueOf, fields }: Search, seconds: number) {
    const startedAt = performance.now();
    let [requests, found] = [0, 0];
    const loop = async () => {
      while (performance.now() - startedAt < seconds * 1_000) {
        const first = (requests++ * maxFindValues) % (rows - maxFindValues);
        const values = Array.from({ length: maxFindValues }, (_, at) => valueOf(first + at));
        const data = await send(pool, bench.apps[0] as LoadApp, method, { by, values, fields });
        found += (data.articles ?? data.customers ?? []).length;
        if (data.next !== undefined) throw new Error(`only ${data.next} values were covered`);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
    const values = requests * maxFindValues;
    return { values, found, perSecond: (values * 1_000) / (performance.now() - startedAt) };
  }
}

interface Found {
  readonly articles?: readonly unknown[];
  readonly customers?: readonly unknown[];
  readonly next?: number;
}

async function send(pool: Pool, { appId, apiSecret }: LoadApp, method: string, sent: object): Promise<Found> {
  const body = JSON.stringify(sent);
  const headers = {
    'content-type': 'application/json',
    'x-svc-method': method,
    'x-svc-hmac': signatureHeader(appId, body, apiSecret),
  };
  const answer = await pool.request({ path: '/api/v1', method: 'POST', headers, body });
  const { response, message, data } = (await answer.body.json()) as {
    response: boolean;
    message: string;
    data: Found;
  };
  if (!response) throw new Error(message);
  return data;
}
