import { type Dispatcher, Pool } from 'undici';
import { signatureHeader } from '../../../shared/contract/keys/hmac.ts';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { table } from '../../../test/support/markdownTable.ts';
import { percentile } from '../../../test/support/statistics.ts';
import type { Database } from '../../../workers/database/database.ts';
import { QueryIndexProgress } from '../../../workers/stores/queryIndexProgress.ts';
import type { LoadApp } from '../data/apps.ts';
import { fill } from '../data/fill.ts';
import { filledDate, filledIdent } from '../data/filled.ts';
import type { ListBenchOptions } from '../run/benchOptions.ts';
import { Workbench } from '../run/workbench.ts';
import { counterfoil } from '../systems/counterfoil.ts';
import { measureExport } from './exporting.ts';

interface Kind {
  readonly what: string;
  readonly method: string;
  readonly request: object;
}

const of = (method: string) => (what: string, request: object) => ({ what, method, request });
const [customer, article, address] = [of('customer.list'), of('article.list'), of('address.list')];

function kinds(rows: number): readonly Kind[] {
  const middle = Math.floor(rows / 2);
  const one = filledIdent('cus', middle);
  const sku = `SKU-${middle}`;
  const since = { updated_from: '2025-01-01 00:00:00' };
  return [
    customer('all', {}),
    customer('number', { filter: { customer_nr: `${10_001 + middle}` } }),
    customer('e-mail', { filter: { bill_email: `muster.${middle}@example.com` } }),
    customer('zip code', { filter: { bill_zipcode: '10115' } }),
    customer('changed since, none', { filter: since }),
    customer('changed since, all', { filter: { updated_from: filledDate } }),
    customer('search, one', { search: `muster ${middle} gmbh` }),
    customer('search, none', { search: 'zzz' }),
    customer('search, all', { search: 'mus' }),
    customer('zip code, search and time', { filter: { bill_zipcode: '10115', ...since }, search: 'mus' }),
    article('all', {}),
    article('SKU', { filter: { article_sku: sku } }),
    article('search, one', { search: sku }),
    article('search, all', { search: 'coffee' }),
    address('all', {}),
    address('of a customer', { filter: { customer_ident: one } }),
    address('search, all', { search: 'muster' }),
  ];
}

/** The words of filled records are the same, but for their numbers: the worst case. */
function queryKinds(rows: number): readonly Kind[] {
  const middle = Math.floor(rows / 2);
  return [
    customer('query, one', { query: `muster ${middle}` }),
    customer('query, none', { query: 'zzz' }),
    customer('query, all', { query: 'gmbh' }),
    customer('query, three words of all', { query: 'gmbh frankfurt strasse' }),
    customer('query, one letter of all', { query: 'g' }),
    customer('query, typing error', { query: 'mutser gmbh' }),
    customer('query, all, filter of none', { query: 'gmbh', filter: { bill_country: 'at' } }),
    article('query, one', { query: `SKU-${middle}` }),
    article('query, all', { query: 'coffee roasted' }),
  ];
}

