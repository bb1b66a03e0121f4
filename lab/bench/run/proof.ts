import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Database } from '../../../workers/database/database.ts';
import { refill } from '../data/fill.ts';
import { filledDate, ownerOf } from '../data/filled.ts';
import { signedRequest } from '../data/requests.ts';
import { type LoadMethod, type ScenarioName, scenarios } from '../data/scenarios.ts';
import type { RunningSystem } from '../systems/system.ts';
import type { Options } from './benchOptions.ts';
import type { Workbench } from './workbench.ts';

/** Effect of one request on a system: its answer, and every row that it created or changed. */
interface Work {
  readonly answer: string;
  readonly rows: string;
}

/** Throws unless all systems give the same answers and leave the same rows, apart from idents and the time of day. */
export async function proveSameWork(
  bench: Workbench,
  { systems, scenarios: named }: Pick<Options, 'systems' | 'scenarios'>,
  rows: number,
): Promise<void> {
  for (const method of methodsOf(named)) {
    const works: [string, Work][] = [];
    for (const system of systems) {
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
  const index = [...one].findIndex((character, place) => character !== other[place]);
  return [one, other].map((text) => text.slice(Math.max(index - 60, 0), index + 40));
}

function methodsOf(named: readonly ScenarioName[]): readonly LoadMethod[] {
  const methods = named.flatMap((scenario) => scenarios[scenario].map(({ method }) => method));
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
  // The next system starts with the same rows.
  await refill(servers.database, apps, row);
  return { answer: masked(answer), rows: masked(rowsWritten) };
}

const records = ['articles', 'customers', 'addresses'];

/** Returns every row that was written since the filling, as text. */
async function traces(database: Database): Promise<string> {
  const written = records.map((table) => database(table).where('date_updated', '>', filledDate));
  const rows = await Promise.all([
    ...written,
    database('inbox').select('*'),
    database('changes').select('account_id', 'size', 'entries'),
    database('record_history').select('*'),
    database('number_sequences').select('*').orderBy(['account_id', 'resource']),
  ]);
  return JSON.stringify(rows);
}

/** Makes the texts of equal work equal: numbers idents in the order of their first occurrence, and masks all times of today. */
function masked(text: string): string {
  const idents: string[] = [];
  const numbered = (ident: string) => {
    if (!idents.includes(ident)) idents.push(ident);
    return `ident ${idents.indexOf(ident)}`;
  };
  return text
    .replace(/(?:cus|adr|art)_[0-9a-z]{26}/g, numbered)
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, (time) => (time === filledDate ? time : 'today'))
    .replace(/"call_id":"\w+"/g, '"call_id":"id"');
}
