import { Command } from 'commander';
import { fileIn, formerKeyFile, requireFolderKeys } from '../../admin/keys/dataFolderKeys.ts';
import { folderWithKey, type Rotation, rotateEverywhere } from '../../admin/keys/rotateKey.ts';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { withRedis } from '../../admin/withRedis.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';

export function keyCommand(): Command {
  return new Command('key')
    .description('Replace the secret key, which encrypts the secrets of apps and webhooks.')
    .addHelpText('after', '\nExample:\n  counterfoil key rotate')
    .addCommand(rotateCommand());
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Encrypt the secrets of all apps and webhooks with a new key, while everything runs.')
    .addOption(jsonOption('key_id', 'apps', 'webhooks', 'unopened'))
    .addHelpText('after', `\n${help}`)
    .action(({ json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        const dataFolder = folderWithKey();
        const kept = dataFolder ? filesOf(dataFolder) : undefined;
        const rotation = await withRedis((redis) => rotateEverywhere(database, redis, dataFolder));
        print(rotation, json, describe(rotation, kept));
      }),
    );
}

const help = `Examples:
  counterfoil key rotate

Beside \`counterfoil up\`: a new key is made and kept in servers.env of the data folder, the former one beside it.
Otherwise COUNTERFOIL_SECRET_KEY is the new key (\`openssl rand -base64 32\` makes one) and
COUNTERFOIL_FORMER_SECRET_KEY the current one. All gateways and workers of webhooks must have been started
with both; afterwards, start them with the new one alone. It also needs DATABASE_URL and REDIS_URL.
It waits until no call can write a secret with the former key: CALL_DEADLINE_MS and 5 seconds.
After a failure, run it again with the same keys: it continues where it stopped.`;

interface KeyFiles {
  readonly current: string;
  readonly former: string;
}

/** Files of a data folder that have the keys after the rotation. */
function filesOf(dataFolder: string): KeyFiles {
  const { secretKey, formerSecretKey = secretKey } = requireFolderKeys(dataFolder);
  return { current: fileIn(dataFolder), former: formerKeyFile(dataFolder, formerSecretKey) };
}

function describe({ key_id, apps, webhooks, unopened }: Rotation, kept: KeyFiles | undefined): string {
  const lost =
    unopened.length > 0
      ? [`Neither key decrypts a secret of ${unopened.join(', ')}: these secrets were not changed.`]
      : [];
  const next = kept
    ? `The new key is in ${kept.current}, the former one, which older backups need, in ${kept.former}. Keep copies of both, apart from the backups.`
    : 'Now start gateways and workers of webhooks with COUNTERFOIL_SECRET_KEY alone.';
  return [
    `Key ${key_id} is in use; the secrets of ${counted(apps, 'app')} and ${counted(webhooks, 'webhook')} were encrypted with it.`,
    ...lost,
    next,
  ].join('\n');
}
