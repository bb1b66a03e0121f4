import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type LoadedAttack, onOwnCluster, Skipped } from './attack.ts';

/** Milliseconds of load on a database with these settings. */
const loadMs = 3_000;

/** A database server whose administrator wants something else than we do. */
function withFlags(
  name: string,
  flags: readonly string[],
  excepted?: Readonly<Record<string, string>>,
): Attack {
  const attack: LoadedAttack = {
    name: `server with ${name}`,
    done: `the database server runs with \`${flags.join(' ')}\``,
    holds: 'no call fails, and values are stored as sent',
    harm: async () => {
      await delay(loadMs);
      return undefined;
    },
  };
  const { run } = onOwnCluster(attack, { databaseFlags: flags });
  return {
    ...attack,
    run: async (ground) => {
      const reason = excepted?.[ground.databaseEngine];
      if (reason) throw new Skipped(reason);
      return run(ground);
    },
  };
}

/** Settings of the server that change what statements mean. */
export const settingsAttacks: readonly Attack[] = [
  withFlags('another sql_mode and time zone', [
    '--sql-mode=ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,IGNORE_SPACE',
    '--default-time-zone=+09:30',
  ]),
  withFlags('SERIALIZABLE', ['--transaction-isolation=SERIALIZABLE']),
  withFlags('latin1 and small packets', [
    '--character-set-server=latin1',
    '--collation-server=latin1_swedish_ci',
    '--max-allowed-packet=1M',
  ]),
  withFlags('completion_type=CHAIN and autocommit=0', ['--completion-type=CHAIN', '--autocommit=0']),
  withFlags('lower_case_table_names=1', ['--lower-case-table-names=1'], {
    mysql: 'MySQL takes this setting only when its data folder is made',
  }),
];
