import { setTimeout as delay } from 'node:timers/promises';
import { drawing } from '../../test/support/random.ts';
import { audit, type Findings } from '../faults/audit.ts';
import { FaultClient } from '../faults/faultClient.ts';
import { Importer } from '../faults/importer.ts';
import { describe, isFailed } from '../faults/ledger.ts';
import { SimulatedUser } from '../faults/simulatedUser.ts';
import type { Stack } from './stack.ts';

/** Results of the calls that clients made while something was done. */
export interface LoadOutcome extends Findings {
  readonly calls: number;
  /** Calls that met anything but an answer at the first try, one line each. */
  readonly failed: readonly string[];
  /** Milliseconds that the slowest call took. */
  readonly slowestMs: number;
}

interface Options {
  readonly users: number;
  readonly seed: number;
}

/** Milliseconds of load before and after. */
const calmMs = 2_000;

/** Runs an action while users of a new account send calls, then compares their answers with the stored records. */
export async function underLoad(
  stack: Stack,
  what: string,
  act: () => Promise<unknown>,
  { users, seed }: Options,
): Promise<LoadOutcome> {
  const { account, ...signer } = await stack.newSigner(what);
  const balancer = stack.newBalancer();
  const client = new FaultClient(balancer, signer);
  const all = [
    ...Array.from(
      { length: users },
      (_, index) => new SimulatedUser(`P${index}`, client, drawing(seed + index)),
    ),
    new Importer('I0', client),
  ];
  let isEnough = false;
  const lives = all.map((one) => one.live(() => isEnough));
  try {
    await delay(calmMs);
    await act();
    await delay(calmMs);
  } finally {
    isEnough = true;
    await Promise.all(lives);
    await client.close();
    await balancer.stop();
  }
  const { entries } = client.ledger;
  const database = await stack.openDatabase();
  const found = await audit(database, account, client.ledger).finally(() => database.destroy());
  return {
    ...found,
    calls: entries.length,
    failed: entries.filter(isFailed).map(describe),
    wrong: [...found.wrong, ...all.flatMap(({ wrong }) => wrong)],
    slowestMs: Math.round(
      entries.reduce((slowest, { startedAt, ended }) => Math.max(slowest, ended - startedAt), 0),
    ),
  };
}
