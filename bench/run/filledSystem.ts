import { Pool } from 'undici';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { printLine } from '../../shared/process/output.ts';
import type { Database } from '../../workers/database/database.ts';
import type { LoadApp } from '../data/apps.ts';
import { fill } from '../data/fill.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import { type SignedCalls, signedCalls } from '../load/signedCalls.ts';
import type { Part } from '../support/processes.ts';
import type { Options } from './options.ts';
import { Workbench } from './workbench.ts';

export interface FilledSystem {
  readonly database: Database;
  readonly call: SignedCalls;
  readonly parts: readonly Part[];
  /** Address of the first gateway; `app` is the one of the first account. */
  readonly url: string;
  readonly app: LoadApp;
}

/** Runs `work` with the first system of the options, on tables filled to the first number of rows. */
export async function withFilledSystem(
  options: Options,
  scenario: ScenarioName,
  lifecycle: Lifecycle,
  work: (filled: FilledSystem) => Promise<void>,
): Promise<void> {
  const [[rows = 0], [system]] = [options.rows, options.systems];
  const bench = await Workbench.set(options, lifecycle);
  const { servers, apps } = bench;
  printLine(`Filling the tables to ${rows.toLocaleString('en')} rows each`);
  await fill(servers.database, apps, 0, rows);
  if (!system) return;
  await bench.with(system, scenario, rows, async ({ urls, parts }) => {
    const [url, app] = [urls[0] as string, apps[0] as LoadApp];
    const pool = new Pool(url, { connections: 64 });
    const call = signedCalls(pool, app);
    await work({ database: servers.database, call, url, app, parts: [...servers.parts, ...parts] });
    await pool.close();
  });
}
