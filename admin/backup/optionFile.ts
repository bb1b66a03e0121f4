import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseName } from '../../servers/programs/program.ts';
import { caFile, serverAddress } from '../../shared/runtime/settings/serverAddress.ts';

/**
 * Creates an option file with the address and password of the database, and removes it afterwards. Other users of the machine
 * could see a password on the command line or in the environment.
 */
export async function withOptionFile<T>(
  url: string,
  name: DatabaseName,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-backup-'));
  try {
    const file = path.join(folder, 'client.cnf');
    await writeFile(file, optionsOf(url, name), { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function optionsOf(url: string, name: DatabaseName): string {
  const { host, port, user, password, usesTls } = serverAddress(url);
  const options = { host, port, user, password, protocol: 'tcp', 'default-character-set': 'utf8mb4' };
  const lines = Object.entries(options).map(([option, value]) => `${option}=${quoted(String(value))}`);
  return ['[client]', ...lines, ...(usesTls ? tlsOptions[name](caOf(url)) : []), ''].join('\n');
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function caOf(url: string): string | undefined {
  return new URL(url).searchParams.get(caFile) ?? undefined;
}

/** Options that verify the name in the certificate, as the roles do. MySQL's programs do not know the system's authorities. */
const tlsOptions: Readonly<Record<DatabaseName, (ca: string | undefined) => readonly string[]>> = {
  MariaDB: (ca) => ['ssl', 'ssl-verify-server-cert', ...(ca ? [`ssl-ca=${quoted(ca)}`] : [])],
  MySQL: (ca) => ['ssl-mode=VERIFY_IDENTITY', ca ? `ssl-ca=${quoted(ca)}` : 'ssl-capath=/etc/ssl/certs'],
};
