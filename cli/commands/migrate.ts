import { Argument, Command } from 'commander';
import { type MigrationStatus, migrateDown, migrateUp, migrationStatus } from '../../migrations/index.ts';
import type { Database } from '../../workers/database/database.ts';
import { print } from '../output.ts';
import { withDatabase } from '../withDatabase.ts';

type Direction = 'up' | 'down' | 'status';
interface Options {
  readonly json?: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the tables up to date, take the last migration back, or tell how things stand.')
    .addArgument(new Argument('[direction]').choices(['up', 'down', 'status']).default('up'))
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  counterfoil migrate status\n\n`down` drops the tables of the last migration with all they hold.',
    )
    .action((direction: Direction, options: Options) =>
      withDatabase((database) => steps[direction](database, options)),
    );
}

const steps: Readonly<Record<Direction, (database: Database, options: Options) => Promise<void>>> = {
  up: async (database, { json }) => {
    const done = await migrateUp(database);
    print({ done }, json, done.length > 0 ? `Migrated: ${done.join(', ')}` : 'The database is up to date.');
  },
  down: async (database, { json }) => {
    const undone = await migrateDown(database);
    print(
      { undone },
      json,
      undone.length > 0 ? `Taken back: ${undone.join(', ')}` : 'There is nothing to take back.',
    );
  },
  status: async (database, { json }) => {
    const status = await migrationStatus(database);
    print(status, json, describe(status));
  },
};

function describe({ done, pending, unknown }: MigrationStatus): string {
  const lines = [...done.map((name) => `done     ${name}`), ...pending.map((name) => `pending  ${name}`)];
  return [...lines, ...unknown.map((name) => `unknown  ${name} (of a newer version)`)].join('\n');
}
