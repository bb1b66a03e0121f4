import { Command } from 'commander';
import { requireGatewaysWith } from '../../admin/keys/requireGateways.ts';
import { requireRightKeys } from '../../admin/keys/requireRightKeys.ts';
import { rotateKeptKey } from '../../admin/keys/rotateKeptKey.ts';
import { type Rotation, rotateKey } from '../../admin/keys/rotateKey.ts';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { fileIn, keptDatabaseUrl, keptKeys } from '../../servers/data/keptKeys.ts';
import { KeyRing } from '../../shared/contract/keys/keyRing.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { need, readSettings } from '../../shared/runtime/settings/settings.ts';
import type { Database } from '../../workers/database/database.ts';

export function keyCommand(): Command {
  return new Command('key')
    .description('Replace the secret key, which encrypts the secrets of apps.')
    .addHelpText('after', '\nExample:\n  counterfoil key rotate')
    .addCommand(rotateCommand());
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Encrypt the secrets of all apps with a new key, while everything runs.')
    .option('--json', 'print { "key_id", "apps", "unopened" } in one line')
    .addHelpText('after', `\n${help}`)
    .action(({ json }: { readonly json?: boolean }) =>
      withMigratedDatabase(async (database) => {
        const kept = whereKept();
        const rotation = kept ? await rotateKept(database, kept) : await rotateGiven(database);
        print(rotation, json, describe(rotation, kept));
      }),
    );
}

const help = `Examples:
  counterfoil key rotate

Beside \`counterfoil up\`: a new key is made and kept in servers.env of the data folder.
Otherwise COUNTERFOIL_SECRET_KEY is the new key (\`openssl rand -base64 32\` makes one) and
COUNTERFOIL_FORMER_SECRET_KEY the current one. All gateways must have been started with both; afterwards,
start them with the new one alone. It also needs DATABASE_URL and REDIS_URL.
After a failure, run it again with the same keys: it continues where it stopped.`;

/** Returns the data folder if `up` keeps the key of the database there. */
function whereKept(): string | undefined {
  const { databaseUrl, dataFolder } = settings();
  if (!keptKeys(dataFolder) || databaseUrl !== keptDatabaseUrl(dataFolder)) return undefined;
  if (readSettings(process.env).secretKey === undefined) return dataFolder;
  throw new OperatorError(
    `COUNTERFOIL_SECRET_KEY is set, but the key of this database is kept in ${fileIn(dataFolder)}: unset it and run the command again; it creates a new key there`,
  );
}

function rotateKept(database: Database, dataFolder: string): Promise<Rotation> {
  const { redisUrl } = need(settings(), 'redisUrl');
  return rotateKeptKey(dataFolder, {
    check: (ring) => requireRightKeys(database, ring),
    rotate: (ring) => rotate(database, ring, redisUrl),
  });
}

/** Reads the keys from the environment: those in a data folder belong to another database. */
function rotateGiven(database: Database): Promise<Rotation> {
  const { redisUrl } = need(settings(), 'redisUrl');
  const { secretKey, formerSecretKey } = need(readSettings(process.env), 'secretKey');
  if (!formerSecretKey)
    throw new OperatorError(
      'COUNTERFOIL_FORMER_SECRET_KEY is not set: set it to the current key, and COUNTERFOIL_SECRET_KEY to a new one; see docs/deploying.md',
    );
  return rotate(database, new KeyRing(secretKey, formerSecretKey), redisUrl);
}

async function rotate(database: Database, ring: KeyRing, redisUrl: string): Promise<Rotation> {
  await requireRightKeys(database, ring);
  await requireGatewaysWith(ring.newest.id, redisUrl);
  return rotateKey(database, ring);
}

function describe({ key_id, apps, unopened }: Rotation, kept: string | undefined): string {
  const lost =
    unopened.length > 0
      ? [`Neither key decrypts a secret of ${unopened.join(', ')}: these secrets were not changed.`]
      : [];
  const next = kept
    ? `The new key is in ${fileIn(kept)}: keep a copy of it, and keep the former key for older backups.`
    : 'Now start gateways with COUNTERFOIL_SECRET_KEY alone.';
  return [`Key ${key_id} is in use; the secrets of ${apps} apps were encrypted with it.`, ...lost, next].join(
    '\n',
  );
}
