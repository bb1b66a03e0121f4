import { createInterface } from 'node:readline/promises';
import { Argument, Command } from 'commander';
import { refuseWhileWorkersRun } from '../../admin/queues.ts';
import { withDatabase } from '../../admin/withDatabase.ts';
import { withRedis } from '../../admin/withRedis.ts';
import {
  type MigrationStatus,
  migrateDown,
  migrateUp,
  migrationStatus,
  unlockMigrations,
} from '../../migrations/migrations.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { Database } from '../../workers/database/database.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';

type Step = 'up' | 'down' | 'status' | 'unlock';
interface Options extends JsonOption {
  readonly yes?: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Migrate the database, undo the last migration, show the status, or release the lock.')
    .addArgument(new Argument('[step]').choices(['up', 'down', 'status', 'unlock']).default('up'))
    .option('--yes', 'do not ask before `down` and `unlock`')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action((step: Step, options: Options) => withDatabase((database) => steps[step](database, options)));
}

const help = `Examples:
  counterfoil migrate status
  counterfoil migrate down --yes

\`status\` exits with 1 when a migration is pending. \`down\` drops the tables and columns of the last migration with
all their data; it needs REDIS_URL and fails while workers run. Use \`unlock\` after a migration was killed.`;

const steps: Readonly<Record<Step, (database: Database, options: Options) => Promise<void>>> = {
  up: async (database, { json }) => {
    const done = await migrateUp(database);
    print({ done }, json, done.length > 0 ? `Migrated: ${done.join(', ')}` : 'The database is up to date.');
  },
  down: async (database, { json, yes }) => {
    await withRedis(refuseWhileWorkersRun);
    const last = (await migrationStatus(database)).done.at(-1);
    if (last) await confirm(`Undo ${last} and delete all data in its tables and columns?`, yes);
    const undone = await migrateDown(database);
    print({ undone }, json, undone.length > 0 ? `Undone: ${undone.join(', ')}` : 'There is nothing to undo.');
  },
  status: async (database, { json }) => {
    const status = await migrationStatus(database);
    print(status, json, describe(status));
    if (status.pending.length > 0) process.exitCode = 1;
  },
  unlock: async (database, { json, yes }) => {
    await confirm('Release the lock? No migration may be running.', yes);
    const unlocked = await unlockMigrations(database);
    print({ unlocked }, json, unlocked ? 'The lock was released.' : 'There was no lock.');
  },
};

function describe({ done, pending, unknown }: MigrationStatus): string {
  const lines = [...done.map((name) => `done     ${name}`), ...pending.map((name) => `pending  ${name}`)];
  return [...lines, ...unknown.map((name) => `unknown  ${name} (of a newer version)`)].join('\n');
}

/** Throws an `OperatorError` unless the user answers yes on the terminal. Without a terminal, `--yes` is required. */
export async function confirm(question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} Type yes to continue: `);
    if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('canceled: nothing was changed');
  } finally {
    terminal.close();
  }
}
