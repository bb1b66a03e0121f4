import { Command } from 'commander';
import { checkDatabase } from '../../admin/check/database.ts';
import { checkDisk } from '../../admin/check/disk.ts';
import { type Finding, fatal, isGood, lineOf } from '../../admin/check/finding.ts';
import { checkNode } from '../../admin/check/node.ts';
import { checkRedis } from '../../admin/check/redis.ts';
import { checkSettings } from '../../admin/check/settings.ts';
import { givenKeys } from '../../shared/contract/keys/keyRing.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { environment, isSet, settings } from '../../shared/runtime/settings/environment.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check settings, key, database, Redis, clocks and disk, and print how to fix each problem.')
    .option('--json', 'one line of JSON')
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Example:
  counterfoil check

Prints a line for each check: ok, warn, fatal, or skipped if its setting is missing. The exit code is 1 if a check is fatal.
Run it on each machine, with the settings of its roles.`;

async function run({ json }: { readonly json?: boolean }): Promise<void> {
  const checks = [checkNode(process.version), ...(await findingsOf())];
  print({ ok: isGood(checks), checks }, json, checks.map(lineOf).join('\n'));
  if (!isGood(checks)) process.exitCode = 1;
}

/** Wrong settings are the only finding: nothing else can be checked. */
async function findingsOf(): Promise<readonly Finding[]> {
  try {
    const given = settings();
    const parts = [
      checkDatabase(given.databaseUrl, givenKeys(given), !isSet('DATABASE_URL')),
      checkRedis(given.redisUrl),
      checkDisk(given.dataFolder),
    ];
    return [...checkSettings(environment()), ...(await Promise.all(parts)).flat()];
  } catch (error) {
    return [fatal('settings', explain(error))];
  }
}
