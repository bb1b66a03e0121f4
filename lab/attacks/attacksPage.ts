import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import type { Attack } from './attack.ts';

export const attacksPage = 'docs/attacks.md';

/** The result of a new attack, until it is run. */
export const notRun = 'not run yet';

export interface Result {
  readonly kind: 'held' | 'broken' | 'skipped';
  readonly seen: string;
}

type Results = ReadonlyMap<string, Result>;

/** The columns after those of the attack. */
const engines: readonly DatabaseEngine[] = ['mariadb', 'mysql'];
const titles = ['attack', 'what is done', 'what must hold', 'seen on MariaDB', 'seen on MySQL'];

const table = /^\| attack \|.*\n\|.*\n(?:\|.*\n)*/m;

/** Writes new results into the page's table. The others stay, and attacks without a result say so. */
export function publish(attacks: readonly Attack[], engine: DatabaseEngine, results: Results): void {
  const page = readFileSync(attacksPage, 'utf8');
  const former = formerCells(page);
  const rows = attacks.map(({ name, done, holds }) => {
    const seen = engines.map((column, index) => {
      const result = column === engine ? results.get(name) : undefined;
      return result ? cellOf(result) : (former.get(name)?.[index] ?? notRun);
    });
    return [name, done, holds, ...seen];
  });
  const lines = [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  writeFileSync(
    attacksPage,
    page.replace(table, () => lines.join('')),
  );
}

/** The names of the attacks of the page. */
export function publishedNames(): readonly string[] {
  return [...formerCells(readFileSync(attacksPage, 'utf8')).keys()];
}

/** The cells of the engines, by attack. */
function formerCells(page: string): ReadonlyMap<string, readonly string[]> {
  const [, , ...rows] = (table.exec(page)?.[0] ?? '').trimEnd().split('\n');
  return new Map(
    rows.map((row) => {
      const [name = '', , , ...cells] = row.slice(2, -2).split(' | ');
      return [name, cells];
    }),
  );
}

function cellOf({ kind, seen }: Result): string {
  const prefix = { held: '', broken: '**did not hold:** ', skipped: 'skipped: ' }[kind];
  return `${prefix}${seen}`.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
