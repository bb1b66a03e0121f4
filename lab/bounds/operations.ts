import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import type { Call } from '../../shared/wire/call.ts';
import { callOf } from '../../test/support/calls.ts';
import { lookupRequests } from '../../test/support/lookupRequests.ts';
import type { Database } from '../../workers/database/database.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { writeSet } from '../../workers/sets/setRunner.ts';
import { ExpensiveCalls, StepNeeded } from '../../workers/stores/locks.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { giant, identOf, popular, sizesOf } from './giant.ts';
import { type Named, range } from './measurement.ts';
import { isWhole, records } from './scale.ts';

type Request = Readonly<Record<string, unknown>>;

/** Calls of a set: of a large and a small account, about records with nothing that many others have. */
const places = range(isWhole ? 256 : 48).map((nr) => [nr % 16 ? giant : 2, nr + 8] as const);

/** Creates that find a free number among those of the giant, which were set by hand. */
const numbered: ReadonlySet<OperationName> = new Set(['article.create', 'customer.create']);
/** A transaction looks up 20,000 numbers. Each look-up reads the number, and the record that has it. */
const searched = 42_000;

/** Rows that a call may read, if it is not listed below: a few look-ups, each with the row that shows that there is no more. */
const perCall = 40;

/** Sets of calls whose requests cause all look-ups of their operation. */
const ofLookups = (Object.entries(lookupRequests) as [OperationName, readonly ((nr: number) => Request)[]][])
  .flatMap(([name, requests]) => requests.map((request, which) => ({ name, which, request })))
  .map(({ name, which, request }) => ({
    ...setOf(
      name,
      places.map(([account, nr]) => callOf(name, account, inGiant(request(nr)))),
    ),
    name: `${name} (${which + 1}): ${places.length} calls of two accounts`,
  }));

/** The last order of the giant. */
const notInvoiced = identOf('ord', sizesOf(records).others - 1);

/**
 * Rows that such a call may read: 1,000 entries of an index, which show that it has to run apart from those
 * of other accounts, and look-ups.
 */
const besideOthers = 1_200;

/** Single calls that name what most records of the giant have in common. */
const ofPopular: readonly (readonly [
  name: OperationName,
  request: Request,
  rows: number,
  exception?: string,
])[] = [
  ['article.read', { article_identifier: 'sku', article_sku: 'hot' }, besideOthers],
  ['article.find', { by: 'article_sku', values: ['hot'] }, besideOthers],
  ['article.find', { by: 'article_sku', values: ['hot'], article_type: 'none' }, besideOthers],
  ['article.list', { limit: 1_000 }, 10_000],
  ['article.list', { filter: { article_sku: 'hot' }, search: 'none', limit: 1_000 }, 45_000],
  ['article.list', { search: `${'x'.repeat(64)}y`, limit: 1_000 }, 45_000],
  [
    'article.update',
    { article_ident: identOf('art', 0), validate: 'article_title', article_title: 'x' },
    1_000,
    'a field without an index is searched in all records of the account, 10,000 with a statement',
  ],
  ['customer.read', { customer_ident: identOf('cus', popular) }, besideOthers],
  ['customer.read', { customer_identifier: 'bill_email', bill_email: 'hot@example.com' }, besideOthers],
  ['customer.find', { by: 'bill_email', values: ['hot@example.com'], customer_type: 'none' }, besideOthers],
  [
    'customer.update',
    { customer_ident: identOf('cus', popular), if_version: '1.20240101000000.0', bill_city: 'Bonn' },
    besideOthers,
  ],
  ['customer.update', { customer_ident: identOf('cus', popular), public_authority_id: '' }, besideOthers],
  ['article.create', { article_title: 'Tea' }, searched],
  ['customer.create', {}, searched],
  ['order.invoice', { order_ident: identOf('ord', 9) }, 1_000],
  ['order.invoice', { order_ident: notInvoiced }, searched],
  ['changes.list', { limit: 1_000 }, 1_000],
];

export const operationBounds: readonly Named[] = [
  ...ofLookups,
  ...ofPopular.map(([name, request, fixed, exception]) => ({
    ...setOf(name, [callOf(name, giant, request)]),
    name: `${name}: ${JSON.stringify(request)}`,
    perItem: 0,
    fixed,
    ...(exception && { exception }),
  })),
];

function setOf(name: OperationName, calls: readonly Call<Request>[]): Omit<Named, 'name'> {
  return {
    of: name,
    items: calls.length,
    perItem: perCall,
    fixed: numbered.has(name) ? searched : 200,
    run: (database) => runSet(database, name, calls),
  };
}

async function runSet(
  database: Database,
  name: OperationName,
  calls: readonly Call<Request>[],
): Promise<void> {
  const implementation = implementations[name];
  if (implementation.contract.kind === 'writes')
    await writeSet(calls, implementation, database, {}).catch((error: unknown) => stepOf(error, database));
  else await implementation.run(calls, new Stores(database));
}

/** Does the part that a set had to leave to a transaction of its own, unless its call has to run apart. */
async function stepOf(error: unknown, database: Database): Promise<void> {
  if (error instanceof StepNeeded) await error.step(database);
  else if (!(error instanceof ExpensiveCalls)) throw error;
}

/** The same request with idents and values as the tables of the giant have them. */
function inGiant(request: Request): Request {
  const text = JSON.stringify(request)
    .replaceAll(/"(cus|adr|art|ord)_(\d+)"/g, (_, prefix, nr) => `"${identOf(prefix, Number(nr))}"`)
    .replaceAll(/"([SE]-|app_\d+_|call-)(\d+)"/g, (_, start, nr) => `"${start}${nr.padStart(9, '0')}"`);
  return JSON.parse(text) as Request;
}
