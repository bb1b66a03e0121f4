import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { migrateDown, migrationStatus } from '../migrations/index.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import { fill } from './data/fill.ts';
import type { ScenarioName } from './data/scenarios.ts';
import { comparePairs, measureTurn } from './measure/pairs.ts';
import { readOptions } from './run/options.ts';
import { Workbench } from './run/workbench.ts';
import { counterfoil } from './systems/counterfoil.ts';
import type { RunningSystem } from './systems/system.ts';

/**
 * Compares this checkout with another one. Both run at the same time, each on servers of its own, and take short turns:
 * `node cli/setup.js && npx tsc -p bench --noCheck && COUNTERFOIL_AGAINST=../base node dist/bench/sideBySide.js --rounds 12 --seconds 2 --connections 64`
 *
 * Statements in COUNTERFOIL_AGAINST_SQL, separated by `;`, change the tables of the other checkout, for example to measure
 * an index: `DROP INDEX customers_updated ON customers`.
 */
const options = readOptions();
const [rows = 10_000] = options.rows;
const [connections = 64] = options.connections;

const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
try {
  const names = ['other', 'this'] as const;
  const folders = [otherCheckout(), path.resolve('.')] as const;
  const benches = [await ready(), await ready()] as const;
  await revertNewerMigrations(benches[0], folders[0]);
  for (const statement of (process.env.COUNTERFOIL_AGAINST_SQL ?? '').split(';').filter(Boolean))
    await benches[0].servers.database.raw(statement);
  const systems = folders.map((folder, side) =>
    counterfoil(names[side] as string, { gateways: 1, workers: 1, bulk: 0, folder }),
  );
  for (const scenario of options.scenarios) {
    printLine(scenario);
    await benches[0].with(systems[0]!, scenario, rows, (other) =>
      benches[1].with(systems[1]!, scenario, rows, (current) => compare(scenario, [other, current])),
    );
  }

  async function compare(scenario: ScenarioName, running: readonly [RunningSystem, RunningSystem]) {
    const files = [await benches[0].prepare(scenario, rows), await benches[1].prepare(scenario, rows)];
    const turn = (side: 0 | 1, seconds: number) => {
      const { urls, parts } = running[side];
      const load = { file: files[side] as string, urls, connections, seconds };
      return measureTurn([...benches[side].servers.parts, ...parts], () => benches[side].generator.run(load));
    };
    for (const side of [0, 1] as const) await turn(side, options.warmup);
    await comparePairs({ names, turn: (side) => turn(side, options.seconds), printLine }, options.rounds);
  }
} finally {
  await lifecycle.stop();
}

async function ready(): Promise<Workbench> {
  const bench = await Workbench.set(options, lifecycle);
  await fill(bench.servers.database, bench.apps, 0, rows);
  return bench;
}

/** Gives each checkout its own tables, so that the cost of a migration, such as a new index, is part of the difference. */
async function revertNewerMigrations({ servers }: Workbench, folder: string): Promise<void> {
  const known = readdirSync(path.join(folder, 'migrations')).map((file) => path.parse(file).name);
  const newer = async () =>
    (await migrationStatus(servers.database)).done.filter((name) => !known.includes(name));
  while ((await newer()).length > 0) await migrateDown(servers.database);
}

function otherCheckout(): string {
  const folder = path.resolve(process.env.COUNTERFOIL_AGAINST ?? '');
  if (process.env.COUNTERFOIL_AGAINST && existsSync(path.join(folder, 'dist/cli/main.js'))) return folder;
  throw new Error(
    'COUNTERFOIL_AGAINST must name a checkout of this project in which `node cli/setup.js` was run',
  );
}
