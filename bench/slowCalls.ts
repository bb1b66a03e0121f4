import { setTimeout as delay } from 'node:timers/promises';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import type { Database } from '../workers/database/database.ts';
import { bodies } from './data/bodies.ts';
import { filledIdent } from './data/filled.ts';
import { type FilledSystem, withFilledSystem } from './run/filledSystem.ts';
import { readOptions } from './run/options.ts';

/**
 * Measures how much slow calls delay others. Customers are updated, created and read all the time: first alone, then while
 * another transaction locks one record that clients update, then while calls claim values of a field without an index
 * (`validate`), then while calls read by an email that all customers have. Run:
 * `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/slowCalls.js --systems counterfoil --rows 200000 --seconds 8`
 */
const options = readOptions();

/** Loops of fast calls; each sends one request after the other. */
const loops = 15;
const slowLoops = 4;

const lockedRow = 7;
const email = 'all@example.com';

interface Latencies {
  readonly updates: number[];
  readonly creates: number[];
  readonly reads: number[];
  readonly slow: number[];
  failed: number;
}

type Send = (method: string, body: object) => Promise<number>;

const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
try {
  await withFilledSystem(options, 'customer.update', lifecycle, measure);
} finally {
  await lifecycle.stop();
}

async function measure({ database, call }: FilledSystem): Promise<void> {
  await load(send, options.warmup);
  printLine(describe('nothing beside it', await load(send, options.seconds)));
  printLine(
    describe(
      'one record locked',
      await withLockedRecord(database, () => load(send, options.seconds, update)),
    ),
  );
  printLine(describe('validate', await load(send, options.seconds, claim)));
  await database('customers').update({ bill_email: email });
  printLine(describe('an email that all have', await load(send, options.seconds, readByEmail)));

  async function send(method: string, body: object): Promise<number> {
    const answer = await call(method, body);
    await answer.body.dump();
    return answer.statusCode;
  }

  async function update(at: number): Promise<number> {
    return send('customer.update', bodies['customer.update'](at, lockedRow));
  }

  async function claim(at: number): Promise<number> {
    const customer_ident = filledIdent('cus', 100 + at);
    return send('customer.update', { customer_ident, validate: 'bill_city', bill_city: `City ${at}` });
  }

  async function readByEmail(): Promise<number> {
    return send('customer.read', { customer_identifier: 'bill_email', bill_email: email });
  }
}

async function withLockedRecord<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction('customers')
      .where({ customer_ident: filledIdent('cus', lockedRow) })
      .forUpdate();
    return work();
  });
}

function row(n: number): number {
  return 1_000 + (n % 10_000);
}

/** Sends calls for `seconds`; some loops send `slow` meanwhile. Resolves to all latencies in milliseconds. */
async function load(send: Send, seconds: number, slow?: (at: number) => Promise<number>): Promise<Latencies> {
  const found: Latencies = { updates: [], creates: [], reads: [], slow: [], failed: 0 };
  const end = performance.now() + seconds * 1_000;
  let at = 0;
  const loop = async (times: number[], one: (at: number) => Promise<number>) => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      const status = await one(at++);
      times.push(performance.now() - startedAt);
      if (status !== 200 && times !== found.slow) found.failed += 1;
      if (status !== 200) await delay(50);
    }
  };
  const others = Array.from({ length: loops / 3 }, () => [
    loop(found.updates, (n) => send('customer.update', bodies['customer.update'](n, row(n)))),
    loop(found.creates, (n) => send('customer.create', bodies['customer.create'](n, 0))),
    loop(found.reads, (n) => send('customer.read', { customer_ident: filledIdent('cus', row(n)) })),
  ]);
  const slowOnes = slow ? Array.from({ length: slowLoops }, () => loop(found.slow, slow)) : [];
  await Promise.all([...others.flat(), ...slowOnes]);
  return found;
}

function describe(what: string, { updates, creates, reads, slow, failed }: Latencies): string {
  const emitted = [`updates ${summary(updates)}`, `creates ${summary(creates)}`, `reads ${summary(reads)}`];
  if (slow.length > 0) emitted.push(`the slow calls ${summary(slow)}`);
  return `${what}: ${emitted.join('; ')}; ${failed} of the others failed`;
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `${sorted.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
