import { printLine } from '../../shared/process/output.ts';
import { ownerOf } from '../data/filled.ts';
import { signedRequest } from '../data/requests.ts';
import { type LoadMethod, scenarios } from '../data/scenarios.ts';
import type { Workbench } from '../run/workbench.ts';
import type { RunningSystem } from '../systems/system.ts';
import { forgetTraces, masked, traces } from './traces.ts';

/** Effect of one request on a system: its answer, and every row that it created or changed. */
interface Work {
  readonly answer: string;
  readonly rows: string;
}

/** Throws unless all systems give the same answers and leave the same rows, apart from idents and the time of day. */
export async function proveSameWork(bench: Workbench, rows: number): Promise<void> {
  for (const method of methodsOf(bench)) {
    const works: [string, Work][] = [];
    for (const system of bench.options.systems) {
      const work = await bench.with(system, method, rows, (running) => workOf(bench, running, method, rows));
      works.push([system.name, work]);
    }
    const [first, ...others] = works as [[string, Work]];
    for (const other of others) requireSame(method, first, other);
  }
  printLine('All systems do the same work');
}

function requireSame(method: LoadMethod, [one, its]: [string, Work], [other, others]: [string, Work]): void {
  for (const aspect of ['answer', 'rows'] as const) {
    if (its[aspect] === others[aspect]) continue;
    const [mine, theirs] = apart(its[aspect], others[aspect]);
    throw new Error(`${method}: ${one} and ${other} differ in ${aspect}: …${mine}… and …${theirs}…`);
  }
}

function apart(one: string, other: string): readonly string[] {
  const at = [...one].findIndex((character, place) => character !== other[place]);
  return [one, other].map((text) => text.slice(Math.max(at - 60, 0), at + 40));
}

function methodsOf({ options }: Workbench): readonly LoadMethod[] {
  const methods = options.scenarios.flatMap((scenario) => scenarios[scenario].map(({ method }) => method));
  return [...new Set(methods)];
}

async function workOf(
  { apps, servers }: Workbench,
  { urls }: RunningSystem,
  method: LoadMethod,
  rows: number,
): Promise<Work> {
  const row = Math.floor(rows / 2);
  const app = apps[ownerOf(row, apps.length)] as (typeof apps)[number];
  const { headers, body } = signedRequest(method, 1, row, app);
  const response = await fetch(`${urls[0]}/api/v1`, { method: 'POST', headers, body });
  const answer = `${response.status} ${await response.text()}`;
  const rowsWritten = await traces(servers.database);
  await forgetTraces(servers.database);
  return { answer: masked(answer), rows: masked(rowsWritten) };
}