/** Filled records have no changes, so that the workers would not index them. */
async function indexWords(database: Database, { account }: LoadApp): Promise<void> {
  await database('change_positions').insert({ account_id: account, last_position: 1 }).onConflict().merge();
  const progress = new QueryIndexProgress(database);
  const startedAt = performance.now();
  while (await progress.advance(account));
  printLine(`Indexed the words in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

const limit = 100;

interface Page {
  readonly ms: number;
  readonly records: number;
  readonly cursor: string | null;
}

const system = counterfoil('counterfoil', { gateways: 1, workers: 1, others: ['address'] });

export async function benchLists(
  { rows, times, queries }: ListBenchOptions,
  lifecycle: Lifecycle,
): Promise<void> {
  const bench = await Workbench.set({ accounts: 2 }, lifecycle);
  const [app, other] = bench.apps as [LoadApp, LoadApp];
  printLine(`Filling the tables to ${rows.toLocaleString('en')} rows each`);
  await fill(bench.servers.database, [app], [0, rows]);
  if (queries) await indexWords(bench.servers.database, app);
  await bench.with(system, 'mix', rows, async ({ urls }) => {
    const url = urls[0] as string;
    const pool = new Pool(url, { connections: 64 });
    if (queries) {
      await measureQueries(queryKinds(rows), {
        own: signedCalls(pool, app),
        other: signedCalls(pool, other),
        times,
      });
      return pool.close();
    }
    const lines: string[][] = [];
    for (const kind of kinds(rows)) {
      const line = await measured(kind, signedCalls(pool, app), times);
      printLine(line.join('  '));
      lines.push(line);
    }
    printLine(table(['list', 'what', 'first page, ms', 'records', 'middle, ms', 'last, ms'], lines));
    await pool.close();
    for (const resource of ['customers', 'articles', 'addresses'] as const)
      printLine(await measureExport(resource, { url, ...app }));
  });
}

/** Creates of the other account a second. */
const otherPerSecond = 50;

/** Measures the first page of each query, one request at a time, beside creates of another account at a steady rate. */
async function measureQueries(
  chosen: readonly Kind[],
  { own, other, times }: { readonly own: SignedCalls; readonly other: SignedCalls; readonly times: number },
): Promise<void> {
  const creates = new Set<Promise<unknown>>();
  const creating = setInterval(() => {
    const create = other('article.create', { article_title: 'Tea' })
      .then(({ body }) => body.dump())
      .finally(() => creates.delete(create));
    creates.add(create);
  }, 1_000 / otherPerSecond);
  const lines: string[][] = [];
  for (const { what, method, request } of chosen) {
    const pages: Page[] = [];
    for (let time = 0; time < times; time += 1) pages.push(await page(own, method, { ...request, limit }));
    const ms = pages.map((each) => each.ms);
    const figures = [percentile(ms, 50), percentile(ms, 99)].map((each) => each.toFixed(1));
    const line = [method, what, `${pages[0]?.records}`, ...figures];
    printLine(line.join('  '));
    lines.push(line);
  }
  clearInterval(creating);
  await Promise.all(creates);
  printLine(table(['list', 'what', 'records', 'p50, ms', 'p99, ms'], lines));
}

async function measured(
  { what, method, request }: Kind,
  call: SignedCalls,
  times: number,
): Promise<string[]> {
  const first = await median(times, () => page(call, method, { ...request, limit }));
  const cells = [method, what, first.ms.toFixed(1), `${first.records}`];
  if (Object.keys(request).length > 0) return [...cells, '', ''];
  const cursors: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const next: Page = await page(call, method, { cursor, limit: 1_000 });
    if (next.cursor === null) break;
    cursors.push(next.cursor);
    cursor = next.cursor;
  }
  const cursorAt = (share: number) => cursors[Math.floor((cursors.length - 1) * share)] ?? undefined;
  const middle = await median(times, () => page(call, method, { cursor: cursorAt(0.5), limit }));
  const last = await median(times, () => page(call, method, { cursor: cursorAt(1), limit }));
  return [...cells, middle.ms.toFixed(1), last.ms.toFixed(1)];
}

async function page(call: SignedCalls, method: string, sent: object): Promise<Page> {
  const startedAt = performance.now();
  const answer = await call(method, sent);
  const text = await answer.body.text();
  const ms = performance.now() - startedAt;
  const { response, message, data } = JSON.parse(text) as {
    readonly response: boolean;
    readonly message: string;
    readonly data: { readonly cursor: string | null } & Readonly<Record<string, readonly unknown[]>>;
  };
  if (!response) throw new Error(`${method} ${JSON.stringify(sent)} after ${ms.toFixed(0)} ms: ${message}`);
  const { cursor, ...records } = data;
  return { ms, cursor, records: Object.values(records)[0]?.length ?? 0 };
}

async function median(times: number, read: () => Promise<Page>): Promise<Page> {
  const pages: Page[] = [];
  for (let time = 0; time < times; time += 1) pages.push(await read());
  return pages.toSorted((a, b) => a.ms - b.ms)[Math.floor(times / 2)] as Page;
}

/** Signs and sends a call. The caller must read the body of the answer. */
type SignedCalls = (method: string, sent: object) => Promise<Dispatcher.ResponseData>;

/** Makes calls of one app without the client's retries and checks. */
function signedCalls(pool: Pool, { appId, apiSecret }: LoadApp): SignedCalls {
  return (method, sent) => {
    const body = JSON.stringify(sent);
    const headers = {
      'content-type': 'application/json',
      'x-svc-method': method,
      'x-svc-hmac': signatureHeader(appId, body, apiSecret),
    };
    return pool.request({ path: '/api/v1', method: 'POST', headers, body });
  };
}
